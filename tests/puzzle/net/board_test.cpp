#include "puzzle/net/board.hpp"

#include <gtest/gtest.h>

#include <utility>

#include "puzzle/error.hpp"
#include "puzzle/net/text.hpp"

namespace eyehand::net {
namespace {

TEST(NetSides, TurnAnticlockwise) {
  EXPECT_EQ(turned(kRight, 1), kUp);
  EXPECT_EQ(turned(kRight, -1), kDown);
  EXPECT_EQ(turned(kRight | kUp, 2), kLeft | kDown);
  EXPECT_EQ(turned(kRight | kUp, 5), kUp | kLeft);
  EXPECT_EQ(opposite(kRight | kDown), kLeft | kUp);
  EXPECT_EQ(degree(kAllSides), 4);
}

TEST(NetBoard, NeighboursAcrossTheRim) {
  const Board plain = Board::make(3, 2, false);
  EXPECT_EQ(plain.neighbour(0, kRight), 1);
  EXPECT_EQ(plain.neighbour(0, kDown), 3);
  EXPECT_EQ(plain.neighbour(0, kLeft), -1);
  EXPECT_EQ(plain.neighbour(0, kUp), -1);
  EXPECT_EQ(plain.neighbour(5, kRight), -1);
  const Board wrapping = Board::make(3, 2, true);
  EXPECT_EQ(wrapping.neighbour(0, kLeft), 2);
  EXPECT_EQ(wrapping.neighbour(0, kUp), 3);
  EXPECT_EQ(wrapping.neighbour(5, kRight), 3);
  EXPECT_EQ(wrapping.neighbour(5, kDown), 2);
  const Board dot = Board::make(1, 1, true);
  for (const Sides side : kEachSide) EXPECT_EQ(dot.neighbour(0, side), 0);
}

TEST(NetBoard, BarriersStandOnBothTiles) {
  Board board = Board::make(2, 1, true);
  board.set_barrier(1, kRight);  // across the rim, not the one between the tiles
  EXPECT_EQ(board.barriers, (std::vector<Sides>{kLeft, kRight}));
  EXPECT_FALSE(board.is_open(0, kLeft));
  EXPECT_TRUE(board.is_open(0, kRight));
}

TEST(NetBoard, RefusesInvalidSizes) {
  EXPECT_THROW(Board::make(0, 5, false), Error);
  EXPECT_THROW(Board::make(5, -1, false), Error);
  EXPECT_THROW(Board::make(1 << 20, 1 << 20, false), Error);
}

TEST(NetBoard, ValidateFindsInconsistencies) {
  const Board good = Board::make(2, 2, false);
  EXPECT_NO_THROW(validate(good));
  Board board = good;
  board.barriers.clear();
  EXPECT_THROW(validate(board), Error);
  board = good;
  board.source = 4;
  EXPECT_THROW(validate(board), Error);
  board = good;
  board.wires[1] = 16;
  EXPECT_THROW(validate(board), Error);
  board = good;
  board.height = 3;
  EXPECT_THROW(validate(board), Error);
  board = good;
  board.rules.source_may_dangle = true;
  EXPECT_THROW(validate(board), Error);
  board.source = 3;
  EXPECT_NO_THROW(validate(board));
}

TEST(NetBoard, ValidateExaminesLinkedTiles) {
  const auto is_valid = [](std::vector<std::vector<int>> linked) {
    Board board = Board::make(3, 2, false);
    board.linked = std::move(linked);
    try {
      validate(board);
      return true;
    } catch (const Error&) {
      return false;
    }
  };
  EXPECT_TRUE(is_valid({{0, 5}, {1, 2, 3}}));
  EXPECT_FALSE(is_valid({{0}}));
  EXPECT_FALSE(is_valid({{}}));
  EXPECT_FALSE(is_valid({{5, 0}}));
  EXPECT_FALSE(is_valid({{0, 0}}));
  EXPECT_FALSE(is_valid({{0, 6}}));
  EXPECT_FALSE(is_valid({{-1, 2}}));
  EXPECT_FALSE(is_valid({{1, 2}, {0, 3}}));
  EXPECT_FALSE(is_valid({{0, 2}, {1, 2}}));
}

Verdict verdict(const char* id, bool connected = true, bool acyclic = true) {
  Board board = from_game_id(id);
  board.rules.connected = connected;
  board.rules.acyclic = acyclic;
  return check(board);
}

TEST(NetCheck, Solved) {
  EXPECT_EQ(verdict("2x1:14"), (Verdict{Fault::none, -1}));
  EXPECT_EQ(verdict("3x1:154"), (Verdict{Fault::none, -1}));
  EXPECT_EQ(verdict("3x2:000014"), (Verdict{Fault::none, -1}));  // empty tiles belong to nothing
  EXPECT_EQ(verdict("1x1:0"), (Verdict{Fault::none, -1}));
  EXPECT_EQ(verdict("2x1w:41"), (Verdict{Fault::none, -1}));  // across the rim
}

TEST(NetCheck, LooseEnds) {
  EXPECT_EQ(verdict("2x1:11"), (Verdict{Fault::loose_end, 0}));    // meets no wire
  EXPECT_EQ(verdict("2x1:41"), (Verdict{Fault::loose_end, 0}));    // meets the rim
  EXPECT_EQ(verdict("2x1:1v4"), (Verdict{Fault::loose_end, 0}));   // meets a barrier
  EXPECT_EQ(verdict("2x1w:41v"), (Verdict{Fault::loose_end, 0}));  // a barrier on the rim
  EXPECT_EQ(verdict("3x1:140", false, false), (Verdict{Fault::none, -1}));
  EXPECT_EQ(verdict("3x1:144", false, false), (Verdict{Fault::loose_end, 2}));
}

TEST(NetCheck, OneSidedBarrierCountsToo) {
  Board board = from_game_id("2x1:14");
  board.barriers[1] = kLeft;
  EXPECT_EQ(check(board).fault, Fault::loose_end);
}

TEST(NetCheck, Parts) {
  EXPECT_EQ(verdict("2x2:1414"), (Verdict{Fault::not_connected, 0}));  // the source is tile 3
  EXPECT_EQ(verdict("2x2:1414", false), (Verdict{Fault::none, -1}));
}

TEST(NetCheck, Loops) {
  EXPECT_EQ(verdict("2x2:9c36").fault, Fault::loop);
  EXPECT_EQ(verdict("2x2:9c36", true, false).fault, Fault::none);
  EXPECT_EQ(verdict("3x2:9c0360").fault, Fault::loop);
}

TEST(NetCheck, LoopsOnTinyWrappingBoards) {
  EXPECT_EQ(verdict("1x1w:5"), (Verdict{Fault::loop, 0}));  // a tile that meets itself
  EXPECT_EQ(verdict("1x1w:5", true, false), (Verdict{Fault::none, -1}));
  EXPECT_EQ(verdict("1x1w:1"), (Verdict{Fault::loose_end, 0}));
  EXPECT_EQ(verdict("2x1w:55").fault, Fault::loop);  // two tiles joined twice
  EXPECT_EQ(verdict("2x1w:55", true, false), (Verdict{Fault::none, -1}));
}

TEST(NetCheck, ASourceThatMayDangle) {
  EXPECT_EQ(verdict("3x1:1fs4"), Verdict{});
  EXPECT_EQ(verdict("2x1:fs4"), Verdict{});
  EXPECT_EQ(verdict("1x1:fs"), Verdict{});                        // nothing else to reach
  EXPECT_EQ(verdict("2x1:1f"), (Verdict{Fault::loose_end, 1}));   // without the rule
  EXPECT_EQ(verdict("2x1:fs1"), (Verdict{Fault::loose_end, 1}));  // only the source may
  EXPECT_EQ(verdict("2x1:2s4"), (Verdict{Fault::loose_end, 1}));  // where it has no wire
  EXPECT_EQ(verdict("2x2:fs008"), (Verdict{Fault::loose_end, 3}));
  EXPECT_EQ(verdict("4x1:fs014"), (Verdict{Fault::not_connected, 2}));
  EXPECT_EQ(verdict("4x1:fs014", false), Verdict{});
  EXPECT_EQ(verdict("2x1:fvs4"), (Verdict{Fault::loose_end, 1}));
  EXPECT_EQ(verdict("2x2:fsc36").fault, Fault::loop);
  EXPECT_EQ(verdict("2x2:fsc36", true, false), Verdict{});
  EXPECT_EQ(verdict("1x1w:fs").fault, Fault::loop);  // its wires meet each other
  EXPECT_EQ(verdict("1x1w:3s"), Verdict{});
}

TEST(NetCheck, LongSnakeWithoutRecursion) {
  Board board = Board::make(1'000'000, 1, false);
  board.wires.assign(board.size(), kRight | kLeft);
  board.wires.front() = kRight;
  board.wires.back() = kLeft;
  EXPECT_TRUE(is_solved(board));
}

TEST(NetTurning, SameTilesTurned) {
  const Board board = from_game_id("2x2:9c34");
  Board answer = from_game_id("2x2:3692");
  EXPECT_TRUE(is_turning_of(answer, board));
  answer.wires[0] = 5;
  EXPECT_FALSE(is_turning_of(answer, board));
  Board locked = board;
  locked.locked[3] = 1;
  answer = board;
  EXPECT_TRUE(is_turning_of(answer, locked));
  answer.wires[3] = kUp;
  EXPECT_FALSE(is_turning_of(answer, locked));
  EXPECT_FALSE(is_turning_of(from_game_id("2x2w:9c34"), board));
}

TEST(NetTurning, LinkedTilesTurnByTheSameQuarters) {
  const Board board = from_game_id("4x1:1591+0,1,2");
  const auto is_turned = [&](const char* id) { return is_turning_of(from_game_id(id), board); };
  EXPECT_TRUE(is_turned("4x1:1591"));
  EXPECT_TRUE(is_turned("4x1:2a38"));
  EXPECT_TRUE(is_turned("4x1:4564"));
  EXPECT_FALSE(is_turned("4x1:2538"));  // the straight did not follow
  EXPECT_FALSE(is_turned("4x1:2a68"));
}

TEST(NetTurning, ASourceThatMayDangleStays) {
  const Board board = from_game_id("2x1:3s4");
  EXPECT_TRUE(is_turning_of(from_game_id("2x1:31"), board));
  EXPECT_FALSE(is_turning_of(from_game_id("2x1:64"), board));
}

}  // namespace
}  // namespace eyehand::net
