#include "vision/oklab.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace eyehand {
namespace {

/// Of values in quarters.
constexpr int kSteps = 4;
/// Darker values, 0 to 255, are taken for this one: OKLab has 0 and 3 as far from each other as 120
/// and 150, though hardly anybody can distinguish these on a screen.
constexpr float kDarkest = 4;

const std::array<float, 255 * kSteps + 1>& linear_light() {
  static const auto table = [] {
    std::array<float, 255 * kSteps + 1> values{};
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double c = static_cast<double>(i) / (255 * kSteps);
      values[i] = static_cast<float>(c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4));
    }
    return values;
  }();
  return table;
}

}  // namespace

cv::Mat to_oklab(const cv::Mat& bgr) {
  cv::Mat wide, lab(bgr.size(), CV_32FC3);
  bgr.convertTo(wide, CV_32FC3);
  const auto& table = linear_light();
  const auto linear = [&](float value) {
    const int i = cvRound(std::clamp(value, kDarkest, 255.0F) * kSteps);
    return table[static_cast<std::size_t>(i)];
  };
  for (int y = 0; y < wide.rows; ++y)
    for (int x = 0; x < wide.cols; ++x) {
      const auto& colour = wide.at<cv::Vec3f>(y, x);
      const float r = linear(colour[2]), g = linear(colour[1]), b = linear(colour[0]);
      const float l = std::cbrt(0.4122215F * r + 0.5363325F * g + 0.0514460F * b);
      const float m = std::cbrt(0.2119035F * r + 0.6806995F * g + 0.1073970F * b);
      const float s = std::cbrt(0.0883025F * r + 0.2817188F * g + 0.6299787F * b);
      lab.at<cv::Vec3f>(y, x) =
          255.0F * cv::Vec3f(0.2104543F * l + 0.7936178F * m - 0.0040720F * s,
                             1.9779985F * l - 2.4285922F * m + 0.4505937F * s,
                             0.0259040F * l + 0.7827718F * m - 0.8086758F * s);
    }
  return lab;
}

}  // namespace eyehand
