// Learning a Hexiom program without a window.
#include "calibration/hexiom/learn.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include "tests/calibration/hexiom/hexiom_program.hpp"

namespace eyehand::calibration {
namespace {

TEST(LearningHexiom, EndsWithABoardOfWhichEnoughIsKnown) {
  const std::string known = "2\n  3 3\n 2 5 2\n  . 3";
  HexiomProgram program(known, 0);
  program.next_boards = {known, known, "2\n +2+2\n+2+2+2\n +.+.", known};
  Prober prober(program, program, Deadline::after(std::chrono::minutes(5)));
  LearnOptions options;
  options.name = options.game = "hexiom";
  options.new_game_keys = {"n"};
  EXPECT_EQ(learn_hexiom(prober, options).board, known + "\n");
}

TEST(LearningHexiom, DealsAnotherBoardWhereAllEmptyCellsAreLocked) {
  const std::string known = "2\n  3 3\n 2 5 2\n  . 3";
  HexiomProgram program("2\n  3 3\n 2 5 2\n +. 3", 0);
  program.next_boards = {known, known, known, known};
  Prober prober(program, program, Deadline::after(std::chrono::minutes(5)));
  LearnOptions options;
  options.name = options.game = "hexiom";
  options.new_game_keys = {"n"};
  EXPECT_EQ(learn_hexiom(prober, options).board, known + "\n");
}

TEST(LearningHexiom, ReadsALockedPieceWhoseNumberIsOnNoOther) {
  const std::string board = "2\n +1 .\n 3 .+2\n  . 2";
  HexiomProgram program(board, 0);
  program.locks_are_colours = program.ones_are_strokes = true;
  Prober prober(program, program, Deadline::after(std::chrono::minutes(5)));
  LearnOptions options;
  options.name = options.game = "hexiom";
  EXPECT_EQ(learn_hexiom(prober, options).board, board + "\n");
}

TEST(LearningHexiom, DragsMoreSlowlyWhatDoesNotMove) {
  const std::string next = "3\n   . 3 3\n  . 3 6 3\n . . . 3 .\n  3 . . .\n   . . .";
  HexiomProgram program("3\n   6 . 3\n  . 3 . .\n 3 . . . 3\n  . 3 . .\n   . . 3", 0);
  program.shows_satisfied = true;
  program.steps_later = 5;
  program.next_boards = {next, next, next, next, next, next};
  Prober prober(program, program, Deadline::after(std::chrono::minutes(5)));
  LearnOptions options;
  options.name = options.game = "hexiom";
  options.new_game_keys = {"n"};
  const std::string learned = learn_hexiom(prober, options).board;
  EXPECT_EQ(learned, program.text());
}

TEST(LearningHexiom, ClosesWhatAWinOpens) {
  HexiomProgram program("2\n  1 .\n . . .\n  1 .", 0);
  program.reports_wins = true;
  LearnOptions options;
  options.name = options.game = "hexiom";
  options.deadline = Deadline::after(std::chrono::minutes(5));
  options.clear_way.find_closing_buttons = [&](const cv::Mat&, const cv::Mat&) {
    std::vector<Button> buttons;
    if (program.has_dialog()) buttons.push_back({"OK", HexiomProgram::kOk});
    return buttons;
  };
  const std::string learned = learn_by_acting(program, program, options).board;
  EXPECT_EQ(learned, program.text());
  EXPECT_GT(program.wins, 1);
}

TEST(LearningHexiom, StartsAgainOnAnotherBoardOnceNothingMoves) {
  const std::string next = "3\n   1 3 .\n  . . 1 .\n . . . 1 3\n  2 .+. 2\n   2+1 .\n";
  for (const int moves : {1, 4, 8}) {
    HexiomProgram program("3\n   1 2 .\n  3 . 1 .\n . . 2 .+1\n  2 .+. 1\n   . 3 .", 0);
    program.shows_satisfied = true;
    program.moves_left = moves;
    program.next_boards = {next, next, next, next, next, next};
    LearnOptions options;
    options.name = options.game = "hexiom";
    options.new_game_keys = {"n"};
    options.deadline = Deadline::after(std::chrono::minutes(5));
    EXPECT_EQ(learn_by_acting(program, program, options).board, next) << moves;
  }
}

}  // namespace
}  // namespace eyehand::calibration
