// A detail of survey.hpp: where to click first.
#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
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
/// A pixel has a sharp edge if its Laplacian is at least this, 0 to 255 per step; and the least
/// share of such pixels around a place of a board.
constexpr double kSharp = 40, kSharpShare = 0.04;
/// Regions shallower than this, in strides, cannot hold a board; and how many regions are tried.
constexpr double kLeastDepth = 4;
constexpr std::size_t kMostParts = 2;

/// A place, and its depth: how far inside a region that does not look like the background it is, in
/// strides.
struct DeepPlace {
  cv::Point at;
  double depth = 0;
};

/// The means of squares of this size around each place.
cv::Mat sampled(const cv::Mat& values, int square) {
  cv::Mat blurred, few;
  cv::blur(values, blurred, {square, square}, {-1, -1}, cv::BORDER_REFLECT);
  cv::resize(blurred, few, {std::max(1, values.cols / kStride), std::max(1, values.rows / kStride)},
             0, 0, cv::INTER_NEAREST);
  return few;
}

/// The places that do not look like the background, judged by the mean and variance of squares of
/// this size: an 8-bit mask. A corner of a gradient may be one of them.
cv::Mat unlike_background(const cv::Mat& bgr, int square) {
  cv::Mat wide;
  bgr.convertTo(wide, CV_32F);
  const cv::Mat means = sampled(wide, square), squares = sampled(wide.mul(wide), square);
  const cv::Size size = means.size();
  std::map<std::array<int, 4>, int> kinds;
  std::vector<std::array<int, 4>> kind_of;
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x) {
      const auto &mean = means.at<cv::Vec3f>(y, x), &second = squares.at<cv::Vec3f>(y, x);
      float variance = 0;
      for (int c = 0; c < 3; ++c) variance += std::max(0.0F, second[c] - mean[c] * mean[c]);
      kind_of.push_back({cvRound(mean[0] / 40), cvRound(mean[1] / 40), cvRound(mean[2] / 40),
                         std::min(3, cvRound(std::sqrt(variance) / 20))});
      ++kinds[kind_of.back()];
    }
  cv::Mat novel(size, CV_8U);
  for (int i = 0; i < size.area(); ++i)
    novel.data[i] = kinds[kind_of[at(i)]] > size.area() / kCommon ? 0 : 255;
  return novel;
}

/// The places with sharp edges around them, which tell a board from a blurred photograph: an 8-bit
/// mask.
cv::Mat with_edges(const cv::Mat& bgr) {
  cv::Mat grey, curved;
  cv::cvtColor(bgr, grey, cv::COLOR_BGR2GRAY);
  cv::Laplacian(grey, curved, CV_32F);
  return sampled(cv::Mat(cv::abs(curved) > kSharp), 2 * kStride) > 255 * kSharpShare;
}

/// The deepest places of the deepest regions of a mask.
std::vector<DeepPlace> deepest_places(cv::Mat novel) {
  cv::Mat depth;
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
  // Around the deepest places by either size, or by edges, first, in uneven steps, so that no two
  // points fall on the same spot of their cells.
  std::vector<DeepPlace> deepest = deepest_places(unlike_background(bgr, kStride));
  const std::vector<DeepPlace> coarse = deepest_places(unlike_background(bgr, 4 * kStride));
  deepest.insert(deepest.begin() + (deepest.empty() ? 0 : 1), coarse.begin(), coarse.end());
  std::ranges::copy(deepest_places(with_edges(bgr)), std::back_inserter(deepest));
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
