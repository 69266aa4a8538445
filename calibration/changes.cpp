#include "calibration/changes.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <opencv2/imgproc.hpp>

#include "vision/statistics.hpp"

namespace eyehand::calibration {
namespace {

/// A click that changes a larger share of the window than this did not hit a cell.
constexpr double kTooMuch = 0.5;
/// What changes less than this share of what changes most is a glow. Measured on the zoo's lamps.
constexpr double kGlow = 0.35;
/// Where what changes most begins: at this share of a strength that so many pixels exceed. A glow
/// may be several times as large as its lamp.
constexpr double kStrong = 0.5, kStrongest = 0.05;
/// A part is restored if no more of it than this share is left, as by noise.
constexpr double kNoise = 0.1;

}  // namespace

bool is_more_than_cells(const cv::Mat& changed) {
  return cv::countNonZero(changed) > kTooMuch * static_cast<double>(changed.total());
}

bool Oblong::is(cv::Size2d sides) const {
  const double shorter = std::min(sides.width, sides.height);
  return shorter > 0 && std::abs(sides.width - sides.height) > std::max(px, share * shorter);
}

cv::Mat strength_of(const cv::Mat& a, const cv::Mat& b) {
  cv::Mat difference;
  cv::absdiff(a, b, difference);
  std::vector<cv::Mat> channels;
  cv::split(difference, channels);
  return cv::max(cv::max(channels[0], channels[1]), channels[2]);
}

cv::Mat changed_pixels(const cv::Mat& a, const cv::Mat& b, int min_difference) {
  if (a.size() != b.size()) return cv::Mat(a.size(), CV_8U, cv::Scalar(255));
  return strength_of(a, b) > min_difference;
}

double common_share(const cv::Mat& a, const cv::Mat& b) {
  const int either = cv::countNonZero(a | b);
  return either == 0 ? 0 : static_cast<double>(cv::countNonZero(a & b)) / either;
}

cv::Mat without_glow(const cv::Mat& changed, const cv::Mat& before, const cv::Mat& after) {
  const cv::Mat strength = strength_of(before, after);
  std::vector<int> values;
  for (int y = 0; y < changed.rows; ++y)
    for (int x = 0; x < changed.cols; ++x)
      if (changed.at<std::uint8_t>(y, x) != 0) values.push_back(strength.at<std::uint8_t>(y, x));
  if (values.empty()) return changed;
  const auto strongest =
      values.end() - 1 -
      static_cast<std::ptrdiff_t>(kStrongest * static_cast<double>(values.size()));
  std::nth_element(values.begin(), strongest, values.end());
  std::erase_if(values, [least = kStrong * *strongest](int value) { return value < least; });
  return changed & (strength > kGlow * median(values));
}

cv::Mat parts_restored(const cv::Mat& changed, const cv::Mat& left, double marked) {
  cv::Mat closed, labels;
  cv::morphologyEx(changed, closed, cv::MORPH_CLOSE, cv::Mat::ones(3, 3, CV_8U));
  const auto parts = static_cast<std::size_t>(cv::connectedComponents(closed, labels, 8));
  labels.setTo(0, changed == 0);
  std::vector<int> all(parts, 0), lost(parts, 0);
  cv::Mat restored = cv::Mat::zeros(changed.size(), CV_8U);
  const auto part = [&](int y, int x) { return static_cast<std::size_t>(labels.at<int>(y, x)); };
  for (int y = 0; y < labels.rows; ++y)
    for (int x = 0; x < labels.cols; ++x) {
      ++all[part(y, x)];
      lost[part(y, x)] += left.at<std::uint8_t>(y, x) != 0;
    }
  for (int y = 0; y < labels.rows; ++y)
    for (int x = 0; x < labels.cols; ++x)
      if (const auto i = part(y, x); i > 0) {
        const double most = left.at<std::uint8_t>(y, x) == 0 ? std::max(marked, kNoise) : kNoise;
        if (lost[i] <= most * all[i]) restored.at<std::uint8_t>(y, x) = 255;
      }
  return restored;
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
