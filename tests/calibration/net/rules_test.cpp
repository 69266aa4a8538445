// By which rules a board has a solution, and what it says of tiles whose wires cannot be seen.
#include "calibration/net/rules.hpp"

#include <gtest/gtest.h>

#include <array>

#include "puzzle/net/text.hpp"

namespace eyehand::calibration {
namespace {

/// Four ends that lie like this, around a tile that has these wires, and room beside them.
net::Board board_of(net::Sides middle, const std::array<net::Sides, 4>& ends) {
  net::Board board = net::Board::make(4, 4, false);
  board.wires[1] = ends[0];
  board.wires[4] = ends[1];
  board.wires[5] = middle;
  board.wires[6] = ends[2];
  board.wires[9] = ends[3];
  return board;
}

TEST(NetRules, WhatIsUnclearHasTheWiresThatLeadToASolution) {
  const net::Board board = board_of(0, {1, 2, 2, 8});
  EXPECT_FALSE(find_rules(board, {}, {}).has_value());
  const auto found = find_rules(board, {}, {}, {0, 5});
  ASSERT_TRUE(found.has_value());
  EXPECT_TRUE(found->is_unique);
  EXPECT_EQ(found->name, "one network without loops");
  EXPECT_EQ(found->wires, board_of(net::kAllSides, {1, 2, 2, 8}).wires);
  EXPECT_EQ(found->answer, board_of(net::kAllSides, {8, 1, 4, 2}).wires);
}

TEST(NetRules, WhatIsUnclearStaysAsReadIfThatHasASolution) {
  const net::Board board = board_of(net::kAllSides, {1, 2, 2, 8});
  const auto found = find_rules(board, {}, {}, {5});
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->wires, board.wires);
}

TEST(NetRules, WhetherABoardMayWrapIsUnknownIfItsOnlySolutionNeedsNoRim) {
  net::Board board = net::Board::make(7, 4, false);
  board.wires = {0, 2, 0,  2,  0,  0,  0, 2, 15, 2,  3,  14, 4,  0,  //
                 4, 7, 10, 14, 11, 10, 2, 1, 5,  10, 13, 10, 10, 2};
  const auto found = find_rules(board, {}, {});
  ASSERT_TRUE(found.has_value());
  EXPECT_FALSE(found->wrapping);
  EXPECT_TRUE(found->may_wrap);
  // These two ends would meet across the rim just as well: if such boards wrapped, they would have
  // two solutions.
  board = net::Board::make(2, 2, false);
  board.wires = {1, 2, 0, 0};
  const auto inside = find_rules(board, {}, {});
  ASSERT_TRUE(inside.has_value());
  EXPECT_TRUE(inside->is_unique);
  EXPECT_FALSE(inside->may_wrap);
}

TEST(NetRules, WithoutAWinOthersArePossible) {
  net::Board board = net::from_game_id("6x5:364882ef677ed797eeee35ca6b2453");
  const auto found = find_rules(board, {}, {});
  ASSERT_TRUE(found.has_value());
  EXPECT_TRUE(found->wrapping && found->rules.connected);
  board.wires = found->answer;
  const auto other = find_other_rules(board, {});
  ASSERT_TRUE(other.has_value());
  EXPECT_FALSE(other->wrapping || other->rules.connected);
  board.wires = other->answer;
  board.rules = other->rules;
  EXPECT_TRUE(net::is_solved(board));
  // What solves the board by the strictest rules does so by all.
  board = net::Board::make(2, 2, false);
  board.wires = {1, 4, 0, 0};
  EXPECT_FALSE(find_other_rules(board, {}).has_value());
}

}  // namespace
}  // namespace eyehand::calibration
