#include "calibration/slitherlink/stroke.hpp"

#include <opencv2/imgproc.hpp>
#include <vector>

namespace eyehand::calibration {
namespace {

/// Connected parts of a difference with fewer pixels are noise.
constexpr int kPiece = 4;
/// Smaller differences are noise.
constexpr int kNoise = 14;
/// Parts with less contrast than this share of the strongest are tints.
constexpr double kTint = 0.3;
/// A line is at least this many times longer than it is wide, and at least this many pixels long.
constexpr double kLongTimes = 2.2;
constexpr int kLongPixels = 14;

cv::Mat largest_channel(const cv::Mat& difference) {
  std::vector<cv::Mat> channels;
  cv::split(difference, channels);
  return cv::max(cv::max(channels[0], channels[1]), channels[2]);
}

}  // namespace

Segment level_segment(cv::Point2d middle, double length, bool is_horizontal) {
  const cv::Point2d half = length / 2 * (is_horizontal ? cv::Point2d(1, 0) : cv::Point2d(0, 1));
  return {middle - half, middle + half};
}

std::array<Segment, 4> edges_near(cv::Point2d spot, double length) {
  const auto beside = [&](double x, double y) {
    return level_segment(spot + length * cv::Point2d(x + 0.5, y), length, true);
  };
  return {beside(0, 0), beside(0.5, 0.5), beside(0.5, 0), beside(0, 0.5)};
}

int count_in_pieces(const cv::Mat& mask) {
  cv::Mat labels, stats, middles;
  const int pieces = cv::connectedComponentsWithStats(mask, labels, stats, middles, 8);
  int count = 0;
  for (int i = 1; i < pieces; ++i) {
    const int area = stats.at<int>(i, cv::CC_STAT_AREA);
    if (area >= kPiece) count += area;
  }
  return count;
}

cv::Rect around(cv::Point2d middle, int reach, cv::Size picture) {
  return cv::Rect(cvRound(middle.x) - reach, cvRound(middle.y) - reach, 2 * reach + 1,
                  2 * reach + 1) &
         cv::Rect({}, picture);
}

bool Stroke::is_long() const {
  return length() >= kLongPixels && length() >= kLongTimes * std::min(box.width, box.height);
}

std::optional<Stroke> stroke_near(const cv::Mat& before, const cv::Mat& after, const cv::Mat& mask,
                                  cv::Point2d near, int reach) {
  const cv::Rect window = around(near, reach, before.size());
  if (window.empty() || before.size() != after.size()) return std::nullopt;
  cv::Mat difference;
  cv::absdiff(before(window), after(window), difference);
  difference = largest_channel(difference) & mask(window);
  double most = 0;
  cv::minMaxLoc(difference, nullptr, &most);
  if (most < kNoise) return std::nullopt;
  cv::Mat strong = difference > std::max<double>(kNoise, kTint * most);
  // What crosses a line, such as a faint edge drawn later or a cross of its colour that it has
  // replaced, does not divide it.
  cv::morphologyEx(strong, strong, cv::MORPH_CLOSE, cv::Mat::ones(3, 3, CV_8U));
  cv::Mat labels, stats, middles;
  const int pieces = cv::connectedComponentsWithStats(strong, labels, stats, middles, 8);
  std::optional<Stroke> best;
  double nearest = 0;
  for (int i = 1; i < pieces; ++i) {
    const cv::Rect box(stats.at<int>(i, cv::CC_STAT_LEFT), stats.at<int>(i, cv::CC_STAT_TOP),
                       stats.at<int>(i, cv::CC_STAT_WIDTH), stats.at<int>(i, cv::CC_STAT_HEIGHT));
    if (stats.at<int>(i, cv::CC_STAT_AREA) < kPiece) continue;
    double contrast = 0;
    cv::minMaxLoc(difference(box), nullptr, &contrast);
    Stroke stroke{box + window.tl(), cvRound(contrast), {}};
    stroke.middle =
        (cv::Point2d(stroke.box.tl()) + cv::Point2d(stroke.box.br() - cv::Point(1, 1))) / 2;
    if (stroke.is_long()) {
      cv::Mat line;
      difference(box).copyTo(line, labels(box) == i);
      const cv::Moments moments = cv::moments(line);
      if (stroke.is_horizontal())
        stroke.middle.y = stroke.box.y + moments.m01 / moments.m00;
      else
        stroke.middle.x = stroke.box.x + moments.m10 / moments.m00;
    }
    const double distance = cv::norm(stroke.middle - near);
    const bool is_better = !best || (stroke.is_long() != best->is_long() ? stroke.is_long()
                                     : stroke.is_long() ? stroke.length() > best->length()
                                                        : distance < nearest);
    if (!is_better) continue;
    best = stroke;
    nearest = distance;
  }
  return best;
}

}  // namespace eyehand::calibration
