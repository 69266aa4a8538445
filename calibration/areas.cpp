#include "calibration/areas.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <opencv2/imgproc.hpp>
#include <utility>

#include "vision/oklab.hpp"

namespace eyehand::calibration {
namespace {

/// Neighbouring pixels of one area differ by less than this, in OKLab.
constexpr double kSmooth = 16;
/// The side of a cell, pixels.
constexpr int kSideMin = 14, kSideMax = 300;
/// A hexagon is 0.87 as wide as high, or the other way round.
constexpr double kAspectMin = 0.83, kAspectMax = 1.2;
/// How far within the edge of what is drawn an area ends, pixels: a smooth edge is not of one
/// colour.
constexpr int kRim = 2;
/// The smallest share of its box that an area covers, with what is drawn on it: diamonds, half.
constexpr double kCover = 0.45;
/// Sizes that differ by at most this share are the same.
constexpr double kSameWidth = 0.1;
/// Colours nearer than this, in OKLab, are the same.
constexpr double kSameColour = 16;
/// How many sizes are tried as tiles, and how many places of each.
constexpr std::size_t kMostClusters = 4, kMostOfCluster = 5;

/// Whether one of these has another in its row and one in its column. The icons of a toolbar have
/// not.
bool is_grid(const std::vector<cv::Rect>& boxes) {
  const auto have_near = [](int a, int b, int side) {
    return std::abs(a - b) <= 1 + kSameWidth * side;
  };
  return std::ranges::any_of(boxes, [&](const cv::Rect& box) {
    bool has_beside = false, has_below = false;
    for (const cv::Rect& other : boxes) {
      const bool is_in_row = have_near(box.y, other.y, box.height),
                 is_in_column = have_near(box.x, other.x, box.width);
      has_beside = has_beside || (is_in_row && !is_in_column);
      has_below = has_below || (is_in_column && !is_in_row);
    }
    return has_beside && has_below;
  });
}

/// The first of each colour, then the second of each, and so on: of a background that is a pattern
/// of squares as large as tiles there are many, but in few colours.
std::vector<cv::Rect> alternating(const cv::Mat& bgr, const std::vector<cv::Rect>& boxes) {
  struct Ranked {
    cv::Rect box;
    cv::Vec3f colour;
    std::ptrdiff_t earlier = 0;  ///< boxes of this colour
  };
  std::vector<Ranked> ranked;
  for (const cv::Rect& box : boxes) {
    const auto colour = to_oklab(cv::Mat(1, 1, CV_32FC3, cv::mean(bgr(box)))).at<cv::Vec3f>(0, 0);
    ranked.push_back({box, colour, std::ranges::count_if(ranked, [&](const Ranked& other) {
                        return cv::norm(colour - other.colour) < kSameColour;
                      })});
  }
  std::ranges::stable_sort(ranked, {}, &Ranked::earlier);
  std::vector<cv::Rect> result;
  std::ranges::transform(ranked, std::back_inserter(result), &Ranked::box);
  return result;
}

}  // namespace

std::vector<std::vector<cv::Rect>> areas_of_one_size(const cv::Mat& bgr, double fill_max) {
  const cv::Mat lab = to_oklab(bgr);
  cv::Mat smooth(lab.size(), CV_8U, cv::Scalar(255));
  for (int y = 0; y < lab.rows; ++y)
    for (int x = 0; x < lab.cols; ++x)
      for (const cv::Point p : {cv::Point(x + 1, y), cv::Point(x, y + 1)})
        if (p.x < lab.cols && p.y < lab.rows &&
            cv::norm(lab.at<cv::Vec3f>(y, x) - lab.at<cv::Vec3f>(p)) > kSmooth)
          smooth.at<std::uint8_t>(y, x) = smooth.at<std::uint8_t>(p) = 0;
  cv::Mat labels, stats, middles;
  const int areas = cv::connectedComponentsWithStats(smooth, labels, stats, middles, 4);
  std::vector<cv::Rect> boxes;
  for (int i = 1; i < areas; ++i) {
    const cv::Rect box(stats.at<int>(i, cv::CC_STAT_LEFT), stats.at<int>(i, cv::CC_STAT_TOP),
                       stats.at<int>(i, cv::CC_STAT_WIDTH), stats.at<int>(i, cv::CC_STAT_HEIGHT));
    const double aspect = static_cast<double>(box.width + 2 * kRim) / (box.height + 2 * kRim);
    if (std::min(box.width, box.height) < kSideMin || std::max(box.width, box.height) > kSideMax ||
        aspect < kAspectMin || aspect > kAspectMax)
      continue;
    std::vector<std::vector<cv::Point>> outlines;
    cv::findContours(cv::Mat(labels(box) == i), outlines, cv::RETR_EXTERNAL, cv::CHAIN_APPROX_NONE);
    double whole = 0;
    for (const auto& outline : outlines) whole = std::max(whole, cv::contourArea(outline));
    // Outlines run through the centres of pixels.
    if (whole >= kCover * box.area() && whole <= fill_max * (box.width - 1) * (box.height - 1))
      boxes.push_back(box);
  }
  // Clusters of one size, those that cover most first; within each, the middle ones first.
  struct SizeCluster {
    double covered = 0;
    std::vector<cv::Rect> boxes;
  };
  std::vector<SizeCluster> clusters;
  for (std::vector<cv::Rect> left = boxes; !left.empty();) {
    SizeCluster best;
    for (const cv::Rect& box : left) {
      SizeCluster cluster;
      for (const cv::Rect& other : left)
        if (std::abs(other.width - box.width) <= 1 + kSameWidth * box.width) {
          cluster.boxes.push_back(other);
          cluster.covered += other.area();
        }
      if (cluster.covered > best.covered) best = cluster;
    }
    std::erase_if(left, [&](const cv::Rect& box) {
      return std::find(best.boxes.begin(), best.boxes.end(), box) != best.boxes.end();
    });
    if (best.boxes.size() > 1) clusters.push_back(best);
  }
  std::stable_sort(
      clusters.begin(), clusters.end(),
      [](const SizeCluster& a, const SizeCluster& b) { return a.covered > b.covered; });
  const auto middle = [](const cv::Rect& box) { return cv::Point2d(box.tl() + box.br()) / 2; };
  for (SizeCluster& cluster : clusters) {
    cv::Point2d centre;
    for (const cv::Rect& box : cluster.boxes)
      centre += middle(box) / static_cast<double>(cluster.boxes.size());
    std::sort(cluster.boxes.begin(), cluster.boxes.end(),
              [&](const cv::Rect& a, const cv::Rect& b) {
                return cv::norm(middle(a) - centre) < cv::norm(middle(b) - centre);
              });
  }
  std::vector<std::vector<cv::Rect>> result;
  for (SizeCluster& cluster : clusters) result.push_back(std::move(cluster.boxes));
  return result;
}

std::vector<cv::Point> places_like_tiles(const cv::Mat& bgr) {
  std::vector<std::vector<cv::Rect>> clusters = areas_of_one_size(bgr);
  std::erase_if(clusters, [](const auto& boxes) { return !is_grid(boxes); });
  if (clusters.size() > kMostClusters) clusters.resize(kMostClusters);
  for (std::vector<cv::Rect>& boxes : clusters) boxes = alternating(bgr, boxes);
  std::vector<cv::Point> places;
  for (std::size_t i = 0; i < kMostOfCluster; ++i)
    for (const std::vector<cv::Rect>& boxes : clusters)
      if (i < boxes.size()) places.push_back((boxes[i].tl() + boxes[i].br()) / 2);
  return places;
}

}  // namespace eyehand::calibration
