// Panels on the modelling layer, compared with the solver.
#include "tests/solver/model/reference.hpp"

#include <gtest/gtest.h>

#include "puzzle/panel/text.hpp"
#include "solver/panel/explain.hpp"
#include "solver/panel/generate.hpp"
#include "solver/panel/solve.hpp"
#include "solver/random.hpp"
#include "tests/support/effort.hpp"

namespace eyehand::panel {
namespace {

using States = std::vector<std::uint8_t>;

/// Several paths may light the same tiles.
std::vector<States> reference_solutions(const Board& board, bool walk, std::uint64_t limit) {
  const auto description = describe(board, walk);
  model::Compiled compiled(description->model);
  std::vector<States> found;
  while (found.size() < limit && compiled.engine().solve({}) == Outcome::yes) {
    std::vector<int> marks = compiled.marks();
    marks.resize(board.size());
    found.emplace_back(marks.begin(), marks.end());
    compiled.exclude(marks);
  }
  return found;
}

TEST(PanelSolve, AgreesWithTheReference) {
  Random random(1);
  const auto below = [&](std::uint32_t n) { return static_cast<int>(random.below(n)); };
  for (int i = effort(300); i > 0; --i) {
    const bool walk = random.chance(0.4);
    std::vector<Symbol> symbols;
    for (int s = 1; s <= 5; ++s)
      if (random.chance(0.5)) symbols.push_back(static_cast<Symbol>(s));
    Board board = *generate({.width = 2 + below(5),
                             .height = 2 + below(5),
                             .symbols = symbols,
                             .walk = walk,
                             .locked = random.chance(0.5) ? 0.3 : 0.1,
                             .holes = random.chance(0.3) ? 0.15 : 0,
                             .unique = random.chance(0.5),
                             .seed = random.next()});
    if (random.chance(0.3)) {
      Tile& tile = random.pick(board.tiles);
      tile.locked = true;
      tile.lit = random.chance(0.5);
    }
    if (random.chance(0.3)) {
      Tile &one = random.pick(board.tiles), &other = random.pick(board.tiles);
      std::swap(one.symbol, other.symbol);
      std::swap(one.hue, other.hue);
      std::swap(one.value, other.value);
    }
    SCOPED_TRACE(to_code(board) + (walk ? " walked" : ""));
    constexpr std::uint64_t kLimit = 10;
    const Solution solution = solve(board, {.count_limit = kLimit, .walk = walk});
    model::expect_agreement(solution.count, solution.lit, reference_solutions(board, walk, kLimit),
                            kLimit);
  }
}

}  // namespace
}  // namespace eyehand::panel
