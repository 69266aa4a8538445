// Boards of programs that were learned, read by pictures of their tiles.
#include "vision/lights/read_cells.hpp"

#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>
#include <string>
#include <vector>

#include "vision/cells/patch.hpp"
#include "vision/reading.hpp"

namespace eyehand::lights {
namespace {

constexpr int kSide = 30, kTiles = 9;
const cv::Scalar kLit(190, 190, 190), kUnlit(0, 140, 255);

cells::GridReader reader() {
  std::vector<cells::Sample> samples;
  for (int i = 0; i < 8; ++i) {
    const cv::Mat patch(cells::kPatchPixels, cells::kPatchPixels, CV_32FC3,
                        (i % 2 ? kLit : kUnlit) + cv::Scalar::all(i));
    samples.push_back({i % 2, i, patch});
  }
  return {cells::Atlas(samples), {"unlit", "lit"}, {{20, 20}, kSide, 3, 3}, layout_of_lights()};
}

/// A board of 3x3 tiles of these colours.
Reading read_tiles(const std::vector<cv::Scalar>& colours) {
  cv::Mat picture(130, 130, CV_8UC3, cv::Scalar::all(60));
  for (int tile = 0; tile < kTiles; ++tile)
    picture(cv::Rect(20 + tile % 3 * kSide, 20 + tile / 3 * kSide, kSide, kSide)) =
        colours[static_cast<std::size_t>(tile)];
  return read_cells(to_frame(picture), reader(), {}, cells::Search::nowhere, {});
}

TEST(ReadCellsOfLights, ABoardWhoseTilesAllLookOddIsRefused) {
  int odd = 0;
  for (int percent = 0; percent <= 100; ++percent) {
    const cv::Scalar colour = kUnlit + (kLit - kUnlit) * (percent / 100.0);
    std::vector<cv::Scalar> colours(kTiles, kUnlit);
    colours[4] = colour;
    const float confidence = read_tiles(colours).confidence[4];
    EXPECT_EQ(read_tiles(colours).accepted(), confidence >= kMinConfidence) << percent << " %";
    if (confidence < kMinConfidence || confidence > 0.65F) continue;
    ++odd;
    EXPECT_FALSE(read_tiles(std::vector<cv::Scalar>(kTiles, colour)).accepted()) << percent << " %";
  }
  EXPECT_GT(odd, 0);
}

}  // namespace
}  // namespace eyehand::lights
