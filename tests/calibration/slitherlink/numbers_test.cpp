#include "calibration/slitherlink/numbers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <opencv2/imgproc.hpp>

namespace eyehand::calibration {
namespace {

TEST(SlitherlinkNumbers, AreShownSlantedIfTesseractReadsNoneUpright) {
  cv::Mat blurred(40, 40, CV_8UC1, cv::Scalar(0));
  cv::putText(blurred, "0", {8, 30}, cv::FONT_HERSHEY_SIMPLEX, 0.7, 255, 2, cv::LINE_AA);
  cv::GaussianBlur(blurred, blurred, {}, 1.2);
  cv::normalize(blurred, blurred, 0, 255, cv::NORM_MINMAX);
  const auto content = [&](const cv::Mat&, int face) {
    slitherlink::FaceContent of;
    if (face % 5 != 0) return of;
    of.contrast = 200;
    of.foreground = blurred;
    return of;
  };
  const Numbers numbers =
      name_numbers({cv::Mat()}, slitherlink::Grid::squares(5, 4), content, Deadline());
  EXPECT_EQ(numbers.digits, "0");
  EXPECT_EQ(std::ranges::count(numbers.clues, 0), 4);
}

}  // namespace
}  // namespace eyehand::calibration
