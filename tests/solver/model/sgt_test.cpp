// Boards made by the programs of Simon Tatham's collection, for all their presets and for rules
// that no preset has: solved, found unique, and the answer is the program's own. Skipped where they
// are not installed.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "process/find_program.hpp"
#include "process/process.hpp"
#include "process/temp_folder.hpp"
#include "solver/model/solve.hpp"
#include "tests/support/effort.hpp"

namespace eyehand::model {
namespace {

using namespace std::chrono_literals;

// How a program writes down the answer, as a move: the marks of this board.
using Marks = std::vector<int> (*)(const Board& board, const std::string& move);

/// "S01101": one digit per cell.
std::vector<int> digits(const Board&, const std::string& move) {
  std::vector<int> marks;
  for (const char c : move.substr(1)) marks.push_back(c - '0');
  return marks;
}

/// "S3,1,2": one number per cell.
std::vector<int> numbers(const Board&, const std::string& move) {
  std::vector<int> marks;
  std::istringstream in(move.substr(1));
  for (std::string number; std::getline(in, number, ',');) marks.push_back(std::stoi(number));
  return marks;
}

/// "s587a": one bit per cell, in bytes from the highest bit on.
std::vector<int> bits(const Board& board, const std::string& move) {
  std::vector<int> marks;
  for (const char c : move.substr(1))
    for (int bit = 3; bit >= 0; --bit)
      marks.push_back(std::stoi(std::string(1, c), nullptr, 16) >> bit & 1);
  marks.resize(at(board.cells()));
  return marks;
}

/// "S;B3,1;C2,0": the cells named with this letter are marked. Column first; with a comma after the
/// letter, as in "SB,1,3W,0,2", row first.
template <char letter>
std::vector<int> places(const Board& board, const std::string& move) {
  std::vector<int> marks(at(board.cells()), 0);
  for (std::size_t i = 1; (i = move.find(letter, i)) != move.npos; ++i) {
    const bool row_first = move[i + 1] == ',';
    std::istringstream in(move.substr(i + (row_first ? 2 : 1)));
    int a = 0, b = 0;
    char comma = 0;
    in >> a >> comma >> b;
    marks[at(row_first ? board.cell(a, b) : board.cell(b, a))] = 1;
  }
  return marks;
}

struct Program {
  std::string name, page;
  Marks marks;
  std::vector<std::string> more = {};  ///< parameters besides the presets
};

void PrintTo(const Program& program, std::ostream* out) {
  *out << program.name;
}

class SgtPrograms : public testing::TestWithParam<Program> {};

TEST_P(SgtPrograms, AgreeWithTheSolver) {
  const auto& [name, page, marks_of, more] = GetParam();
  if (!find_program(name)) GTEST_SKIP() << name << " is not installed (Debian package sgt-puzzles)";
  const Rules& rules = model::page(page);
  std::istringstream list(run_program({name, "--list-presets"}, {}));
  std::vector<std::string> presets = more;
  for (std::string line; std::getline(list, line);)
    presets.push_back(line.substr(0, line.find(' ')));
  const int count = std::max(1, effort(300) / static_cast<int>(presets.size()));
  const TempFolder folder;
  for (const std::string& preset : presets) {
    run_program({name, "--generate", std::to_string(count), preset, "--with-solutions", "--save",
                 folder.path() / preset},
                {}, 10min);
    for (int i = 0; i < count; ++i) {
      // One per line, as in "DESC    :57:...".
      std::ifstream file(folder.path() / (preset + std::to_string(i)));
      std::map<std::string, std::string> saved;
      for (std::string line; std::getline(file, line);)
        saved[line.substr(0, line.find(' '))] = line.substr(line.find(':', 9) + 1);
      const std::string &text = saved["DESC"], id = saved["CPARAMS"] + ':' + text;
      const Board board = read(rules, id);
      const std::string written = write(rules, board);
      EXPECT_EQ(written.substr(written.find(':') + 1), text);
      EXPECT_EQ(read(rules, written), board) << id;
      const Solution solution = solve(rules, board);
      ASSERT_EQ(solution.status, Status::unique) << id;
      ASSERT_EQ(solution.marks, marks_of(board, saved["SOLVE"])) << id;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, SgtPrograms,
    testing::Values(Program{"sgt-lightup", "lightup", places<'L'>},
                    Program{"sgt-tents", "tents", places<'T'>},
                    Program{"sgt-unruly", "unruly", digits, {"10x10udn"}},
                    Program{"sgt-singles", "singles", places<'B'>},
                    Program{"sgt-pattern", "nonogram", digits, {"50x12"}},
                    Program{"sgt-solo", "sudoku", numbers, {"9jka", "3x3xka", "2x4jxdb"}},
                    Program{"sgt-towers", "towers", digits, {"9de"}},
                    Program{"sgt-range", "range", places<'B'>, {"7x30"}},
                    Program{"sgt-mosaic", "mosaic", bits}),
    [](const auto& test) { return test.param.page; });

}  // namespace
}  // namespace eyehand::model
