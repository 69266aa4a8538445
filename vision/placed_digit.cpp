#include "vision/placed_digit.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/imgproc.hpp>

namespace eyehand {
namespace {

/// Where the middle of the foreground is; pixels begin at whole numbers.
cv::Point2d middle_of(const cv::Mat& pixels) {
  cv::Mat wide;
  pixels.convertTo(wide, CV_64F);  // OpenCV takes two columns of CV_32F for a contour
  const cv::Moments sums = cv::moments(wide);
  return {sums.m10 / sums.m00 + 0.5, sums.m01 / sums.m00 + 0.5};
}

/// The rows of `picture`, `size` high in all from `begin` on, as they show in `rows` pixels.
cv::Mat resampled(const cv::Mat& picture, double size, double begin, int rows) {
  cv::Mat result = cv::Mat::zeros(rows, picture.cols, CV_32F);
  const double each = size / picture.rows;
  for (int row = 0; row < picture.rows; ++row) {
    const double first = begin + row * each, last = first + each;
    for (int at = std::max(0, cvFloor(first)); at < std::min<double>(rows, last); ++at) {
      const double covered = std::min(last, at + 1.0) - std::max(first, static_cast<double>(at));
      cv::scaleAdd(picture.row(row), covered, result.row(at), result.row(at));
    }
  }
  return result;
}

/// As pixels are that were scaled twice: a fifth of each has gone to those on either side.
cv::Mat blurred(const cv::Mat& picture) {
  static const cv::Mat kernel = (cv::Mat_<float>(1, 3) << 0.2F, 0.6F, 0.2F);
  cv::Mat result;
  cv::sepFilter2D(picture, result, CV_32F, kernel, kernel, {-1, -1}, 0, cv::BORDER_CONSTANT);
  return result;
}

}  // namespace

PlacedDigit::PlacedDigit(const cv::Mat& foreground, const cv::Rect& box) {
  const cv::Rect around = cv::Rect(box.x - 1, box.y - 1, box.width + 2, box.height + 2) &
                          cv::Rect({}, foreground.size());
  const double scale = std::min(1.0, static_cast<double>(kGlyphHeight) / box.height);
  foreground(around).convertTo(pixels_, CV_32F);
  const cv::Size size(std::max(1, cvRound(around.width * scale)), cvRound(around.height * scale));
  cv::resize(pixels_, pixels_, size, 0, 0, cv::INTER_AREA);
  height_ = box.height * scale;
  middle_ = middle_of(pixels_);
  square_ = pixels_.dot(pixels_);
}

double PlacedDigit::distance(const Glyph& glyph) const {
  // The box is one of whole pixels, which need not be covered by much; those of samples, too.
  constexpr std::array kHeights{-1.25, -1.0, -0.75, -0.5, -0.25, 0.0, 0.25, 0.5};
  constexpr std::array kWidths{0.92, 1.0, 1.08};
  cv::Mat sample(kGlyphHeight, kGlyphWidth, CV_8UC1);
  std::ranges::copy(glyph, sample.begin<std::uint8_t>());
  if (cv::countNonZero(sample) == 0) return 1;
  const cv::Point2d middle = middle_of(sample);
  sample.convertTo(sample, CV_32F);
  double most = 0;
  for (const double larger : kHeights) {
    const double times = (height_ + larger) / kGlyphHeight;
    const cv::Mat columns =
        resampled(sample, height_ + larger, middle_.y - times * middle.y, pixels_.rows).t();
    for (const double wider : kWidths) {
      const double across = times * wider;
      const cv::Mat drawn =
          resampled(columns, across * kGlyphWidth, middle_.x - across * middle.x, pixels_.cols).t();
      for (const cv::Mat& shown : {drawn, blurred(drawn)}) {
        const double square = shown.dot(shown);
        if (square > 0) most = std::max(most, shown.dot(pixels_) / std::sqrt(square * square_));
      }
    }
  }
  return 1 - most;
}

}  // namespace eyehand
