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

TEST(EdgesNear, OneBeginsAtAVertexWhateverRepeats) {
  constexpr double kPitch = 56;
  const cv::Point2d spot(961, 156);
  for (const cv::Point2d half : {cv::Point2d(0, 0), {0.5, 0}, {0, 0.5}, {0.5, 0.5}}) {
    const cv::Point2d vertex = spot + kPitch * half;
    int found = 0;
    for (const Segment& edge : edges_near(spot, kPitch)) {
      const cv::Point2d steps = (edge.a - vertex) / kPitch;
      const bool is_vertex =
          cv::norm(steps - cv::Point2d(std::round(steps.x), std::round(steps.y))) < 1e-6;
      found += is_vertex && edge.is_horizontal() && std::abs(edge.length() - kPitch) < 1e-6;
    }
    EXPECT_EQ(found, 1) << half;
  }
}

TEST(Stroke, WhatCrossesALineDoesNotDivideIt) {
  const cv::Mat before(100, 100, CV_8UC3, cv::Scalar(40, 40, 40));
  cv::Mat after = before.clone();
  cv::rectangle(after, {25, 47, 50, 6}, {250, 250, 250}, cv::FILLED);
  for (const int x : {29, 49, 69}) cv::rectangle(after, {x, 40, 2, 20}, {40, 40, 40}, cv::FILLED);
  cv::Mat mask;
  cv::cvtColor(before != after, mask, cv::COLOR_BGR2GRAY);
  const auto stroke = stroke_near(before, after, mask > 0, {50, 50});
  ASSERT_TRUE(stroke);
  EXPECT_EQ(stroke->box, cv::Rect(25, 47, 50, 6));
}

}  // namespace
}  // namespace eyehand::calibration
