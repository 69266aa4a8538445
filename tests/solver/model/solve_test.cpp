#include "solver/model/solve.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <set>

#include "puzzle/error.hpp"
#include "solver/model/generate.hpp"

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
  std::vector<std::string> variants = {"", "", "", ""};
  for (const Variant& variant : rules.variants) variants.emplace_back(1, variant.letter);
  std::set<std::string> texts;
  for (std::uint64_t seed = 0; seed < variants.size(); ++seed) {
    const auto board = generate(rules, {4, 4, seed, true, variants[seed]},
                                Deadline::after(std::chrono::minutes(1)));
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
  EXPECT_EQ(solve(rules, *board, options).status, Status::unique);
  EXPECT_GT(steps, 0);
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

TEST(Pages, GenerateEachVariantOfSudoku) {
  const Rules& rules = page("sudoku");
  for (const auto& [variant, start] :
       {std::pair{"x", "3x3x:"}, {"j", "9j:"}, {"k", "3x3k:"}, {"xjk", "9jxk:"}}) {
    const auto board =
        generate(rules, {9, 9, 1, true, variant}, Deadline::after(std::chrono::seconds(20)));
    ASSERT_TRUE(board) << variant;
    EXPECT_EQ(solve(rules, *board).status, Status::unique) << variant;
    const std::string text = write(rules, *board);
    EXPECT_TRUE(text.starts_with(start)) << text;
    EXPECT_EQ(read(rules, text), *board) << "whose parts would differ if they were not connected";
  }
}

TEST(Pages, RefuseCagesWhoseSumsDoNotAddUp) {
  const Rules& rules = page("sudoku");
  Board board = *generate(rules, {4, 4, 1, true, "k"}, {});
  int& sum = board.layers[2][0];
  ++sum;
  EXPECT_THROW(solve(rules, board), Error);
  sum = kBlank;  // which need not be known
  EXPECT_NE(solve(rules, board).status, Status::none);
}

TEST(Pages, DoNotLookForPuzzlesThatDoNotExist) {
  EXPECT_THROW(generate(page("sudoku"), {2, 2, 1, true, "x"}, {}), Error);
}

TEST(Solutions, AreAllOfThemEachOnce) {
  const Rules& rules = page("sudoku");
  const Board board = read(rules, "2x2:p");
  const Model model = constrained(rules, board);
  Solutions solutions(model);
  std::set<std::vector<int>> all;
  while (const auto marks = solutions.next()) EXPECT_TRUE(all.insert(*marks).second);
  EXPECT_EQ(all.size(), 288u);
  EXPECT_EQ(solutions.outcome(), Outcome::no);
  EXPECT_FALSE(solutions.next());
  EXPECT_EQ(solve(rules, board, {.count_limit = 1000}).count, 288u);
}

TEST(Solutions, EndAtTheDeadline) {
  const Board board = read(page("sudoku"), "3x3:zzzc");
  const Model model = constrained(page("sudoku"), board);
  Solutions solutions(model);
  EXPECT_FALSE(solutions.next(Deadline::after(std::chrono::seconds(0))));
  EXPECT_EQ(solutions.outcome(), Outcome::gave_up);
  EXPECT_TRUE(solutions.next());
}

TEST(Solve, KeepsWhatSeveralSolutionsAgreeOn) {
  // In the four blanks, 1 and 2 can be swapped.
  const Rules& rules = page("sudoku");
  const Solution solution = solve(rules, read(rules, "2x2:b3_4_3_4_1_2b4_3_4_3_2_1"));
  ASSERT_EQ(solution.status, Status::multiple);
  EXPECT_EQ(std::ranges::count(solution.agreed, kBlank), 4);
}

TEST(Examine, FindsMarksThatContradictThePuzzle) {
  const Rules& rules = page("sudoku");
  Board board = read(rules, "2x2:1f4h");
  Progress progress = examine(rules, board, {});
  EXPECT_EQ(progress.open.size(), 16u);
  board.marks[1] = 1;   // beside the given 1
  board.marks[15] = 2;  // in the opposite corner
  progress = examine(rules, board, {});
  EXPECT_EQ(progress.contradictory, std::vector<int>{1});
  EXPECT_FALSE(progress.marks.empty());
  EXPECT_TRUE(progress.follows.empty());
}

TEST(Examine, FindsMarksThatContradictOneAnother) {
  const Rules& rules = page("sudoku");
  Board board = read(rules, "2x2:p");
  for (const int cell : {0, 5, 10}) board.marks[at(cell)] = 1;
  board.marks[4] = 2;
  EXPECT_EQ(examine(rules, board, {}).contradictory, (std::vector<int>{0, 5}));
}

TEST(Examine, FindsMarksThatFollow) {
  const Rules& rules = page("sudoku");
  Board board = read(rules, "2x2:p");
  board.marks[0] = 1;
  board.marks[1] = 2;
  board.marks[2] = 3;
  const Progress progress = examine(rules, board, {});
  std::vector<int> follows = board.marks;
  follows[3] = 4;
  EXPECT_EQ(progress.follows, follows);
  EXPECT_EQ(progress.open.size(), 13u);
  EXPECT_TRUE(progress.contradictory.empty());
}

}  // namespace
}  // namespace eyehand::model
