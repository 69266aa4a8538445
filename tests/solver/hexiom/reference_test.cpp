// Hexiom on the modelling layer, compared with the solver.
#include "tests/solver/model/reference.hpp"

#include <gtest/gtest.h>

#include <set>

#include "puzzle/hexiom/text.hpp"
#include "solver/hexiom/explain.hpp"
#include "solver/hexiom/generate.hpp"
#include "solver/hexiom/solve.hpp"
#include "tests/solver/hexiom/brute_force.hpp"
#include "tests/support/effort.hpp"

namespace eyehand::hexiom {
namespace {

std::vector<std::vector<Cell>> reference_solutions(const Board& board, std::uint64_t limit) {
  return model::solutions(describe(board)->model, limit, [&](const std::vector<int>& marks) {
    std::vector<Cell> cells = board.cells;
    for (std::size_t cell = 0; cell < cells.size(); ++cell)
      if (cells[cell] != kHole)
        cells[cell] = marks[cell] == kNoPieceThere ? kEmpty : static_cast<Cell>(marks[cell]);
    return cells;
  });
}

TEST(HexiomSolve, AgreesWithTheReference) {
  Random random(1);
  for (int i = effort(300); i > 0; --i) {
    const bool is_large = random.chance(0.5);
    Board board = *generate({.side = is_large ? 4 : 3,
                             .density = 0.3 + 0.1 * random.below(6),
                             .locked = (is_large ? 0.6 : 0.1) + 0.1 * random.below(4),
                             .seed = random.next()});
    // With two numbers changed there is usually no answer.
    if (random.chance(0.3))
      for (const int by : {1, -1}) {
        Cell& cell = random.pick(board.cells);
        if (is_piece(cell) && cell + by >= 0 && cell + by <= 6) cell = static_cast<Cell>(cell + by);
      }
    SCOPED_TRACE(to_text(board));
    // So many are at least three up to symmetry.
    constexpr std::uint64_t kLimit = 3, kEvery = kLimit * Hexagon::kSymmetries;
    const auto solutions = reference_solutions(board, kEvery);
    const Solution solution = solve(board, {.count_limit = kLimit});
    EXPECT_EQ(solution.count, std::min<std::uint64_t>(kLimit, BruteForce::count(solutions, board)));
    if (!solutions.empty() && solutions.size() < kEvery) {
      EXPECT_EQ(std::count(solutions.begin(), solutions.end(), solution.answer), 1);
    }
  }
}

}  // namespace
}  // namespace eyehand::hexiom
