#include "calibration/slitherlink/numbers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <opencv2/imgproc.hpp>
#include <string>

namespace eyehand::calibration {
namespace {

TEST(SlitherlinkNumbers, AreShownSlantedIfTesseractReadsNoneUpright) {
  cv::Mat zero(40, 40, CV_8UC1, cv::Scalar(0));
  cv::putText(zero, "0", {8, 30}, cv::FONT_HERSHEY_SIMPLEX, 0.7, 255, 2, cv::LINE_AA);
  cv::GaussianBlur(zero, zero, {}, 1.2);
  cv::normalize(zero, zero, 0, 255, cv::NORM_MINMAX);
  const auto content = [&](const cv::Mat&, int face) {
    slitherlink::FaceContent of;
    if (face % 5 != 0) return of;
    of.contrast = 200;
    of.foreground = zero;
    return of;
  };
  const Numbers numbers =
      name_numbers({cv::Mat()}, slitherlink::Grid::squares(5, 4), content, Deadline());
  EXPECT_EQ(numbers.digits, "0");
  EXPECT_EQ(std::ranges::count(numbers.clues, 0), 4);
}

cv::Mat blurred(const cv::Mat& large) {
  cv::Mat small;
  cv::resize(large, small, {40, 40}, 0, 0, cv::INTER_AREA);
  cv::GaussianBlur(small, small, {}, 0.8);
  cv::normalize(small, small, 0, 255, cv::NORM_MINMAX);
  return small;
}

cv::Mat zero(int width) {
  cv::Mat large(160, 160, CV_8UC1, cv::Scalar(0));
  cv::ellipse(large, {80, 80}, {width / 2, 45}, 0, 0, 360, 255, 12, cv::LINE_AA);
  return blurred(large);
}

cv::Mat digit_with_serifs(char digit) {
  cv::Mat large(160, 160, CV_8UC1, cv::Scalar(0));
  cv::putText(large, std::string(1, digit), {40, 120}, cv::FONT_HERSHEY_COMPLEX, 2.4, 255, 8,
              cv::LINE_AA);
  return blurred(large);
}

TEST(SlitherlinkNumbers, ThatLookAlikeAreTheDigitsThatTesseractSays) {
  // The numbers around a loop like a plus sign; the zeros differ more from each other than a 2 does
  // from a 3 in this print.
  const std::string clues =
      "A 1 B"
      " 232 "
      "13C31"
      " 232 "
      "  1  ";
  const auto content = [&](const cv::Mat&, int face) {
    slitherlink::FaceContent of;
    const char clue = clues[static_cast<std::size_t>(face)];
    if (clue == ' ') return of;
    of.contrast = 200;
    of.foreground = clue >= 'A' ? zero(36 + 20 * (clue - 'A')) : digit_with_serifs(clue);
    return of;
  };
  const Numbers numbers =
      name_numbers({cv::Mat()}, slitherlink::Grid::squares(5, 5), content, Deadline());
  EXPECT_EQ(numbers.digits, "0123");
}

}  // namespace
}  // namespace eyehand::calibration
