// Learning a Hexiom program without a window.
#include "calibration/hexiom/learn.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

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

}  // namespace
}  // namespace eyehand::calibration
