// Every step to the answer of a panel is right, and has no reason that it does not need.
#include "solver/panel/explain.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "puzzle/panel/text.hpp"
#include "solver/model/solve.hpp"
#include "solver/panel/generate.hpp"
#include "solver/panel/solve.hpp"
#include "solver/random.hpp"
#include "tests/solver/model/verify.hpp"
#include "tests/support/effort.hpp"

namespace eyehand::panel {
namespace {

/// Panels of more tiles may take too long to explain to the end, so only their first steps are
/// verified.
constexpr std::size_t kMostComplete = 36;
constexpr std::chrono::milliseconds kTimeOtherwise{500};

bool is_walked(const std::vector<int>& path, int a, int b) {
  for (std::size_t i = 1; i < path.size(); ++i)
    if (std::minmax(path[i - 1], path[i]) == std::minmax(a, b)) return true;
  return false;
}

/// Whether only one path lights these tiles.
bool has_one_path(const model::Description& description, const std::vector<int>& lit) {
  model::Solutions paths(description.model);
  for (std::size_t tile = 0; tile < lit.size(); ++tile) {
    const int is_lit = description.model.mark(static_cast<int>(tile)).is(1);
    paths.compiled().engine().add({lit[tile] != 0 ? is_lit : -is_lit});
  }
  return paths.next() && !paths.next();
}

TEST(PanelExplain, GivesEachStepJustTheReasonsItNeeds) {
  Random random(1);
  std::set<std::string> rules;
  int complete = 0, along_paths = 0;
  for (int i = effort(200); i > 0; --i) {
    const bool walk = random.chance(0.3);
    std::vector<Symbol> symbols;
    for (int s = 1; s <= 5; ++s)
      if (random.chance(0.5)) symbols.push_back(static_cast<Symbol>(s));
    const std::uint32_t sides = random.chance(0.3) ? 9 : 5;
    const Board board = *generate({.width = 2 + static_cast<int>(random.below(sides)),
                                   .height = 2 + static_cast<int>(random.below(sides)),
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
    std::vector<int> marks = lit;
    if (walk)
      for (const auto& [a, b] : pairs_of(board)) marks.push_back(is_walked(solution.path, a, b));
    model::StepVerifier verifier(description->model);
    std::vector<int> named;  // where the path goes
    std::vector<int> played;
    for (const Tile& tile : board.tiles) played.push_back(tile.exists && tile.lit);
    bool is_complete = true;
    const bool is_small = board.size() <= kMostComplete;
    std::vector<std::pair<model::Step, Deduction>> steps;  // verified later, which may take longer
    explain(board, walk, solution, is_small ? Deadline() : Deadline::after(kTimeOtherwise),
            [&](const model::Step& step, const Deduction& words) {
              if (words.rule == "time limit")
                is_complete = false;
              else
                steps.emplace_back(step, words);
            });
    for (const auto& [step, words] : steps) {
      verifier.expect_right(step, marks, words.where + ": " + words.what);
      rules.insert(std::string(words.rule));
      for (const int tile : words.decided) {
        EXPECT_NE(played[at(tile)], lit[at(tile)]);
        played[at(tile)] = lit[at(tile)];
      }
      for (const model::Fact& fact : step.follows)
        if (at(fact.cell) >= lit.size() && fact.is) named.push_back(fact.cell);
    }
    EXPECT_TRUE(is_complete || !is_small);
    if (HasFailure()) return;
    if (!is_complete) continue;
    ++complete;
    verifier.expect_reached(lit);
    if (walk && has_one_path(*description, lit)) {
      EXPECT_EQ(named.size() + 1, solution.path.size());
    }
    along_paths += !named.empty();
    EXPECT_EQ(played, lit);
    if (HasFailure()) return;
  }
  EXPECT_GT(complete, 0);
  if (effort(200) < 20) return;  // sanitized
  for (const char* rule : {"flower", "diamond", "dot", "walk"})
    EXPECT_TRUE(rules.contains(rule)) << rule;
  EXPECT_GT(along_paths, 0);
}

TEST(PanelExplain, NamesWhereThePathGoes) {
  // The flower's neighbours are as it is, and the start is lit.
  const Board board = from_code("3:@0X00");
  const Solution solution = solve(board, {.walk = true});
  std::string steps;
  explain(board, true, solution, {}, [&](const model::Step&, const Deduction& d) {
    steps += std::string(d.rule) + ": " + d.where + ": " + d.what + '\n';
  });
  EXPECT_EQ(steps,
            "walk: row 1, column 1: is lit, because the lit tiles can be walked in one go from a "
            "start\n"
            "flower: row 1, columns 2 and 3: are lit, because 2 neighbours of the flower at row 1, "
            "column 2 must be in its state, and row 1, column 1 is lit\n"
            "walk: the path: goes between row 1, column 1 and row 1, column 2, because the lit "
            "tiles can be walked in one go from a start, and row 1, column 2 is lit\n"
            "walk: the path: goes between row 1, column 2 and row 1, column 3, because the lit "
            "tiles can be walked in one go from a start, and row 1, column 3 is lit\n");
}

TEST(PanelExplain, SpeaksOfWhatShows) {
  // The dot's region is its own tile, which is locked: the neighbours have the other state.
  const Board board = from_code("3:000A4+E");
  const Solution solution = solve(board);
  std::string steps;
  explain(board, false, solution, {}, [&](const model::Step&, const Deduction& d) {
    steps += std::string(d.rule) + ": " + d.where + ": " + d.what + '\n';
  });
  EXPECT_EQ(
      steps,
      "dot: row 1, column 1; row 2, column 2; and row 3, column 1: are lit, because the dots in "
      "the region of the dot at row 2, column 1 have one colour and sum to its size or to 0, "
      "and row 2, column 1 is locked unlit\n"
      "several solutions: the whole board: several solutions are possible from here on; 5 tiles "
      "remain open\n");
}

}  // namespace
}  // namespace eyehand::panel
