// Every step to the answer of a panel is right, and has no reason that it does not need.
#include "solver/panel/explain.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "puzzle/panel/text.hpp"
#include "solver/panel/generate.hpp"
#include "solver/panel/solve.hpp"
#include "solver/random.hpp"
#include "tests/solver/model/verify.hpp"
#include "tests/support/effort.hpp"

namespace eyehand::panel {
namespace {

TEST(PanelExplain, GivesEachStepJustTheReasonsItNeeds) {
  Random random(1);
  std::set<std::string> rules;
  for (int i = effort(200); i > 0; --i) {
    const bool walk = random.chance(0.3);
    std::vector<Symbol> symbols;
    for (int s = 1; s <= 5; ++s)
      if (random.chance(0.5)) symbols.push_back(static_cast<Symbol>(s));
    const Board board = *generate({.width = 2 + static_cast<int>(random.below(4)),
                                   .height = 2 + static_cast<int>(random.below(4)),
                                   .symbols = symbols,
                                   .walk = walk,
                                   .locked = 0.2,
                                   .holes = random.chance(0.3) ? 0.15 : 0,
                                   .unique = true,
                                   .seed = random.next()});
    const Solution solution = solve(board, {.walk = walk});
    if (solution.status != Status::unique) continue;
    SCOPED_TRACE(to_code(board) + (walk ? " walked" : ""));
    const auto description = describe(board, walk);
    const std::vector<int> lit(solution.lit.begin(), solution.lit.end());
    model::StepVerifier verifier(description->model);
    std::vector<int> played;
    for (const Tile& tile : board.tiles) played.push_back(tile.exists && tile.lit);
    explain(board, walk, solution.lit, true, {},
            [&](const model::Step& step, const Deduction& words) {
              verifier.expect_right(step, lit, words.where + ": " + words.what);
              rules.insert(std::string(words.rule));
              for (const int tile : words.decided) {
                EXPECT_NE(played[at(tile)], lit[at(tile)]);
                played[at(tile)] = lit[at(tile)];
              }
            });
    verifier.expect_reached(lit);
    EXPECT_EQ(played, lit);
    if (HasFailure()) return;
  }
  for (const char* rule : {"flower", "diamond", "dot", "walk"})
    EXPECT_TRUE(rules.contains(rule)) << rule;
}

TEST(PanelExplain, SpeaksOfWhatShows) {
  // The dot's region is its own tile, which is locked: the neighbours have the other state.
  const Board board = from_code("3:000A4+E");
  const Solution solution = solve(board);
  std::string steps;
  explain(board, false, solution.lit, solution.status == Status::unique, {},
          [&](const model::Step&, const Deduction& d) {
            steps += std::string(d.rule) + ": " + d.where + ": " + d.what + '\n';
          });
  EXPECT_EQ(
      steps,
      "dot: row 1, column 1, row 2, column 2 and row 3, column 1: are lit, because the dots in "
      "the region of the dot at row 2, column 1 have one colour and sum to its size or to 0, "
      "and row 2, column 1 is locked unlit\n"
      "search: the whole board: solutions differ in 5 places; a search found one\n");
}

}  // namespace
}  // namespace eyehand::panel
