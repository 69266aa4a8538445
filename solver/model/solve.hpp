// Solves puzzles that are described by a model: first what follows without a guess, which is
// reported with its reasons, then search.
#pragma once

#include <cstdint>
#include <vector>

#include "puzzle/deadline.hpp"
#include "puzzle/model/rules.hpp"
#include "puzzle/status.hpp"
#include "solver/trace.hpp"

namespace eyehand::model {

struct SolveOptions {
  Deadline deadline;
  std::uint64_t count_limit = 2;
  const Trace* trace = nullptr;
};

struct Solution {
  Status status = Status::none;
  std::uint64_t count = 0;    ///< solutions found, up to the limit
  std::vector<int> marks;     ///< per cell; empty if there is no solution
  std::vector<int> agreed;    ///< of several solutions: the marks that all have, else kBlank
  bool without_guess = true;  ///< propagation alone found the marks of a unique solution
};

/// Throws Error if the clues cannot be those of any puzzle.
Solution solve(const Rules& rules, const Board& board, const SolveOptions& options = {});

/// Whether every mark of the solution follows from one constraint after another. Throws Error as
/// solve() does.
bool follows(const Rules& rules, const Board& board);

/// Whether the board's marks are a solution; those that are missing must follow from the others. A
/// search with these marks, which decides without a guess.
bool is_solution(const Rules& rules, const Board& board);

/// How the board's marks stand to its solutions.
struct Progress {
  std::vector<int> contradictory;  ///< cells whose marks, all together, no solution has
  std::vector<int> open;           ///< cells without a mark
  std::vector<int> marks;          ///< a solution, with the board's marks if there is one
};
Progress examine(const Rules& rules, const Board& board, const Deadline& deadline);

}  // namespace eyehand::model
