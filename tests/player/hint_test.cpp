#include "player/hint.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "puzzle/index.hpp"
#include "puzzle/lights/text.hpp"
#include "puzzle/model/rules.hpp"
#include "puzzle/net/text.hpp"
#include "puzzle/panel/text.hpp"
#include "puzzle/slitherlink/text.hpp"
#include "solver/lights/solve.hpp"
#include "solver/model/solve.hpp"
#include "solver/net/solve.hpp"
#include "solver/panel/solve.hpp"
#include "solver/slitherlink/solve.hpp"
#include "tests/support/effort.hpp"

namespace eyehand {
namespace {

std::string generated(std::string_view game, std::uint64_t seed, int side) {
  GenerateOptions request;
  request.seed = seed;
  request.width = request.height = side;
  return game_named(game).generate(request, {});
}

/// Takes hint after hint. `take(cell)` puts what must be in a cell, which was not there, and
/// returns false if it was; `text()` is the board's. Returns how many hints were taken.
template <class Text, class Take>
int follow_hints(std::string_view game, Text&& text, Take&& take) {
  for (int taken = 0;; ++taken) {
    const std::vector<Deduction> steps = next_steps(game_named(game), text());
    if (steps.empty() || steps.back().decided.empty()) return taken;
    EXPECT_FALSE(steps.back().what.empty());
    for (std::size_t i = 0; i + 1 < steps.size(); ++i) EXPECT_TRUE(steps[i].decided.empty());
    for (const int cell : steps.back().decided)
      EXPECT_TRUE(take(cell)) << "cell " << cell << " was so before: " << steps.back().what;
    if (testing::Test::HasFailure() || taken > 1000) return taken;
  }
}

class HintOfAPage : public testing::TestWithParam<const model::Rules*> {};

TEST_P(HintOfAPage, HintsLeadToTheSolution) {
  const model::Rules& rules = *GetParam();
  if (!rules.is_grid()) GTEST_SKIP() << "it has no board";
  for (int seed = 1; seed <= std::max(1, effort(10)); ++seed) {
    model::Board board =
        model::read(rules, generated(rules.name, static_cast<std::uint64_t>(seed), 6));
    SCOPED_TRACE(model::write(rules, board));
    const std::vector<int> answer = model::solve(rules, board, {}).marks;
    const int taken = follow_hints(
        rules.name, [&] { return model::write(rules, board); },
        [&](int cell) {
          return std::exchange(board.marks[at(cell)], answer[at(cell)]) == model::kBlank;
        });
    EXPECT_GT(taken, 2);
    EXPECT_TRUE(model::is_solution(rules, board));
    // What is left follows from one clue, such as that a cell with a number is no bulb.
    EXPECT_TRUE(next_steps(game_named(rules.name), model::write(rules, board)).empty());
  }
}

INSTANTIATE_TEST_SUITE_P(, HintOfAPage,
                         testing::ValuesIn(model::pages().begin(), model::pages().end()),
                         [](const auto& page) { return std::string(page.param->name); });

TEST(Hint, OfSlitherlinkLeadsToTheSolution) {
  for (int seed = 1; seed <= effort(20); ++seed) {
    auto board =
        slitherlink::from_text(generated("slitherlink", static_cast<std::uint64_t>(seed), 6));
    const auto answer = slitherlink::solve(board).answer;
    follow_hints(
        "slitherlink", [&] { return slitherlink::to_text(board); },
        [&](int cell) {
          const int edge = cell - board.grid->faces();
          EXPECT_GE(edge, 0);
          return std::exchange(board.marks[at(edge)], answer[at(edge)]) ==
                 slitherlink::Mark::unknown;
        });
    EXPECT_EQ(board.marks, answer) << seed;
  }
}

TEST(Hint, OfNetNamesTilesThatLieWrongly) {
  for (int seed = 1; seed <= effort(40); ++seed) {
    net::Board board = net::from_game_id(generated("net", static_cast<std::uint64_t>(seed), 7));
    const auto answer = net::solve(board).answer;
    int wrong = 0;
    for (std::size_t i = 0; i < answer.size(); ++i) wrong += board.wires[i] != answer[i];
    int turned = 0;  // a side that both its tiles lacked decides two
    follow_hints(
        "net", [&] { return net::to_game_id(board); },
        [&](int cell) {
          ++turned;
          return std::exchange(board.wires[at(cell)], answer[at(cell)]) != answer[at(cell)];
        });
    EXPECT_EQ(turned, wrong) << seed;
    EXPECT_EQ(board.wires, answer) << seed;
  }
}

TEST(Hint, OfNetFollowsTheRulesOfTheSkin) {
  // Four corners, which only a loop joins.
  const char* const kLoop = "2x2:c639";
  EXPECT_TRUE(next_steps(game_named("net"), kLoop).empty() ||
              next_steps(game_named("net"), kLoop).back().decided.empty());
  const auto steps = next_steps(game_named("net"), kLoop, {"loops"});
  ASSERT_FALSE(steps.empty());
  EXPECT_FALSE(steps.back().decided.empty());
}

TEST(Hint, OfPanelsNamesTilesToToggleOrToWalkOver) {
  int taken = 0;
  for (int seed = 1; seed <= effort(40); ++seed) {
    const bool walk = seed % 3 == 0;
    GenerateOptions request;
    request.seed = static_cast<std::uint64_t>(seed);
    request.width = request.height = 4;
    if (walk) request.options["walk"] = "";
    panel::Board board = panel::from_code(game_named("panel").generate(request, {}));
    SCOPED_TRACE(panel::to_code(board));
    const panel::Solution solution = panel::solve(board, {.walk = walk});
    taken += follow_hints(
        "panel", [&] { return panel::to_code(board); },
        [&](int cell) {
          return std::exchange(board.tiles[at(cell)].lit, solution.lit[at(cell)] != 0) !=
                 (solution.lit[at(cell)] != 0);
        });
    if (solution.status == Status::unique) {
      EXPECT_TRUE(panel::is_solved(board));
    }
  }
  EXPECT_GT(taken, effort(40));
}

TEST(Hint, OfLightsOutNamesThePressesOfTheSolution) {
  for (int seed = 1; seed <= effort(40); ++seed) {
    lights::Board board =
        lights::from_game_id(generated("lights", static_cast<std::uint64_t>(seed), 5));
    const auto answer = lights::solve(board).presses;
    const int presses = static_cast<int>(std::count(answer.begin(), answer.end(), 1));
    const int taken = follow_hints(
        "lights", [&] { return lights::to_game_id(board); },
        [&](int cell) {
          lights::press(board, cell);
          return true;
        });
    EXPECT_EQ(taken, presses) << seed;
    EXPECT_EQ(std::count(board.lit.begin(), board.lit.end(), 1), 0) << seed;
  }
}

}  // namespace
}  // namespace eyehand
