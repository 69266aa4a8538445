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

/// Lit tiles have a border, which widens their columns and rows.
cv::Mat table(const std::vector<bool>& lit, int columns) {
  const int rows = static_cast<int>(lit.size()) / columns, side = 60, border = 2, gap = 1;
  std::vector<int> wide(static_cast<std::size_t>(columns), side),
      high(static_cast<std::size_t>(rows), side);
  int width = 0;
  for (std::size_t i = 0; i < lit.size(); ++i) {
    if (!lit[i]) continue;
    wide[i % static_cast<std::size_t>(columns)] = side + 2 * border;
    high[i / static_cast<std::size_t>(columns)] = side + 2 * border;
  }
  for (const int each : wide) width += each + gap;
  cv::Mat picture(400, 520, CV_8UC3, cv::Scalar::all(250));
  int y = 30;
  for (std::size_t row = 0; row < high.size(); ++row) {
    int x = (picture.cols - width) / 2;
    for (std::size_t column = 0; column < wide.size(); ++column) {
      const cv::Rect box(x, y, wide[column], high[row]);
      const bool is_lit = lit[row * wide.size() + column];
      picture(box) = is_lit ? cv::Scalar(170, 250, 250) : cv::Scalar(50, 50, 50);
      if (is_lit) {
        cv::rectangle(picture, box, {0, 0, 0}, border);
        cv::circle(picture, (box.tl() + box.br()) / 2, 12, {0, 230, 250}, cv::FILLED);
        cv::circle(picture, (box.tl() + box.br()) / 2, 12, {0, 0, 0}, 2);
      }
      x += wide[column] + gap;
    }
    y += high[row] + gap;
  }
  return picture;
}

TEST(ReadCellsOfLights, TilesMayLieAsideWhereLitOnesAreWider) {
  constexpr int kWide = 6, kHigh = 4;
  const auto a_board = [](int seed) {
    std::vector<bool> lit(kWide * kHigh);
    for (std::size_t i = 0; i < lit.size(); ++i)
      lit[i] = (i * i + i / 6 + static_cast<std::size_t>(seed)) % 3 == 0;
    return lit;
  };
  const Lattice lattice{{(520 - 6 * 65) / 2.0, 30}, 65, kWide, kHigh};
  std::vector<cells::Sample> samples;
  for (int seed = 0; seed < 3; ++seed) {
    const cv::Mat picture = table(a_board(seed), kWide);
    for (int i = 0; i < kWide * kHigh; ++i)
      samples.push_back({a_board(seed)[static_cast<std::size_t>(i)], i,
                         cells::cut(picture, lattice.centre(i % kWide, i / kWide), lattice.pitch,
                                    cells::kPatchPixels)});
    for (const cv::Point2d beside : cells::centres_around(lattice, picture.size()))
      samples.push_back({2, 100 + static_cast<int>(samples.size()),
                         cells::cut(picture, beside, lattice.pitch, cells::kPatchPixels)});
  }
  const cells::GridReader reader(cells::Atlas(samples), {"unlit", "lit", "beside"}, lattice,
                                 layout_of_lights());
  for (int count = 0; count <= 8; ++count) {
    std::vector<bool> lit(kWide * kHigh);
    for (int i = 0; i < count; ++i) lit[static_cast<std::size_t>(i * 5 % (kWide * kHigh))] = true;
    const Reading reading =
        read_cells(to_frame(table(lit, kWide)), reader, {}, cells::Search::nowhere, {});
    EXPECT_EQ(reading.rejection, "") << count;
    for (std::size_t i = 0; i < lit.size(); ++i) EXPECT_EQ(reading.board.lit[i] != 0, lit[i]) << i;
  }
}

}  // namespace
}  // namespace eyehand::lights
