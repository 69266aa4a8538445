// Every step to the solution of a Net is right, and has no reason that it does not need.
#include "solver/net/explain.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "puzzle/net/text.hpp"
#include "solver/net/generate.hpp"
#include "solver/net/solve.hpp"
#include "solver/random.hpp"
#include "tests/solver/model/verify.hpp"
#include "tests/support/effort.hpp"

namespace eyehand::net {
namespace {

void expect_explained(Board board, std::set<std::string>& rules) {
  const Solution solution = solve(board);
  ASSERT_EQ(solution.status, Status::unique);
  const auto description = describe(board);
  const std::vector<int> sides = sides_of(board, solution.answer);
  model::StepVerifier verifier(description->model);
  Board played = board;
  explain(board, solution.answer, true, {}, [&](const model::Step& step, const Deduction& words) {
    verifier.expect_right(step, sides, words.where + ": " + words.what);
    rules.insert(std::string(words.rule));
    for (const int tile : words.decided) {
      EXPECT_NE(played.wires[at(tile)], solution.answer[at(tile)]);
      played.wires[at(tile)] = solution.answer[at(tile)];
    }
  });
  verifier.expect_reached(sides);
  EXPECT_EQ(played.wires, solution.answer);
}

TEST(NetExplain, GivesEachStepJustTheReasonsItNeeds) {
  Random random(1);
  std::set<std::string> rules;
  const auto below = [&](std::uint32_t n) { return static_cast<int>(random.below(n)); };
  for (int i = effort(200); i > 0; --i) {
    GenerateOptions options = {.width = 2 + below(9),
                               .height = 2 + below(9),
                               .wrapping = random.chance(0.3),
                               .barriers = random.chance(0.3) ? 0.3 : 0,
                               .crosses = random.chance(0.3),
                               .seed = random.next()};
    if (options.width < 7 && random.chance(0.2))
      options.rules = {random.chance(0.5), random.chance(0.5)};
    options.linked = options.width > 2 && random.chance(0.2);
    options.rules.source_may_dangle = !options.linked && random.chance(0.2);
    Board board = *generate(options);
    if (random.chance(0.3)) random.pick(board.locked) = 1;
    SCOPED_TRACE(to_game_id(board));
    if (solve(board).status != Status::unique) continue;
    expect_explained(board, rules);
    if (HasFailure()) return;
  }
  for (const char* rule : {"orientation", "loop", "network"})
    EXPECT_TRUE(rules.contains(rule)) << rule;
  // How few are found depends on the machine.
  EXPECT_TRUE(rules.contains("two rules") || rules.contains("several rules"));
}

std::vector<std::string> explained(const char* id) {
  const Board board = from_game_id(id);
  const Solution solution = solve(board);
  std::vector<std::string> steps;
  explain(board, solution.answer, solution.status == Status::unique, {},
          [&](const model::Step&, const Deduction& d) {
            steps.push_back(std::string(d.rule) + ": " + d.where + ": " + d.what);
          });
  return steps;
}

TEST(NetExplain, SpeaksOfWhatShows) {
  const auto steps = explained("3x3:3583fs84b6");
  for (const std::string sentence :
       {"orientation: row 1, column 1: has a wire on its lower side, because it is a corner, and "
        "it is at the border on its upper side",
        "orientation: row 1, column 2: has a wire on its right side and has no wire on its lower "
        "side, because it is straight, and it is at the border on its upper side",
        "orientation: row 2, column 1: has no wire on its lower side, because it is a corner, "
        "and it has a wire on its upper side"})
    EXPECT_TRUE(std::ranges::count(steps, sentence) > 0) << sentence << "\nis missing in:\n"
                                                         << testing::PrintToString(steps);
}

TEST(NetExplain, SaysHowManyTilesWouldBeCutOff) {
  const auto steps = explained("4x4:2c618dd37e88c5a1");
  EXPECT_TRUE(std::ranges::any_of(steps, [](const std::string& step) {
    return step.find(" (otherwise 1 of 16 tiles would be cut off)") != std::string::npos;
  })) << testing::PrintToString(steps);
}

TEST(NetExplain, SaysWhyThereIsNoSolution) {
  const auto steps = explained("2x2:5113");
  ASSERT_EQ(steps.size(), 1U);
  EXPECT_EQ(steps.back(),
            "several rules: the whole board: has no solution, because the upper side of row 1, "
            "column 1 is "
            "at the border, the left side of row 1, column 1 is at the border, and row 1, column 1 "
            "is straight");
}

}  // namespace
}  // namespace eyehand::net
