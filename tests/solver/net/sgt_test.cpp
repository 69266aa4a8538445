// Boards made by sgt-net itself, over all its presets: solved, checked, and, unless they were asked
// to have several answers, found unique as sgt-net promises. Skipped where it is not installed.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "puzzle/net/text.hpp"
#include "solver/net/solve.hpp"
#include "tests/support/effort.hpp"

namespace eyehand::net {
namespace {

std::string find_sgt_net() {
  std::string path = "/usr/games";
  if (const char* more = std::getenv("PATH")) path += std::string(":") + more;
  for (std::size_t at = 0; at != std::string::npos;) {
    const std::size_t end = path.find(':', at);
    const std::string file =
        path.substr(at, end == std::string::npos ? end : end - at) + "/sgt-net";
    if (std::filesystem::exists(file)) return file;
    at = end == std::string::npos ? end : end + 1;
  }
  return "";
}

std::vector<std::string> generated(const std::string& program, int count, const std::string& what) {
  const std::string command = program + " --generate " + std::to_string(count) + " " + what;
  std::vector<std::string> lines;
  FILE* const pipe = popen(command.c_str(), "r");
  if (!pipe) return lines;
  std::string line;
  for (int c; (c = std::fgetc(pipe)) != EOF;) {
    if (c != '\n') {
      line += static_cast<char>(c);
      continue;
    }
    lines.push_back(line);
    line.clear();
  }
  pclose(pipe);
  return lines;
}

class SgtNet : public testing::TestWithParam<std::string> {};

TEST_P(SgtNet, IsSolved) {
  const std::string program = find_sgt_net();
  if (program.empty()) GTEST_SKIP() << "sgt-net is not installed (Debian package sgt-puzzles)";
  const bool ambiguous = GetParam().find('a') != std::string::npos;
  const int count = effort(1000);
  const auto ids = generated(program, count, GetParam());
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
