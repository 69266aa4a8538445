#include "vision/appeared.hpp"

#include <algorithm>
#include <opencv2/imgproc.hpp>

#include "vision/components.hpp"

namespace eyehand {
namespace {

/// Pictures are compared in squares of this side: large enough for the strokes of a letter, small
/// enough to separate a button's text from its surroundings.
constexpr int kSquare = 9;
/// A square whose brightness varies less than this is even.
constexpr float kEven = 6;
/// Squares that correlate at least so well show the same thing, brighter or darker. A page beneath
/// a veil of 70 % keeps 0.9 and more; text over something else hardly ever reaches 0.6.
constexpr float kSame = 0.75F;

cv::Mat grey(const cv::Mat& bgr) {
  cv::Mat as_float;
  cv::cvtColor(bgr, as_float, cv::COLOR_BGR2GRAY);
  as_float.convertTo(as_float, CV_32F);
  return as_float;
}

cv::Mat local_mean(const cv::Mat& picture) {
  cv::Mat blurred;
  cv::blur(picture, blurred, {kSquare, kSquare});
  return blurred;
}

}  // namespace

cv::Mat appeared(const cv::Mat& before, const cv::Mat& now) {
  if (before.size() != now.size()) return cv::Mat(now.size(), CV_8UC1, cv::Scalar(255));
  const cv::Mat a = grey(before), b = grey(now);
  const cv::Mat mean_a = local_mean(a), mean_b = local_mean(b);
  const cv::Mat variance_a = cv::max(local_mean(a.mul(a)) - mean_a.mul(mean_a), 0),
                variance_b = cv::max(local_mean(b.mul(b)) - mean_b.mul(mean_b), 0),
                covariance = local_mean(a.mul(b)) - mean_a.mul(mean_b);
  cv::Mat deviations;
  cv::sqrt(variance_a.mul(variance_b), deviations);
  const cv::Mat has_structure = variance_b > kEven * kEven;
  const cv::Mat is_same = covariance > kSame * deviations;
  return has_structure & ~is_same;
}

std::vector<cv::Rect> regions_of(const cv::Mat& marks, int gap) {
  cv::Mat joined;
  const int side = gap / 2 * 2 + 1;
  cv::dilate(marks, joined, cv::getStructuringElement(cv::MORPH_RECT, {side, side}));
  std::vector<cv::Rect> regions;
  for (const Component& part : components(joined, Corners::connect)) regions.push_back(part.box);
  std::sort(regions.begin(), regions.end(),
            [](const cv::Rect& a, const cv::Rect& b) { return a.area() > b.area(); });
  return regions;
}

}  // namespace eyehand
