#include "solver/slitherlink/solve.hpp"

#include "solver/slitherlink/sat.hpp"

namespace eyehand::slitherlink {

Solution solve(const Board& board, const SolveOptions& options) {
  return solve_by_sat(
      board, options.keep_marks ? std::span<const Mark>(board.marks) : std::span<const Mark>(),
      options);
}

}  // namespace eyehand::slitherlink
