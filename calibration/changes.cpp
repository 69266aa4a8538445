#include "calibration/changes.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

namespace eyehand::calibration {
namespace {

/// A click that changes a larger share of the window than this did not hit a cell.
constexpr double kTooMuch = 0.5;

}  // namespace

bool is_more_than_cells(const cv::Mat& changed) {
  return cv::countNonZero(changed) > kTooMuch * static_cast<double>(changed.total());
}

bool Oblong::is(cv::Size2d sides) const {
  const double shorter = std::min(sides.width, sides.height);
  return shorter > 0 && std::abs(sides.width - sides.height) > std::max(px, share * shorter);
}

cv::Mat changed_pixels(const cv::Mat& a, const cv::Mat& b, int min_difference) {
  if (a.size() != b.size()) return cv::Mat(a.size(), CV_8U, cv::Scalar(255));
  cv::Mat difference, mask;
  cv::absdiff(a, b, difference);
  std::vector<cv::Mat> channels;
  cv::split(difference, channels);
  mask = cv::max(cv::max(channels[0], channels[1]), channels[2]) > min_difference;
  return mask;
}

std::vector<cv::Rect> boxes_of(const cv::Mat& mask, int side_min) {
  cv::Mat labels, stats, middles;
  const int pieces = cv::connectedComponentsWithStats(mask, labels, stats, middles, 8, CV_32S);
  std::vector<cv::Rect> boxes, outer;
  for (int i = 1; i < pieces; ++i) {
    const cv::Rect box(stats.at<int>(i, cv::CC_STAT_LEFT), stats.at<int>(i, cv::CC_STAT_TOP),
                       stats.at<int>(i, cv::CC_STAT_WIDTH), stats.at<int>(i, cv::CC_STAT_HEIGHT));
    if (std::min(box.width, box.height) >= side_min) boxes.push_back(box);
  }
  for (const cv::Rect& box : boxes)
    if (std::none_of(boxes.begin(), boxes.end(),
                     [&](const cv::Rect& other) { return other != box && (other & box) == box; }))
      outer.push_back(box);
  return outer;
}

std::vector<cv::Point> points_to_try(cv::Size picture) {
  std::vector<cv::Point> places;
  const cv::Point middle(picture.width / 2, picture.height / 2);
  constexpr int kRings = 3;
  for (int ring = 0; ring <= kRings; ++ring)
    for (int v = -ring; v <= ring; ++v)
      for (int u = -ring; u <= ring; ++u) {
        if (std::max(std::abs(u), std::abs(v)) != ring) continue;
        // Uneven steps, so that no two points fall on the same spot of their cells.
        const double across = u * 0.077 + v * 0.011, down = v * 0.073 - u * 0.013;
        places.push_back(middle + cv::Point(static_cast<int>(across * picture.width),
                                            static_cast<int>(down * picture.height)));
      }
  return places;
}

}  // namespace eyehand::calibration
