// What every reader must fulfil.
#pragma once

#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>

#include "puzzle/error.hpp"
#include "vision/frame.hpp"

namespace eyehand::test {

inline Frame frame_of(const cv::Mat& image) {
  return {.image = image, .origin = {}, .on_screen = cv::Rect({}, image.size())};
}

/// `frame` shows a board that `read` accepts. Reading is deterministic, does not change the frame,
/// and finds nothing in pictures without a board; confidences go with acceptance.
template <class Read>
void expect_reader(const Frame& frame, Read&& read) {
  const cv::Mat before = frame.image.clone();
  const auto reading = read(frame);
  EXPECT_EQ(reading.rejection, "");
  EXPECT_EQ(cv::norm(frame.image, before, cv::NORM_INF), 0) << "the reader draws on the frame";
  EXPECT_TRUE(read(frame).board == reading.board);
  if constexpr (requires { reading.confidence; }) {
    for (const float confidence : reading.confidence) {
      EXPECT_GE(confidence, 0.5F) << "accepted, but not confident";
      EXPECT_LE(confidence, 1.0F);
    }
  }
  if constexpr (requires { reading.area; }) {
    EXPECT_EQ(reading.area & cv::Rect({}, frame.image.size()), reading.area);
  }
  const auto picture = draw(frame, reading);
  EXPECT_EQ(picture.size(), frame.image.size());
  EXPECT_EQ(cv::norm(frame.image, before, cv::NORM_INF), 0) << "draw() draws on the frame";

  cv::Mat noise(frame.image.size(), CV_8UC3);
  cv::theRNG().state = 1;
  cv::randu(noise, 0, 256);
  for (const cv::Mat& image : {cv::Mat(1, 1, CV_8UC3, cv::Scalar::all(90)),
                               cv::Mat(frame.image.size(), CV_8UC3, cv::Scalar::all(128)), noise}) {
    const auto none = read(frame_of(image));
    EXPECT_FALSE(none.accepted()) << image.cols << "x" << image.rows;
  }
  try {
    EXPECT_FALSE(read(frame_of(cv::Mat())).accepted());
  } catch (const Error&) {  // an empty picture may be refused so, too
  }
}

}  // namespace eyehand::test
