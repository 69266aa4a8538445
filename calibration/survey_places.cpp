// A detail of survey.hpp: where to click first.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "calibration/changes.hpp"
#include "calibration/survey.hpp"
#include "puzzle/index.hpp"

namespace eyehand::calibration {
namespace {

/// The spacing of the places at which a picture's texture is sampled, pixels.
constexpr int kStride = 12;
/// A texture that covers more than 1 / kCommon of a picture is its background.
constexpr int kCommon = 8;
/// Regions shallower than this, in strides, cannot hold a board; and how many regions are tried.
constexpr double kLeastDepth = 4;
constexpr std::size_t kMostParts = 2;

/// A place, and its depth: how far inside a region that does not look like the background it is, in
/// strides.
struct DeepPlace {
  cv::Point at;
  double depth = 0;
};

/// The deepest places of the deepest regions that do not look like the background, judged by the
/// mean and variance of squares of this size. A corner of a gradient may be one of them.
std::vector<DeepPlace> deepest_places(const cv::Mat& bgr, int square) {
  const cv::Size size(std::max(1, bgr.cols / kStride), std::max(1, bgr.rows / kStride));
  cv::Mat means, squares, wide;
  bgr.convertTo(wide, CV_32F);
  const auto sampled = [&](const cv::Mat& values) {
    cv::Mat blurred, few;
    cv::blur(values, blurred, {square, square}, {-1, -1}, cv::BORDER_REFLECT);
    cv::resize(blurred, few, size, 0, 0, cv::INTER_NEAREST);
    return few;
  };
  means = sampled(wide);
  squares = sampled(wide.mul(wide));
  std::map<std::array<int, 4>, int> kinds;
  std::vector<std::array<int, 4>> kind_of;
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x) {
      const auto mean = means.at<cv::Vec3f>(y, x), second = squares.at<cv::Vec3f>(y, x);
      float variance = 0;
      for (int c = 0; c < 3; ++c) variance += std::max(0.0F, second[c] - mean[c] * mean[c]);
      kind_of.push_back({cvRound(mean[0] / 40), cvRound(mean[1] / 40), cvRound(mean[2] / 40),
                         std::min(3, cvRound(std::sqrt(variance) / 20))});
      ++kinds[kind_of.back()];
    }
  cv::Mat novel(size, CV_8U), depth;
  for (int i = 0; i < size.area(); ++i)
    novel.data[i] = kinds[kind_of[at(i)]] > size.area() / kCommon ? 0 : 255;
  cv::morphologyEx(novel, novel, cv::MORPH_CLOSE, cv::Mat::ones(5, 5, CV_8U));
  cv::copyMakeBorder(novel, novel, 1, 1, 1, 1, cv::BORDER_CONSTANT, 0);
  cv::distanceTransform(novel, depth, cv::DIST_L1, 3);
  cv::Mat parts;
  const int count = cv::connectedComponents(novel, parts, 4);
  std::vector<DeepPlace> places;
  for (int part = 1; part < count; ++part) {
    double deepest = 0;
    cv::Point deep;
    cv::minMaxLoc(depth, nullptr, &deepest, nullptr, &deep, parts == part);
    if (deepest < kLeastDepth) continue;
    places.push_back(
        {(deep - cv::Point(1, 1)) * kStride + cv::Point(kStride / 2, kStride / 2), deepest});
  }
  std::sort(places.begin(), places.end(),
            [](const DeepPlace& a, const DeepPlace& b) { return a.depth > b.depth; });
  if (places.size() > kMostParts) places.resize(kMostParts);
  return places;
}

}  // namespace

std::vector<cv::Point> promising_places(const cv::Mat& bgr) {
  constexpr int kAround = 20;
  std::vector<cv::Point> places;
  // Around the deepest places by either size first, in uneven steps, so that no two points fall on
  // the same spot of their cells.
  std::vector<DeepPlace> deepest = deepest_places(bgr, kStride);
  const std::vector<DeepPlace> coarse = deepest_places(bgr, 4 * kStride);
  deepest.insert(deepest.begin() + (deepest.empty() ? 0 : 1), coarse.begin(), coarse.end());
  for (int i = 0; i < kAround; ++i)
    for (const auto& [place, depth] : deepest) {
      const double radius = 11.0 * std::sqrt(i) * std::min(1.0, depth / 10), angle = 2.4 * i;
      places.emplace_back(cvRound(place.x + radius * std::cos(angle)),
                          cvRound(place.y + radius * std::sin(angle)));
    }
  for (const cv::Point p : points_to_try(bgr.size())) places.push_back(p);
  std::erase_if(places, [&](cv::Point p) { return !cv::Rect({}, bgr.size()).contains(p); });
  return places;
}

}  // namespace eyehand::calibration
