#include "calibration/slitherlink/stroke.hpp"

#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>

namespace eyehand::calibration {
namespace {

TEST(Stroke, TheMiddleOfALineIsKnownToAFractionOfAPixel) {
  const cv::Mat before(100, 100, CV_8UC3, cv::Scalar(240, 220, 240));
  for (const bool is_horizontal : {true, false}) {
    cv::Mat after = before.clone();
    cv::rectangle(after, {30, 47, 40, 6}, {10, 60, 60}, cv::FILLED);
    // A row that the line covers by half.
    cv::rectangle(after, {30, 53, 40, 1}, {125, 140, 150}, cv::FILLED);
    if (!is_horizontal) after = after.t();
    cv::Mat mask;
    cv::cvtColor(before != after, mask, cv::COLOR_BGR2GRAY);
    const auto stroke = stroke_near(before, after, mask > 0, {50, 50});
    ASSERT_TRUE(stroke);
    EXPECT_NEAR(is_horizontal ? stroke->middle.y : stroke->middle.x, 49.75, 0.05);
    EXPECT_NEAR(is_horizontal ? stroke->middle.x : stroke->middle.y, 49.5, 1e-6);
  }
}

}  // namespace
}  // namespace eyehand::calibration
