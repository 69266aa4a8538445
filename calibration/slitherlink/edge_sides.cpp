#include "calibration/slitherlink/edge_sides.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace eyehand::calibration {
namespace {

/// Sides are different ones if they differ by more than this per pixel, 0 to 255 (the square root
/// of the mean square); at most so many of each label are combined, the most different ones.
constexpr double kOtherSide = 12;
constexpr std::size_t kMostSides = 5;

/// The most different of these.
std::vector<cv::Mat> different(const std::vector<cv::Mat>& sides) {
  std::vector<cv::Mat> chosen = {sides.front()};
  std::vector<double> off(sides.size(), std::numeric_limits<double>::infinity());
  while (chosen.size() < kMostSides) {
    const cv::Mat& last = chosen.back();
    const double values = std::sqrt(static_cast<double>(last.total()) * last.channels());
    for (std::size_t i = 0; i < sides.size(); ++i)
      off[i] = std::min(off[i], cv::norm(sides[i], last) / values);
    const auto farthest = std::ranges::max_element(off);
    if (*farthest <= kOtherSide) break;
    chosen.push_back(sides[static_cast<std::size_t>(farthest - off.begin())]);
  }
  return chosen;
}

}  // namespace

std::vector<cells::Sample> with_all_sides(std::vector<cells::Sample> samples) {
  std::map<int, std::vector<cv::Mat>> sides;  // by label; the lower ones upside down
  int place = 0;
  for (const cells::Sample& sample : samples) {
    const int half = sample.patch.rows / 2;
    cv::Mat below;
    cv::flip(sample.patch, below, 0);
    sides[sample.label].push_back(sample.patch.rowRange(0, half));
    sides[sample.label].push_back(below.rowRange(0, half));
    place = std::max(place, sample.place + 1);
  }
  // A thin line may lie on one side alone; then two others of its sides are no line.
  const cells::Atlas seen(samples);
  for (const auto& [label, all] : sides) {
    const std::vector<cv::Mat> chosen = different(all);
    for (const cv::Mat& above : chosen)
      for (const cv::Mat& other : chosen) {
        cv::Mat below, patch;
        cv::flip(other, below, 0);
        cv::vconcat(above, below, patch);
        if (seen.classify(patch).label == label) samples.push_back({label, place++, patch});
      }
  }
  return samples;
}

}  // namespace eyehand::calibration
