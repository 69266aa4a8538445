// Which cells are found by dragging pieces in a program that nobody has described.
#include "calibration/hexiom/cell_survey.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "calibration/learn.hpp"
#include "tests/calibration/hexiom/hexiom_program.hpp"

namespace eyehand::calibration {
namespace {

/// A survey that has found a first piece.
struct Surveyed {
  explicit Surveyed(HexiomProgram& program)
      : prober(program, program, Deadline::after(std::chrono::minutes(5))) {
    prober.rest();
    survey.find_piece([] { return false; });
  }
  Prober prober;
  Pace pace = drag_pace(kUsualDrag);
  Timing timing;
  CellAtlas atlas;
  CellSurvey survey{prober, pace, timing, atlas, [](std::string_view, const std::string&) {}};
};

void expect_found(HexiomProgram& program) {
  Surveyed surveyed(program);
  CellSurvey& survey = surveyed.survey;
  EXPECT_LE(program.drags, 25) << "the lattice was not guessed";
  survey.find_board();
  EXPECT_EQ(survey.board().side, program.lattice().side);
  EXPECT_NEAR(survey.board().pitch, program.lattice().pitch, 0.5);
  EXPECT_LE(cv::norm(survey.board().middle - program.lattice().middle), 2);
}

TEST(CellSurvey, LockedPiecesSurroundTheFirst) {
  HexiomProgram program("3\n  +3+5+2\n +4+6+3+3\n . 3+6+5+3\n +5+3+1+5\n  +4+2 3", 0);
  expect_found(program);
}

TEST(CellSurvey, PiecesHaveARimAndTheNearestEmptyCellsAreLocked) {
  HexiomProgram program("3\n   3 . .\n  2 4+.+.\n+.+. 2 4 2\n  3 4 3 1\n   4 2 4", 6);
  expect_found(program);
}

TEST(CellSurvey, EmptyCellsThatLookAlikeAreNotAllTried) {
  HexiomProgram program("3\n   3 . .\n  2 4 . .\n . . 2 4 2\n  . . 3 .\n   4 . .", 0);
  expect_found(program);
  EXPECT_LE(program.drags, 5);
}

TEST(CellSurvey, PiecesHaveMarksUpToTheirRimThoughOthersChangeColour) {
  HexiomProgram program("3\n  +1+.+1\n +. . . .\n 1 2 2 .+1\n  2 3 . .\n  +.+1 1", 4);
  program.radius = 28;
  program.shows_satisfied = true;
  Surveyed surveyed(program);
  CellSurvey& survey = surveyed.survey;
  // To their sides, pieces reach 0.47 cells; their areas, within the rim, 0.4.
  EXPECT_NEAR(survey.mark_radius(), 0.42, 0.03);
}

}  // namespace
}  // namespace eyehand::calibration
