#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>

#include "vision/oklab.hpp"
#include "vision/panel/marks.hpp"
#include "vision/panel/shape.hpp"

namespace eyehand::panel {
namespace {

/// A hollow tile with two rings or none, and so many bolts across its rim, drawn so far off its
/// middle. Lengths are in fifths of a pixel.
cv::Mat hollow_tile(const cv::Scalar& colour, bool has_rings, int bolts, int off) {
  constexpr int kScale = 5, kSide = kScale * kCellPixels;
  const cv::Scalar background(13, 12, 13), grey(136, 136, 136);
  cv::Mat large(kSide, kSide, CV_8UC3, background), tile;
  for (const int inset : {40, 64}) {
    const cv::Rect square(off + inset, off + inset, kSide - 2 * inset, kSide - 2 * inset);
    large(square) = inset == 40 ? colour : background;
  }
  for (int bolt = 0; bolt < bolts; ++bolt) {
    const int x = bolt % 2 == 0 ? 69 : kSide - 69, y = bolt / 2 == 0 ? 69 : kSide - 69;
    cv::circle(large, {off + x, off + y}, 12, grey, cv::FILLED);
  }
  for (const int x : {-40, 40})
    if (has_rings)
      cv::circle(large, {off + kSide / 2 + x, off + kSide / 2}, 24, {20, 130, 250}, 16);
  cv::resize(large, tile, {kCellPixels, kCellPixels}, 0, 0, cv::INTER_AREA);
  tile.convertTo(tile, CV_32FC3);
  return tile;
}

MarksReading read_hollow_tile(const cv::Scalar& colour, bool has_rings, int bolts, int off) {
  const cv::Mat seen = hollow_tile(colour, has_rings, bolts, off);
  const cv::Mat plain = to_oklab(hollow_tile(colour, false, 0, 0));
  cv::Mat area = cv::Mat::zeros(seen.size(), CV_8U), free = area.clone();
  area(cv::Rect(8, 8, 48, 48)) = 255;
  free(cv::Rect(13, 13, 38, 38)) = 255;
  // Edges may be off.
  cv::Mat1f tolerance(seen.size());
  for (int y = 0; y < tolerance.rows; ++y)
    for (int x = 0; x < tolerance.cols; ++x) tolerance(y, x) = 26 + 0.8F * steepness(plain, {x, y});
  return read_marks({seen, to_oklab(seen), plain, tolerance, area, free});
}

TEST(LockMarks, BoltsMayLieAcrossTheRimOfAHollowTile) {
  for (const cv::Scalar& colour : {cv::Scalar(76, 103, 32), cv::Scalar(245, 181, 30)})
    for (const int off : {-2, -1, 0, 1, 2})
      for (const bool has_rings : {false, true}) {
        SCOPED_TRACE(testing::Message() << colour << " off by " << off << ", rings " << has_rings);
        for (const int bolts : {0, 4}) {
          const MarksReading reading = read_hollow_tile(colour, has_rings, bolts, off);
          EXPECT_EQ(reading.rejection, "");
          EXPECT_EQ(reading.tile.symbol, has_rings ? Symbol::dot : Symbol::none);
          EXPECT_EQ(reading.tile.value, has_rings ? -2 : 0);
          EXPECT_EQ(reading.tile.locked, bolts == 4);
        }
        // One may be hard to see.
        const MarksReading reading = read_hollow_tile(colour, has_rings, 3, off);
        EXPECT_TRUE(reading.tile.locked || !reading.rejection.empty());
      }
}

}  // namespace
}  // namespace eyehand::panel
