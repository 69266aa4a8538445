// Finding the tiles of a board that nobody has described, in a program without a window: it turns a
// tile immediately when clicked.
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "calibration/learn.hpp"
#include "calibration/net/tile_survey.hpp"
#include "tests/calibration/net/net_program.hpp"

namespace eyehand::calibration {
namespace {

class TileSurveyTest : public testing::Test {
 protected:
  NetProgram program_;
  Prober prober_{program_, program_, Deadline::after(std::chrono::minutes(5))};
  Timing timing_;
  TileSurvey survey_{prober_, timing_, [](std::string_view, const std::string&) {}};
};

TEST_F(TileSurveyTest, FindsAllTilesAndTurnsThemBack) {
  const std::vector<net::Sides> found = program_.wires;
  prober_.rest();
  survey_.run();
  const Lattice& board = survey_.board();
  ASSERT_EQ(board.columns, kColumns);
  ASSERT_EQ(board.rows, kRows);
  EXPECT_NEAR(board.pitch, kSide, 0.5);
  EXPECT_LE(cv::norm(board.origin - cv::Point2d(kCorner)), 2) << board.origin;
  EXPECT_EQ(survey_.usual_turn(), -1);
  EXPECT_FALSE(survey_.reaction().loses_clicks);
  for (int tile = 0; tile < kColumns * kRows; ++tile)
    EXPECT_EQ(survey_.certain_wires(tile), program_.wires[static_cast<std::size_t>(tile)]) << tile;
  survey_.undo();
  EXPECT_EQ(program_.wires, found);
}

TEST_F(TileSurveyTest, APoweredTileSeenInOnePositionIsRecognisedInTheOthers) {
  program_.bevelled = true;
  prober_.rest();
  survey_.run();
  for (const auto& [tile, arms] : survey_.turned())
    if (arms.quarters != 0) program_.powered = tile;
  ASSERT_GE(program_.powered, 0);
  program_.redraw();
  const auto wires = [&] { return program_.wires[static_cast<std::size_t>(program_.powered)]; };
  prober_.rest();
  survey_.learn(program_.wires);
  for (int turn = 0; turn < 4; ++turn) {
    EXPECT_EQ(survey_.certain_wires(program_.powered), wires()) << turn;
    survey_.click(program_.powered);
  }
}

TEST_F(TileSurveyTest, FindsTilesThatAreNotSquare) {
  for (const int height : {kSide - 8, kSide + 8}) {
    program_.height = height;
    program_.redraw();
    prober_.set_stretch(1);
    prober_.rest();
    TileSurvey survey(prober_, timing_, [](std::string_view, const std::string&) {});
    survey.run();
    ASSERT_EQ(survey.board().columns, kColumns) << height;
    ASSERT_EQ(survey.board().rows, kRows) << height;
    EXPECT_NEAR(prober_.stretch(), static_cast<double>(kSide) / height, 0.02);
    for (int tile = 0; tile < kColumns * kRows; ++tile)
      EXPECT_EQ(survey.certain_wires(tile), program_.wires[static_cast<std::size_t>(tile)]) << tile;
  }
}

/// Then they are first taken for squares.
TEST_F(TileSurveyTest, TilesBesideTheFirstMayShowOnlyOnePitch) {
  program_.height = kSide + 2;
  for (int tile = 0; tile < kColumns * kRows; ++tile)
    if (tile / kColumns != 2 && tile % kColumns != 0)
      program_.wires[static_cast<std::size_t>(tile)] = net::kAllSides;
  prober_.rest();
  const Lattice first{kCorner + cv::Point(3 * kSide, 2 * program_.height), kSide, 1, 1};
  survey_.find_first(std::vector<LatticeGuess>{{first, {}, 1}});
  EXPECT_EQ(prober_.stretch(), 1);
  survey_.run();
  EXPECT_NEAR(prober_.stretch(), static_cast<double>(kSide) / program_.height, 0.01);
  EXPECT_EQ(survey_.board().columns, kColumns);
  EXPECT_EQ(survey_.board().rows, kRows);
}

TEST_F(TileSurveyTest, TilesThatASourceLightsAreNotTakenForItsWires) {
  program_.source = 15;
  program_.wires[15] = 7;
  for (const int tile : {9, 14, 16, 21}) program_.wires[static_cast<std::size_t>(tile)] = 15;
  prober_.rest();
  const Lattice at_source{kCorner + cv::Point(3 * kSide, 2 * kSide), kSide, 1, 1};
  survey_.find_first(std::vector<LatticeGuess>{{at_source, {}, 1}});
  EXPECT_NEAR(survey_.window().pitch, kSide, 0.5);
}

/// If both were clicked at once, each would make half a turn.
TEST_F(TileSurveyTest, TwoNeighboursThatTurnTogetherAreReadAsTheyAre) {
  const std::vector<net::Sides> found = program_.wires;
  for (const auto& linked : {std::pair(8, 9), std::pair(12, 18)}) {
    program_.linked = linked;
    program_.wires = found;
    program_.redraw();
    prober_.rest();
    TileSurvey survey(prober_, timing_, [](std::string_view, const std::string&) {});
    survey.run();
    while (survey.turn_more(TileSurvey::Where::also_around)) continue;
    for (int tile = 0; tile < kColumns * kRows; ++tile)
      EXPECT_EQ(survey.certain_wires(tile), program_.wires[static_cast<std::size_t>(tile)])
          << tile << " with " << linked.first;
  }
}

/// Of empty tiles that cannot be seen, nobody knows how many there are.
TEST_F(TileSurveyTest, TheBoardIncludesOuterLinesOfEmptyTilesIfTheyCanBeSeen) {
  for (int tile = 0; tile < kColumns * kRows; ++tile)
    if (tile % kColumns == kColumns - 1 || tile == kColumns + 2)
      program_.wires[static_cast<std::size_t>(tile)] = 0;
  for (const auto& [outlined, gap] :
       {std::pair(true, 0), std::pair(false, 5), std::pair(false, 0)}) {
    program_.outlined = outlined;
    program_.gap = gap;
    program_.redraw();
    prober_.rest();
    TileSurvey survey(prober_, timing_, [](std::string_view, const std::string&) {});
    survey.run();
    EXPECT_EQ(survey.board().columns, outlined || gap > 0 ? kColumns : kColumns - 1) << gap;
    EXPECT_EQ(survey.board().rows, kRows);
  }
}

TEST_F(TileSurveyTest, TheBoardGoesOnBeyondALineOfEmptyTiles) {
  for (int tile = 0; tile < kColumns * kRows; ++tile)
    if (tile % kColumns == 1 || tile == kColumns + 4)
      program_.wires[static_cast<std::size_t>(tile)] = 0;
  prober_.rest();
  survey_.run();
  EXPECT_EQ(survey_.board().columns, kColumns);
  EXPECT_EQ(survey_.board().rows, kRows);
  EXPECT_LE(cv::norm(survey_.board().origin - cv::Point2d(kCorner)), 2);
}

TEST_F(TileSurveyTest, TheBoardEndsWhereItsSurroundingsHaveTheColourOfWires) {
  program_.thickness = 23;
  program_.is_wire_around = true;
  prober_.rest();
  survey_.run();
  EXPECT_EQ(survey_.board().columns, kColumns);
  EXPECT_EQ(survey_.board().rows, kRows);
  // Around the board, all sides of a cell look like wires.
  EXPECT_FALSE(survey_.reader().is_cell(prober_.frame().image, survey_.window(), 0, 0));
}

TEST_F(TileSurveyTest, WhatNeverTurnsIsNotClickedSlowly) {
  program_.thickness = 23;
  program_.is_wire_around = true;
  program_.turn_time = std::chrono::milliseconds(70);
  prober_.rest();
  const Lattice first{kCorner + cv::Point(2 * kSide, 2 * kSide), kSide, 1, 1};
  survey_.find_first(std::vector<LatticeGuess>{{first, {}, 1}});
  program_.clicks_outside = 0;
  survey_.run();
  EXPECT_TRUE(survey_.reaction().loses_clicks);
  EXPECT_EQ(survey_.board().columns, kColumns);
  EXPECT_EQ(survey_.board().rows, kRows);
  EXPECT_GT(program_.clicks_outside, 0);
  EXPECT_LT(program_.clicks_outside, 3 * (kColumns + kRows + 2)) << "most of them once";
}

TEST_F(TileSurveyTest, GivesUpWhereNothingTurns) {
  program_.turns = false;
  prober_.rest();
  try {
    survey_.run();
    FAIL();
  } catch (const LearnStopped& stopped) {
    EXPECT_EQ(stopped.end(), End::stuck);
  }
  EXPECT_GT(program_.clicks, 20);
}

}  // namespace
}  // namespace eyehand::calibration
