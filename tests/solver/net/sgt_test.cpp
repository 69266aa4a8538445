// Boards made by sgt-net itself for all its presets: solved, checked and, unless several answers
// were allowed, found unique as sgt-net promises. Skipped where it is not installed.
#include <gtest/gtest.h>

#include <array>
#include <sstream>
#include <string>
#include <vector>

#include "process/find_program.hpp"
#include "process/process.hpp"
#include "puzzle/net/text.hpp"
#include "solver/net/solve.hpp"
#include "tests/support/effort.hpp"

namespace eyehand::net {
namespace {

using namespace std::chrono_literals;

std::vector<std::string> generated(int count, const std::string& parameters) {
  std::istringstream output(
      run_program({"sgt-net", "--generate", std::to_string(count), parameters}, {}, 10min));
  std::vector<std::string> lines;
  for (std::string line; std::getline(output, line);) lines.push_back(line);
  return lines;
}

class SgtNet : public testing::TestWithParam<std::string> {};

TEST_P(SgtNet, IsSolved) {
  if (!find_program("sgt-net"))
    GTEST_SKIP() << "sgt-net is not installed (Debian package sgt-puzzles)";
  const bool ambiguous = GetParam().find('a') != std::string::npos;
  const int count = effort(1000);
  const auto ids = generated(count, GetParam());
  ASSERT_EQ(ids.size(), static_cast<std::size_t>(count));
  for (const std::string& id : ids) {
    const Board board = from_game_id(id);
    const Solution solution = solve(board);
    if (ambiguous) {
      ASSERT_TRUE(solution.status == Status::unique || solution.status == Status::multiple) << id;
    } else {
      ASSERT_EQ(solution.status, Status::unique) << id;
    }
    Board answer = board;
    answer.wires = solution.answer;
    ASSERT_TRUE(is_solved(answer)) << id;
    ASSERT_TRUE(is_turning_of(answer, board)) << id;
  }
}

INSTANTIATE_TEST_SUITE_P(Parameters, SgtNet,
                         testing::Values("5x5", "7x7", "9x9", "11x11", "13x11", "5x5w", "7x7w",
                                         "9x9w", "11x11w", "13x11w", "5x5b0.3", "9x9b0.3",
                                         "13x11b0.7", "9x9wb0.3", "13x11wb0.1", "5x5a", "9x9a",
                                         "13x11a", "5x5wa", "13x11wa", "9x9wb0.2a"),
                         [](const auto& test) {
                           std::string name = test.param;
                           for (char& c : name)
                             if (c == '.') c = '_';
                           return name;
                         });

}  // namespace
}  // namespace eyehand::net
