// Slitherlink for CaDiCaL: one variable an edge, clauses for vertices and clues, and the rule of
// one loop by clauses that are added where an assignment breaks it. Complete by itself; it knows no
// more of the puzzle than that, so it also serves as the judge of the faster engine in tests.
#pragma once

#include <span>

#include "solver/slitherlink/solve.hpp"

namespace eyehand::slitherlink {

/// As solve(). `known` are edges that are decided before: one mark an edge, or none at all.
Solution solve_by_sat(const Board& board, std::span<const Mark> known,
                      const SolveOptions& options = {});

}  // namespace eyehand::slitherlink
