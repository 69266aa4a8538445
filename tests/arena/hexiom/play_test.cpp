#include "arena/hexiom/play.hpp"

#include <gtest/gtest.h>

#include "puzzle/error.hpp"
#include "puzzle/hexiom/text.hpp"

namespace eyehand::arena {
namespace {

using hexiom::kEmpty;

// Cells 0 1 / 2 3 4 / 5 6.
HexiomPlay play_of(const char* rows) {
  return HexiomPlay(hexiom::from_text(std::string("2\n") + rows));
}

TEST(HexiomPlay, APieceIsMovedToAnEmptyCell) {
  HexiomPlay play = play_of("  1 .\n . . .\n  2 3");
  ASSERT_TRUE(play.drop(0, 3));
  EXPECT_EQ(play.board().cells, (std::vector<hexiom::Cell>{-1, -1, -1, 1, -1, 2, 3}));
  EXPECT_EQ(play.moves(), 1);
  EXPECT_FALSE(play.is_solved());
}

TEST(HexiomPlay, TwoPiecesSwapPlaces) {
  HexiomPlay play = play_of("  1 .\n . . .\n  2 3");
  ASSERT_TRUE(play.drop(0, 6));
  EXPECT_EQ(play.board().cells, (std::vector<hexiom::Cell>{3, -1, -1, -1, -1, 2, 1}));
  EXPECT_EQ(play.moves(), 1);
}

TEST(HexiomPlay, LockedPiecesAndCellsStayAsTheyAre) {
  const HexiomPlay start = play_of(" +1+.\n # . .\n  2 3");
  HexiomPlay play = start;
  EXPECT_FALSE(play.may_lift(0)) << "a locked piece";
  EXPECT_FALSE(play.may_lift(1)) << "a locked empty cell";
  EXPECT_FALSE(play.may_lift(2)) << "a hole";
  EXPECT_FALSE(play.may_lift(3)) << "an empty cell";
  EXPECT_TRUE(play.may_lift(5));
  for (const int to : {0, 1, 2, 5, -1, 7, 1000}) {
    EXPECT_FALSE(play.may_drop(5, to)) << to;
    EXPECT_FALSE(play.drop(5, to)) << to;
  }
  for (const int from : {0, 1, 2, 3, -1, 7}) EXPECT_FALSE(play.drop(from, 4)) << from;
  EXPECT_EQ(play.board(), start.board());
  EXPECT_EQ(play.moves(), 0);
}

TEST(HexiomPlay, NothingMovesOnceItIsSolved) {
  HexiomPlay play = play_of("  1 .\n . . .\n  . 1");
  EXPECT_TRUE(play.may_lift(6));
  ASSERT_TRUE(play.drop(6, 1));
  EXPECT_TRUE(play.is_solved());
  EXPECT_FALSE(play.may_lift(0));
  EXPECT_FALSE(play.drop(0, 5));
  EXPECT_EQ(play.moves(), 1);
}

TEST(HexiomPlay, AnInconsistentBoardIsRefused) {
  hexiom::Board board = hexiom::Board::make(3);
  board.cells.pop_back();
  EXPECT_THROW(HexiomPlay{board}, Error);
}

}  // namespace
}  // namespace eyehand::arena
