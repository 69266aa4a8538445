// Slitherlink for CaDiCaL: one variable per edge, clauses for vertices and clues, and the one-loop
// rule by clauses that are added when an assignment violates it. Complete by itself, and so simple
// that tests use it as the reference for the faster engine.
#pragma once

#include <span>

#include "solver/slitherlink/solve.hpp"

namespace eyehand::slitherlink {

/// As solve(). `known` are edges fixed beforehand: one mark per edge, or none at all.
Solution solve_by_sat(const Board& board, std::span<const Mark> known,
                      const SolveOptions& options = {});

}  // namespace eyehand::slitherlink
