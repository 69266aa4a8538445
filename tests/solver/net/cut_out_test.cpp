#include "solver/net/cut_out.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "solver/net/generate.hpp"
#include "solver/net/solve.hpp"
#include "solver/random.hpp"

namespace eyehand::net {
namespace {

Board solved(int side, bool wrapping, std::uint64_t seed) {
  Board board = *generate({.width = side, .height = side, .wrapping = wrapping, .seed = seed});
  board.wires = solve(board, {.count_limit = 1}).answer;
  return board;
}

TEST(NetCutOut, RectanglesHoldTheirTilesAndStayApart) {
  Random random(3);
  for (const bool wrapping : {false, true}) {
    const Board board = Board::make(100, 90, wrapping);
    for (int i = 0; i < 50; ++i) {
      std::vector<int> tiles;
      for (int k = 0; k < 8; ++k) tiles.push_back(static_cast<int>(random.below(9000)));
      std::vector<int> owner(board.size(), -1);
      const auto rectangles = rectangles_around(board, tiles, 3);
      for (std::size_t r = 0; r < rectangles.size(); ++r)
        for (int t = 0; t < rectangles[r].tiles(); ++t) {
          int& o = owner[static_cast<std::size_t>(rectangles[r].tile(board, t))];
          EXPECT_EQ(o, -1);
          o = static_cast<int>(r);
        }
      for (const int tile : tiles) EXPECT_GE(owner[static_cast<std::size_t>(tile)], 0);
      for (int tile = 0; tile < 9000; ++tile)
        for (const Sides side : {kRight, kDown})
          if (const int other = board.neighbour(tile, side); other >= 0) {
            const int a = owner[static_cast<std::size_t>(tile)];
            const int b = owner[static_cast<std::size_t>(other)];
            EXPECT_TRUE(a == b || a < 0 || b < 0);
          }
    }
  }
  EXPECT_TRUE(rectangles_around(Board::make(10, 10, true), std::vector{55}, 6).empty());
}

// A cut-out leaves the same tiles open as the whole board with every other tile locked.
TEST(NetCutOut, SaysWhatTheBoardSaysWithTheRestLocked) {
  int open_parts = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Board board = solved(40, seed % 2 == 1, seed);
    Random random(seed);
    std::vector<int> tiles;
    for (int k = 0; k < 3; ++k) tiles.push_back(static_cast<int>(random.below(1600)));
    CutOuts parts(board, rectangles_around(board, tiles, 3));
    for (std::size_t i = 0; i < parts.size(); ++i) {
      parts.choose(i);
      const Board cut = parts.board();
      State alone(cut, parts.surroundings(), {});
      ASSERT_EQ(alone.deduce(), State::Stage::quiet);
      Board locked = board;
      locked.locked.assign(board.size(), 1);
      for (int t = 0; t < parts.rectangle(i).tiles(); ++t)
        locked.locked[static_cast<std::size_t>(parts.rectangle(i).tile(board, t))] = 0;
      State whole(locked, {});
      ASSERT_EQ(whole.deduce(), State::Stage::quiet);
      std::vector<int> open_alone, open_whole;
      for (const auto t : alone.open_tiles())
        open_alone.push_back(parts.rectangle(i).tile(board, static_cast<int>(t)));
      for (const auto t : whole.open_tiles()) open_whole.push_back(static_cast<int>(t));
      std::sort(open_alone.begin(), open_alone.end());
      EXPECT_EQ(open_alone, open_whole) << seed;
      open_parts += !open_alone.empty();
    }
  }
  EXPECT_GT(open_parts, 5);
}

}  // namespace
}  // namespace eyehand::net
