#include "calibration/distort.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <random>

#include "puzzle/error.hpp"

namespace eyehand::calibration {
namespace {

constexpr int kMaxSide = 16384;

cv::Mat scaled(const cv::Mat& picture, double factor) {
  const double width = picture.cols * factor, height = picture.rows * factor;
  if (!(std::min(width, height) >= 1 && std::max(width, height) <= kMaxSide))
    throw Error("A picture of " + std::to_string(picture.cols) + " by " +
                std::to_string(picture.rows) + " pixels cannot be scaled by " +
                std::to_string(factor) + ".");
  cv::Mat result;
  cv::resize(picture, result, {}, factor, factor, factor < 1 ? cv::INTER_AREA : cv::INTER_LINEAR);
  return result;
}

cv::Mat shifted(const cv::Mat& picture, double pixels) {
  const cv::Mat move = (cv::Mat_<double>(2, 3) << 1, 0, pixels, 0, 1, pixels);
  cv::Mat result;
  cv::warpAffine(picture, result, move, picture.size(), cv::INTER_LINEAR, cv::BORDER_REPLICATE);
  return result;
}

cv::Mat blurred(const cv::Mat& picture, double sigma) {
  cv::Mat result;
  if (sigma <= 0) return picture.clone();
  cv::GaussianBlur(picture, result, {}, sigma, sigma, cv::BORDER_REPLICATE);
  return result;
}

cv::Mat tinted(const cv::Mat& picture, double max_change, std::mt19937_64& random) {
  std::uniform_real_distribution<double> by(-max_change, max_change);
  cv::Scalar step;
  for (int channel = 0; channel < 3; ++channel) step[channel] = by(random);
  cv::Mat result;
  cv::add(picture, step, result);
  return result;
}

/// A rectangle of arbitrary size, as windows have: neither a row of the board nor a dot.
cv::Mat covered(const cv::Mat& picture, double share, const cv::Rect& area,
                std::mt19937_64& random) {
  const auto from_to = [&](double a, double b) {
    return std::uniform_real_distribution<double>(a, b)(random);
  };
  const double aspect = from_to(0.5, 2);
  const double hidden = std::clamp(share, 0.0, 1.0) * area.area();
  const double width = std::min<double>(area.width, std::sqrt(hidden * aspect));
  const double height = std::min<double>(area.height, width > 0 ? hidden / width : 0);
  // Drawn one after another, because compilers evaluate a call's arguments in different orders.
  const double down = from_to(0, area.height - height), across = from_to(0, area.width - width);
  const cv::Rect window(area.x + cvRound(across), area.y + cvRound(down),
                        std::max(1, cvRound(width)), std::max(1, cvRound(height)));
  const double red = from_to(0, 255), green = from_to(0, 255), blue = from_to(0, 255);
  const cv::Scalar colour(blue, green, red);
  cv::Mat result = picture.clone();
  if (hidden <= 0) return result;
  cv::rectangle(result, window, colour, cv::FILLED);
  cv::rectangle(result, window, colour * 0.6, 1);
  return result;
}

}  // namespace

cv::Mat distort(const cv::Mat& picture, Distortion distortion, double amount, const cv::Rect& area,
                std::uint64_t seed) {
  std::mt19937_64 random(seed);
  switch (distortion) {
    case Distortion::scale:
      return scaled(picture, amount);
    case Distortion::shift:
      return shifted(picture, amount);
    case Distortion::blur:
      return blurred(picture, amount);
    case Distortion::brightness: {
      cv::Mat result;
      picture.convertTo(result, -1, amount);
      return result;
    }
    case Distortion::colour:
      return tinted(picture, amount, random);
    case Distortion::cover:
      return covered(picture, amount, area, random);
  }
  return picture.clone();
}

}  // namespace eyehand::calibration
