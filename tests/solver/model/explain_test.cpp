// Every step of an explanation follows from just the reasons that it gives, as the model says, and
// all steps together lead to the solution.
#include "solver/model/explain.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "solver/model/generate.hpp"
#include "solver/model/solve.hpp"
#include "solver/model/words.hpp"
#include "tests/solver/model/verify.hpp"
#include "tests/support/effort.hpp"

namespace eyehand::model {
namespace {

/// Returns the largest number of reasons that a step needed.
std::size_t expect_explained(const Rules& rules, const Board& board,
                             const std::vector<int>& solution) {
  const Model model = constrained(rules, board);
  Explainer explainer(model, solution);
  StepVerifier verifier(model);
  while (const auto step = explainer.next({}, std::chrono::milliseconds(20)))
    verifier.expect_right(*step, solution, in_words(words_of(rules, model), model, *step).what);
  EXPECT_TRUE(explainer.is_done());
  return verifier.most_reasons();
}

class Explanations : public testing::TestWithParam<const Rules*> {};

TEST_P(Explanations, GiveEachStepJustTheReasonsItNeeds) {
  const Rules& rules = *GetParam();
  const int boards = is_full_effort() ? 200 : effort(20);
  for (int seed = 1; seed <= boards; ++seed) {
    const int side = rules.usual_side > 9 ? 6 + 2 * (seed % 3) : 4 + 2 * (seed % 2);
    GenerateOptions options{side, side, static_cast<std::uint64_t>(seed)};
    if (rules.is_grid() && seed % 2 == 0) options.difficulty = Difficulty::easy;
    const auto board = generate(rules, options, Deadline::after(std::chrono::minutes(1)));
    ASSERT_TRUE(board);
    SCOPED_TRACE(write(rules, *board));
    expect_explained(rules, *board, solve(rules, *board).marks);
    if (HasFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(Pages, Explanations, testing::ValuesIn(pages().begin(), pages().end()),
                         [](const auto& each) { return std::string(each.param->name); });

TEST(Explanations, BeginWithTheMarksOfTheBoard) {
  const Rules& rules = page("lightup");
  Board board = *generate(rules, {7, 7, 1}, {});
  const std::vector<int> solution = solve(rules, board).marks;
  board.marks = solution;
  board.marks[0] = kBlank;
  board.marks[1] = 1 - solution[1];  // a mistake, which is not known
  const Model model = constrained(rules, board);
  Explainer explainer(model, solution);
  std::vector<int> explained;
  while (const auto step = explainer.next())
    for (const Fact& fact : step->follows) explained.push_back(fact.cell);
  std::ranges::sort(explained);
  EXPECT_TRUE(explainer.is_done());
  EXPECT_LE(explained.size(), 2U);
}

TEST(Explanations, OfASudokuOfUsualSize) {
  const Rules& rules = page("sudoku");
  for (int seed = 1; seed <= effort(6); ++seed) {
    const Board board = *generate(rules, {9, 9, static_cast<std::uint64_t>(seed)}, {});
    SCOPED_TRACE(write(rules, board));
    expect_explained(rules, board, solve(rules, board).marks);
  }
}

TEST(Explanations, EndWithWhatRemainsOpen) {
  const Rules& rules = page("lightup");
  const auto last_step = [&](const char* puzzle) {
    Deduction last;
    const Trace trace = [&](const Deduction& step) { last = step; };
    solve(rules, read(rules, puzzle), {.trace = &trace});
    return last;
  };
  // Either diagonal.
  const Deduction open = last_step("2x2:d");
  EXPECT_EQ(open.rule, kSeveralSolutions);
  EXPECT_EQ(open.where, "the whole board");
  EXPECT_EQ(open.what, "several solutions are possible from here on; 4 cells remain open");
  EXPECT_NE(last_step("2x2:c0").rule, kSeveralSolutions);
}

TEST(Explanations, ListCellsReadably) {
  EXPECT_EQ(listed_cells({{4, 7}}), "row 5, column 8");
  EXPECT_EQ(listed_cells({{5, 7}, {4, 7}}), "row 5, column 8 and row 6, column 8");
  EXPECT_EQ(listed_cells({{4, 7}, {4, 8}, {4, 1}}), "row 5, columns 2, 8 and 9");
  EXPECT_EQ(listed_cells({{4, 7}, {4, 8}, {5, 7}}), "row 5, columns 8 and 9, and row 6, column 8");
  EXPECT_EQ(listed_cells({{4, 7}, {5, 7}, {6, 1}, {6, 2}}),
            "row 5, column 8; row 6, column 8; and row 7, columns 2 and 3");
}

TEST(Explanations, ReadWell) {
  const Rules& rules = page("lightup");
  const Board board = read(rules, "3x3:i");
  const Model model = constrained(rules, board);
  int must_be_lit = 0;
  while (model.text(model.sentences()[at(must_be_lit)]) != "row 1, column 1 must be lit")
    ++must_be_lit;
  const auto words = [&](const std::vector<Fact>& facts, const std::vector<Fact>& follows) {
    return in_words(words_of(rules, model), model, {{must_be_lit}, facts, follows}).what;
  };
  EXPECT_EQ(words({{1, 1, false}, {3, 1, false}}, {{0, 1, true}}),
            "is a bulb, because it must be lit, and row 1, column 2 and row 2, column 1 are not "
            "bulbs");
  EXPECT_EQ(words({{0, 1, false}, {4, 1, false}}, {{0, 1, true}}),
            "is a bulb, because it must be lit, and row 1, column 1 and row 2, column 2 are not "
            "bulbs");
  EXPECT_EQ(words({{0, 1, false}}, {{0, 1, true}}),
            "is a bulb, because it must be lit, and it is not a bulb");
}

TEST(Explanations, SayWhyThereIsNoSolution) {
  const Rules& rules = page("sudoku");
  const Board board = read(rules, "2x2:1a1m");
  const Model model = constrained(rules, board);
  const std::vector<int> reasons = contradiction(model);
  EXPECT_EQ(reasons.size(), 3U);
  EXPECT_EQ(in_words(words_of(rules, model), model, {reasons, {}, {}}).what,
            "has no solution, because the 1 at row 1, column 1 is given, the 1 at row 1, column 3 "
            "is given, and row 1 has each number once");
  const Board possible = read(rules, "2x2:1o");
  EXPECT_TRUE(contradiction(constrained(rules, possible)).empty());
}

}  // namespace
}  // namespace eyehand::model
