// Slitherlink on the modelling layer, compared with the solver.
#include "tests/solver/model/reference.hpp"

#include <gtest/gtest.h>

#include "puzzle/slitherlink/text.hpp"
#include "solver/random.hpp"
#include "solver/slitherlink/explain.hpp"
#include "solver/slitherlink/generate.hpp"
#include "solver/slitherlink/grids.hpp"
#include "solver/slitherlink/solve.hpp"
#include "tests/support/effort.hpp"

namespace eyehand::slitherlink {
namespace {

using Marks = std::vector<Mark>;

std::vector<Marks> reference_solutions(const Board& board, std::uint64_t limit) {
  return model::solutions(describe(board)->model, limit, [](const std::vector<int>& lines) {
    Marks marks;
    for (const int is_line : lines) marks.push_back(is_line ? Mark::line : Mark::cross);
    return marks;
  });
}

TEST(SlitherlinkSolve, AgreesWithTheReference) {
  Random random(1);
  for (int i = effort(300); i > 0; --i) {
    const int columns = 3 + static_cast<int>(random.below(5));
    const int rows = 3 + static_cast<int>(random.below(5));
    const auto grid = i % 4 == 0   ? honeycomb(columns, rows)
                      : i % 4 == 1 ? triangular(2 * columns, rows)
                                   : Grid::squares(columns, rows);
    const Marks loop = random_loop(*grid, random.next());
    Board board = Board::of(grid);
    const double share = 0.4 + 0.1 * random.below(7);
    for (int face = 0; face < grid->faces(); ++face) {
      if (!random.chance(share)) continue;
      std::int8_t& clue = board.clues[at(face)] = 0;
      for (const int e : grid->edges_of_face(face)) clue += loop[at(e)] == Mark::line;
    }
    if (random.chance(0.3)) random.pick(board.clues) = 1;
    SCOPED_TRACE(to_json(board));
    constexpr std::uint64_t kLimit = 20;
    const Solution solution = solve(board, {.count_limit = kLimit});
    model::expect_agreement(solution.count, solution.answer, reference_solutions(board, kLimit),
                            kLimit);
  }
}

}  // namespace
}  // namespace eyehand::slitherlink
