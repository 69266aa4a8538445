#include "puzzle/lights/board.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "puzzle/error.hpp"

namespace eyehand::lights {
namespace {

TEST(LightsBoard, APlusIsATileAndItsNeighbours) {
  const Board board = Board::plus(3, 2);
  EXPECT_EQ(board.flips,
            (std::vector<std::vector<int>>{
                {0, 1, 3}, {0, 1, 2, 4}, {1, 2, 5}, {0, 3, 4}, {1, 3, 4, 5}, {2, 4, 5}}));
  EXPECT_TRUE(has_plus_sets(board));
  EXPECT_TRUE(has_plus_sets(Board::plus(1, 1)));
  Board other = board;
  other.flips[4].pop_back();
  EXPECT_FALSE(has_plus_sets(other));
  EXPECT_FALSE(has_plus_sets(Board::make(3, 2)));
}

TEST(LightsBoard, TheSameSetEverywhere) {
  EXPECT_EQ(Board::same(3, 2, kPlus, false), Board::plus(3, 2));
  const std::vector<Offset> row = {{0, 0}, {1, 0}, {-1, 0}};
  EXPECT_EQ(Board::same(3, 2, row, false).flips,
            (std::vector<std::vector<int>>{{0, 1}, {0, 1, 2}, {1, 2}, {3, 4}, {3, 4, 5}, {4, 5}}));
  const Board around = Board::same(4, 1, row, true);
  EXPECT_EQ(around.flips,
            (std::vector<std::vector<int>>{{0, 1, 3}, {0, 1, 2}, {1, 2, 3}, {0, 2, 3}}));
  EXPECT_NO_THROW(validate(around));
  EXPECT_EQ(Board::same(2, 1, row, true).flips, (std::vector<std::vector<int>>{{0, 1}, {0, 1}}));
  EXPECT_EQ(Board::same(4, 3, std::vector<Offset>{{-5, 7}}, true).flips[0], std::vector<int>{7});
  EXPECT_THROW(Board::same(1 << 10, 1 << 10, std::vector<Offset>(17), false), Error);
}

TEST(LightsBoard, FindsTheOffsetsOfItsSets) {
  const std::vector<Offset> corners = {{-1, -1}, {1, -1}, {0, 0}, {-1, 1}, {1, 1}};
  for (const bool wrapping : {false, true}) {
    Board board = Board::same(6, 5, corners, wrapping);
    EXPECT_EQ(same_offsets(board, wrapping), corners);
    board.flips[7].pop_back();
    EXPECT_EQ(same_offsets(board, wrapping), std::nullopt);
  }
  EXPECT_EQ(same_offsets(Board::same(6, 5, corners, false), true), std::nullopt);
}

TEST(LightsBoard, APressFlipsItsSetAndNothingElse) {
  Board board = Board::plus(3, 3);
  EXPECT_TRUE(is_solved(board));
  press(board, 4);
  EXPECT_EQ(board.lit, (std::vector<std::uint8_t>{0, 1, 0, 1, 1, 1, 0, 1, 0}));
  EXPECT_FALSE(is_solved(board));
  press(board, 0);
  EXPECT_EQ(board.lit, (std::vector<std::uint8_t>{1, 0, 0, 0, 1, 1, 0, 1, 0}));
  press(board, 4);
  press(board, 0);
  EXPECT_TRUE(is_solved(board));
}

TEST(LightsBoard, SizesHaveLimits) {
  EXPECT_THROW(Board::make(0, 5), Error);
  EXPECT_THROW(Board::make(5, -1), Error);
  EXPECT_THROW(Board::make(1 << 11, 1 << 10), Error);
  EXPECT_THROW(Board::plus(1 << 30, 1 << 30), Error);
  EXPECT_EQ(Board::plus(1 << 10, 1 << 10).size(), kMaxTiles);
}

TEST(LightsBoard, ValidateRefusesInconsistencies) {
  const Board good = Board::plus(4, 3);
  EXPECT_NO_THROW(validate(good));
  const auto expect_refused = [&](auto&& spoil) {
    Board bad = good;
    spoil(bad);
    EXPECT_THROW(validate(bad), Error);
  };
  expect_refused([](Board& b) { b.width = 5; });
  expect_refused([](Board& b) { b.lit.pop_back(); });
  expect_refused([](Board& b) { b.flips.pop_back(); });
  expect_refused([](Board& b) { b.lit[3] = 2; });
  expect_refused([](Board& b) { b.flips[3] = {12}; });
  expect_refused([](Board& b) { b.flips[3] = {-1, 2}; });
  expect_refused([](Board& b) { b.flips[3] = {2, 2}; });
  expect_refused([](Board& b) { b.flips[3] = {3, 2}; });
}

}  // namespace
}  // namespace eyehand::lights
