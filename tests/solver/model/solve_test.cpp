#include "solver/model/solve.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "puzzle/error.hpp"
#include "solver/model/compiled.hpp"
#include "solver/model/generate.hpp"
#include "solver/random.hpp"
#include "tests/support/effort.hpp"

namespace eyehand::model {

void PrintTo(const Rules* rules, std::ostream* out) {
  *out << rules->name;
}

namespace {

std::string answer(std::string_view name, std::string_view text) {
  const Rules& rules = page(name);
  const Board board = read(rules, text);
  const Solution solution = solve(rules, board);
  EXPECT_EQ(solution.status, Status::unique) << text;
  return solution.marks.empty() ? "" : marks_text(rules, board, solution.marks);
}

TEST(Pages, SolveAlphametics) {
  EXPECT_EQ(answer("alphametic", "SEND+MORE=MONEY"), "9567+1085=10652");
}

class AnyPage : public testing::TestWithParam<const Rules*> {};

TEST_P(AnyPage, GeneratesPuzzlesWithOneSolutionWhoseTextReadsBack) {
  const Rules& rules = *GetParam();
  std::set<std::string> texts;
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    const auto board =
        generate(rules, {4, 4, seed, true}, Deadline::after(std::chrono::minutes(1)));
    ASSERT_TRUE(board);
    EXPECT_EQ(solve(rules, *board).status, Status::unique);
    const std::string text = write(rules, *board);
    EXPECT_EQ(read(rules, text), *board) << text;
    EXPECT_EQ(write(rules, read(rules, text)), text);
    if (rules.pzpr.read) {
      EXPECT_EQ(read(rules, write(rules, *board, true)).clues, board->clues) << text;
    }
    texts.insert(text);
  }
  EXPECT_GT(texts.size(), 1u);
}

TEST_P(AnyPage, GeneratesEasyAndHardPuzzles) {
  const Rules& rules = *GetParam();
  const int side = rules.usual_side;
  for (const Difficulty difficulty : {Difficulty::easy, Difficulty::hard})
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
      const auto board =
          generate(rules, {.width = side, .height = side, .seed = seed, .difficulty = difficulty},
                   Deadline::after(std::chrono::minutes(1)));
      ASSERT_TRUE(board);
      const Solution solution = solve(rules, *board);
      EXPECT_EQ(solution.status, Status::unique) << write(rules, *board);
      EXPECT_EQ(solution.without_guess, difficulty == Difficulty::easy);
      EXPECT_EQ(follows(rules, *board), difficulty == Difficulty::easy);
    }
}

TEST_P(AnyPage, RefusesMalformedText) {
  for (const char* text : {"", "?", "0x0:", "-1x3:", "99999999999x2:", "\xff\xfe", "5x5", "4x4:~"})
    EXPECT_THROW(read(*GetParam(), text), Error) << text;
}

TEST_P(AnyPage, GivesReasons) {
  const Rules& rules = *GetParam();
  const auto board = generate(rules, {4, 4, 1, true}, {});
  int steps = 0;
  const Trace trace = [&](const Deduction& step) {
    ++steps;
    EXPECT_EQ(step.what.find('{'), step.what.npos) << step.what;
  };
  SolveOptions options;
  options.trace = &trace;
  const Solution solution = solve(rules, *board, options);
  if (solution.without_guess) {
    EXPECT_GE(steps, 16);
  }
}

TEST_P(AnyPage, ChecksMarksWhichItsTextHolds) {
  const Rules& rules = *GetParam();
  if (!rules.is_grid()) GTEST_SKIP() << "its marks are not on a grid";
  Board board = *generate(rules, {4, 4, 2, true}, {});
  board.marks = solve(rules, board).marks;
  EXPECT_TRUE(is_solution(rules, board));
  EXPECT_EQ(read(rules, write(rules, board)), board);
  int& mark = board.marks[0];
  mark = mark == rules.max(board) ? mark - 1 : mark + 1;
  EXPECT_FALSE(is_solution(rules, board));
  mark = kBlank;
  EXPECT_EQ(read(rules, write(rules, board)), board);
}

INSTANTIATE_TEST_SUITE_P(Pages, AnyPage, testing::ValuesIn(pages().begin(), pages().end()),
                         [](const auto& each) { return std::string(each.param->name); });

TEST(Pages, GenerateLargeBoardsOfWhichFewHaveOneSolution) {
  for (const auto& [name, side] : {std::pair{"singles", 18}, {"nonogram", 25}, {"towers", 8}}) {
    const auto board =
        generate(page(name), {side, side, 1, true}, Deadline::after(std::chrono::seconds(20)));
    ASSERT_TRUE(board) << name;
    EXPECT_EQ(solve(page(name), *board).status, Status::unique) << name;
  }
}

// --- constraints, compared with trying all assignments

class RandomModel {
 public:
  RandomModel() : board_(3, 3), model_(board_, 0, 2), black_(model_.marked(1)) {}

  Board board_;
  Model model_;
  Literals black_;

  /// Compares the solutions with the sets of black cells that `is_right`.
  template <class IsRight>
  void expect(IsRight&& is_right) {
    Compiled compiled(model_);
    std::set<std::vector<int>> found, wanted;
    while (compiled.engine().solve({}) == Outcome::yes) {
      ASSERT_TRUE(found.insert(compiled.marks()).second);
      compiled.exclude(compiled.marks());
    }
    for (unsigned set = 0; set < 1u << 9; ++set) {
      std::vector<int> marks;
      for (int cell = 0; cell < 9; ++cell) marks.push_back(set >> cell & 1);
      if (is_right(marks)) wanted.insert(marks);
    }
    EXPECT_EQ(found, wanted);
  }
};

/// The sizes of the connected parts of the marked cells.
std::vector<std::size_t> parts_of(const Board& board, const std::vector<int>& marks) {
  std::vector<int> seen(marks.size(), 0);
  std::vector<std::size_t> parts;
  for (int start = 0; start < board.cells(); ++start) {
    if (!marks[at(start)] || seen[at(start)]) continue;
    std::vector<int> queue = {start};
    seen[at(start)] = 1;
    for (std::size_t i = 0; i < queue.size(); ++i)
      for (const int other : board.beside(queue[i]))
        if (marks[at(other)] && !std::exchange(seen[at(other)], 1)) queue.push_back(other);
    parts.push_back(queue.size());
  }
  return parts;
}

TEST(Constraints, ConnectedCellsAreThoseOfOnePart) {
  RandomModel it;
  it.model_.connected_cells(it.black_);
  it.expect([&](const auto& marks) { return parts_of(it.board_, marks).size() <= 1; });
}

TEST(Constraints, PartsHaveAsManyCellsAsTheyShould) {
  for (int size = 1; size <= 9; ++size) {
    RandomModel it;
    it.model_.parts_of_cells(size, it.black_);
    it.expect([&](const auto& marks) {
      return std::ranges::all_of(parts_of(it.board_, marks),
                                 [&](std::size_t part) { return part == at(size); });
    });
  }
}

TEST(Constraints, AcyclicEdgesFormAForest) {
  RandomModel it;
  Graph graph{it.black_, {}};
  for (int cell = 0; cell < 9; ++cell)
    for (const int other : it.board_.beside(cell))
      if (other > cell) graph.edges.push_back({cell, other, 0});
  it.model_.acyclic(graph);
  it.expect([&](const auto& marks) {
    int nodes = 0, edges = 0;
    for (const int mark : marks) nodes += mark;
    for (const Graph::Edge& edge : graph.edges) edges += marks[at(edge.a)] && marks[at(edge.b)];
    return edges == nodes - static_cast<int>(parts_of(it.board_, marks).size());
  });
}

TEST(Constraints, AutomataCountsSumsAndParitiesHoldWhatTheySay) {
  for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(effort(100)); ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    RandomModel it;
    const auto some = [&] {
      std::vector<int> cells = {0, 1, 2, 3, 4, 5, 6, 7, 8};
      random.shuffle(cells);
      cells.resize(2 + random.below(6));
      return cells;
    };
    const auto sum_of = [](const auto& marks, const std::vector<int>& cells) {
      int sum = 0;
      for (const int cell : cells) sum += marks[at(cell)];
      return sum;
    };
    const std::vector<int> counted = some(), odd = some(), walked = some(), summed = some();
    const int count = static_cast<int>(random.below(4)), total = static_cast<int>(random.below(5));
    const int when = it.black_[random.below(9)];
    it.model_.exactly(count, of(it.black_, counted), when);
    it.model_.odd(of(it.black_, odd));
    // Never two black cells in a row.
    it.model_.accept(
        it.model_.marks(walked),
        {0, [](int, int state, int value) { return state == 1 && value == 1 ? kBlank : value; },
         [](int) { return true; }});
    std::vector<int> factors;
    for (std::size_t i = 0; i < summed.size(); ++i)
      factors.push_back(static_cast<int>(random.below(5)) - 2);
    it.model_.sum(it.model_.marks(summed), total, factors);
    it.expect([&](const auto& marks) {
      if (marks[at(when - it.black_[0])] && sum_of(marks, counted) != count) return false;
      if (sum_of(marks, odd) % 2 == 0) return false;
      for (std::size_t i = 1; i < walked.size(); ++i)
        if (marks[at(walked[i - 1])] && marks[at(walked[i])]) return false;
      int sum = 0;
      for (std::size_t i = 0; i < summed.size(); ++i) sum += factors[i] * marks[at(summed[i])];
      return sum == total;
    });
  }
}

TEST(Examine, FindsMarksThatContradictThePuzzle) {
  const Rules& rules = page("sudoku");
  Board board = read(rules, "2x2:1f4h");
  Progress progress = examine(rules, board, {});
  EXPECT_EQ(progress.open.size(), 16u);
  board.marks[1] = 1;  // beside the given 1
  progress = examine(rules, board, {});
  EXPECT_EQ(progress.contradictory, std::vector<int>{1});
}

}  // namespace
}  // namespace eyehand::model
