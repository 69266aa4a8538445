// The solver of Net, under any rules.
#pragma once

#include <cstdint>
#include <vector>

#include "puzzle/deadline.hpp"
#include "puzzle/net.hpp"
#include "puzzle/status.hpp"
#include "solver/trace.hpp"

namespace eyehand::net {

struct SolveOptions {
  Deadline deadline;
  /// Answers are counted up to this many. 1 asks for any answer (status `some`, or `unique` where
  /// deduction alone got there); 2 tells `unique` from `several`.
  std::uint64_t count_limit = 2;
  const Trace* trace = nullptr;
};

struct Solution {
  Status status = Status::none;
  std::vector<Sides>
      answer;               ///< each tile's wires in the first answer found; empty if there is none
  std::uint64_t count = 0;  ///< different answers found, at most count_limit
  std::uint64_t guesses = 0;         ///< decisions that deduction did not force
  std::uint64_t contradictions = 0;  ///< that search met and learned from
};

/// Turns the tiles (not the locked ones) so that the board's rules hold.
Solution solve(const Board& board, const SolveOptions& options = {});

}  // namespace eyehand::net
