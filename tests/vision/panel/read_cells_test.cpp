#include "vision/panel/read_cells.hpp"

#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>

namespace eyehand::panel {
namespace {

/// A round tile that reaches the edge of its cell, drawn this far off its middle, in pixels.
cv::Mat round_tile(const cv::Scalar& colour, cv::Point2d off = {}) {
  constexpr int kShift = 8;
  cv::Mat picture(2 * kCellPixels, 2 * kCellPixels, CV_8UC3, cv::Scalar(10, 12, 10));
  const double middle = kCellPixels - 0.5;
  cv::circle(picture,
             {cvRound((middle + off.x) * (1 << kShift)), cvRound((middle + off.y) * (1 << kShift))},
             cvRound(0.98 * kCellPixels / 2 * (1 << kShift)), colour, cv::FILLED, cv::LINE_AA,
             kShift);
  return picture;
}

TEST(CellsReader, ARoundTileIsRecognisedIfItsPlaceIsSlightlyOff) {
  const cv::Scalar unlit(70, 110, 0), lit(230, 215, 90);
  const cv::Rect cell(kCellPixels / 2, kCellPixels / 2, kCellPixels, kCellPixels);
  PlainTile plain;
  cv::inRange(round_tile({255, 255, 255})(cell), cv::Scalar::all(128), cv::Scalar::all(255),
              plain.area);
  plain.states = {round_tile(unlit)(cell).clone(), round_tile(lit)(cell).clone()};
  const CellsReader reader(plain, {{0, 0}, kCellPixels, 1, 1});
  const cv::Point2d middle(kCellPixels - 0.5, kCellPixels - 0.5);
  for (const cv::Point2d off :
       {cv::Point2d(0, 0), cv::Point2d(1.4, 0), cv::Point2d(0, -1.4), cv::Point2d(1, 1)})
    for (const bool is_lit : {false, true}) {
      const auto state =
          reader.state_of(round_tile(is_lit ? lit : unlit, off), middle, kCellPixels);
      EXPECT_TRUE(state.is_plain()) << off << is_lit;
      EXPECT_EQ(state.lit, is_lit) << off;
    }
}

}  // namespace
}  // namespace eyehand::panel
