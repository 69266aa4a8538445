#include "calibration/distort.hpp"

#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>

#include "puzzle/error.hpp"

namespace eyehand::calibration {
namespace {

/// A black square on white.
cv::Mat square() {
  cv::Mat picture(40, 60, CV_8UC3, cv::Scalar::all(200));
  cv::rectangle(picture, cv::Rect(20, 10, 20, 20), cv::Scalar::all(40), cv::FILLED);
  return picture;
}

const cv::Rect kBoard(20, 10, 20, 20);

int value_at(const cv::Mat& picture, int x, int y) {
  return picture.at<cv::Vec3b>(y, x)[0];
}

long differing(const cv::Mat& a, const cv::Mat& b) {
  cv::Mat difference;
  cv::absdiff(a, b, difference);
  return cv::countNonZero(difference.reshape(1));
}

TEST(Distort, ScalesByFractions) {
  EXPECT_EQ(distort(square(), Distortion::scale, 1.25, kBoard, 1).size(), cv::Size(75, 50));
  const cv::Mat half = distort(square(), Distortion::scale, 0.5, kBoard, 1);
  EXPECT_EQ(half.size(), cv::Size(30, 20));
  EXPECT_EQ(value_at(half, 15, 10), 40);
  EXPECT_EQ(value_at(half, 5, 10), 200);
}

TEST(Distort, ShiftsByPixelsAndFractions) {
  const cv::Mat one = distort(square(), Distortion::shift, 1, kBoard, 1);
  EXPECT_EQ(one.size(), square().size());
  EXPECT_EQ(value_at(one, 20, 20), 200);
  EXPECT_EQ(value_at(one, 21, 20), 40);
  EXPECT_EQ(value_at(one, 40, 20), 40);
  const cv::Mat half = distort(square(), Distortion::shift, 0.5, kBoard, 1);
  EXPECT_NEAR(value_at(half, 20, 20), 120, 2);
  EXPECT_EQ(value_at(one, 0, 0), 200);
}

TEST(Distort, BlurKeepsUniformAreas) {
  const cv::Mat blurred = distort(square(), Distortion::blur, 1, kBoard, 1);
  EXPECT_EQ(value_at(blurred, 5, 5), 200);
  EXPECT_EQ(value_at(blurred, 30, 20), 40);
  EXPECT_GT(value_at(blurred, 20, 20), 40);
  EXPECT_LT(value_at(blurred, 20, 20), 200);
  EXPECT_EQ(differing(distort(square(), Distortion::blur, 0, kBoard, 1), square()), 0);
}

TEST(Distort, BrightnessMultipliesAndSaturates) {
  const cv::Mat dark = distort(square(), Distortion::brightness, 0.5, kBoard, 1);
  EXPECT_EQ(value_at(dark, 0, 0), 100);
  EXPECT_EQ(value_at(dark, 30, 20), 20);
  EXPECT_EQ(value_at(distort(square(), Distortion::brightness, 1.5, kBoard, 1), 0, 0), 255);
}

TEST(Distort, ColoursMoveTogetherAndNoFurtherThanTheAmount) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const cv::Mat moved = distort(square(), Distortion::colour, 10, kBoard, seed);
    for (int channel = 0; channel < 3; ++channel) {
      const int light = moved.at<cv::Vec3b>(0, 0)[channel] - 200;
      EXPECT_LE(std::abs(light), 10);
      EXPECT_EQ(moved.at<cv::Vec3b>(20, 30)[channel] - 40, light);
    }
  }
  EXPECT_GT(differing(distort(square(), Distortion::colour, 10, kBoard, 1),
                      distort(square(), Distortion::colour, 10, kBoard, 2)),
            0);
}

TEST(Distort, ACoverHidesAShareOfTheBoardAndNothingElse) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const cv::Mat covered = distort(square(), Distortion::cover, 0.25, kBoard, seed);
    cv::Mat difference, grey;
    cv::absdiff(covered, square(), difference);
    cv::cvtColor(difference, grey, cv::COLOR_BGR2GRAY);
    const cv::Rect changed = cv::boundingRect(grey);
    EXPECT_EQ(changed & kBoard, changed) << seed;
    EXPECT_NEAR(changed.area(), 0.25 * kBoard.area(), 35) << seed;
    EXPECT_EQ(differing(covered, distort(square(), Distortion::cover, 0.25, kBoard, seed)), 0);
  }
  EXPECT_EQ(differing(distort(square(), Distortion::cover, 0, kBoard, 1), square()), 0);
  EXPECT_EQ(differing(distort(square(), Distortion::cover, 0.5, {}, 1), square()), 0);
}

TEST(Distort, RejectsImpossibleSizes) {
  EXPECT_THROW(distort(square(), Distortion::scale, 0.001, kBoard, 1), Error);
  EXPECT_THROW(distort(square(), Distortion::scale, 1e6, kBoard, 1), Error);
  EXPECT_THROW(distort(square(), Distortion::scale, -1, kBoard, 1), Error);
}

}  // namespace
}  // namespace eyehand::calibration
