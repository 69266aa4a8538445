// Every step to the solution of a Slitherlink is right, and has no reason that it does not need.
#include "solver/slitherlink/explain.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "puzzle/slitherlink/text.hpp"
#include "solver/random.hpp"
#include "solver/slitherlink/generate.hpp"
#include "solver/slitherlink/grids.hpp"
#include "solver/slitherlink/solve.hpp"
#include "tests/solver/model/verify.hpp"
#include "tests/support/effort.hpp"

namespace eyehand::slitherlink {
namespace {

/// Adds the rules of the steps to `rules`.
void expect_explained(const Board& board, const std::vector<Mark>& answer,
                      std::set<std::string>& rules) {
  const auto description = describe(board, true);
  std::vector<int> lines;
  for (const Mark mark : answer) lines.push_back(mark == Mark::line);
  model::StepVerifier verifier(description->model);
  explain(board, true, answer, true, {}, [&](const model::Step& step, const Deduction& words) {
    verifier.expect_right(step, lines, words.where + ": " + words.what);
    rules.insert(std::string(words.rule));
    EXPECT_EQ(words.decided.size(), step.follows.size());
  });
  verifier.expect_reached(lines);
}

TEST(SlitherlinkExplain, GivesEachStepJustTheReasonsItNeeds) {
  Random random(1);
  std::set<std::string> rules;
  const auto below = [&](std::uint32_t n) { return static_cast<int>(random.below(n)); };
  for (int i = effort(200); i > 0; --i) {
    const int side = 3 + below(random.chance(0.3) ? 8 : 5);
    const auto grid = i % 10 == 1   ? honeycomb(3 + below(5), 3 + below(5))
                      : i % 10 == 2 ? triangular(6 + below(5), 3 + below(5))
                                    : Grid::squares(side, 3 + below(8));
    Board board = *generate({.grid = grid, .seed = random.next(), .hard = random.chance(0.5)});
    const auto answer = solve(board).answer;
    if (random.chance(0.2))
      for (std::size_t e = 0; e < answer.size(); ++e)
        if (random.chance(0.2)) board.marks[e] = answer[e];
    SCOPED_TRACE(to_json(board));
    expect_explained(board, answer, rules);
    if (HasFailure()) return;
  }
  EXPECT_TRUE(rules.contains("clue") && rules.contains("vertex") && rules.contains("loop"));
  EXPECT_GT(rules.size(), 6U) << testing::PrintToString(rules);
}

std::vector<std::string> explained(const Board& board) {
  std::vector<std::string> steps;
  const Solution solution = solve(board);
  explain(board, false, solution.answer, solution.status == Status::unique, {},
          [&](const model::Step&, const Deduction& d) {
            steps.push_back(std::string(d.rule) + ": " + d.where + ": " + d.what);
          });
  return steps;
}

void expect_says(const std::vector<std::string>& steps, const std::string& sentence) {
  EXPECT_TRUE(std::ranges::count(steps, sentence) > 0) << sentence << "\nis missing in:\n"
                                                       << testing::PrintToString(steps);
}

TEST(SlitherlinkExplain, NamesPlacesReasonsAndConsequences) {
  const auto threes = explained(from_loopy_id("5x5t0:f3e3l"));
  expect_says(threes,
              "diagonal threes: the top and left edges of row 2, column 2: are lines; the bottom "
              "and right edges of row 3, column 3 are lines, because row 2, column 2 has 3 lines "
              "around it, row 3, column 3 has 3 lines around it, and two lines or none meet at the "
              "top left corner of row 3, column 3 (each three has a line at the corner they share, "
              "where no more than two lines meet)");
  expect_says(threes,
              "vertex: the top edge of row 2, column 1 and the left edge of row 1, column 2: are "
              "crosses, because two lines or none meet at the top left corner of row 2, column 2, "
              "and the top edge of row 2, column 2 and the left edge of row 2, column 2 are lines");
  expect_says(
      explained(from_loopy_id("3x2t0:0e")),
      "clue: the top, right, bottom and left edges of row 1, column 1: are crosses, because "
      "row 1, column 1 has 0 lines around it");
}

TEST(SlitherlinkExplain, SaysWhyThereIsNoSolution) {
  const auto steps = explained(from_loopy_id("2x1t0:04"));
  ASSERT_EQ(steps.size(), 1U);
  EXPECT_EQ(steps[0],
            "two rules: the whole board: has no solution, because row 1, column 1 has 0 lines "
            "around it, and row 1, column 2 has 4 lines around it");
}

}  // namespace
}  // namespace eyehand::slitherlink
