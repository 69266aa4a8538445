// The solver of Slitherlink on any planar grid.
//
//   Board board = ...;                      // puzzle/slitherlink_text.hpp reads them
//   Solution s = solve(board);
//   if (!s.answer.empty()) board.marks = s.answer;  // s.status tells whether it is the only one
//
// Every board that has an answer gets one, if the deadline allows, and answers are counted exactly
// up to the limit. In the worst case the time is exponential, as with any known method: hence the
// deadline, which is looked at every millisecond or so.
#pragma once

#include <cstdint>
#include <vector>

#include "puzzle/deadline.hpp"
#include "puzzle/slitherlink.hpp"
#include "puzzle/status.hpp"
#include "solver/trace.hpp"

namespace eyehand::slitherlink {

struct SolveOptions {
  Deadline deadline{};
  /// Answers are counted up to this many. 1 asks for any answer (status `some`, or `unique` where
  /// deduction alone got there); 2 tells `unique` from `several`.
  std::uint64_t count_limit = 2;
  const Trace* trace = nullptr;
  /// Lines and crosses on the board are part of the puzzle; else grid and clues alone count.
  bool keep_marks = false;
};

struct Solution {
  Status status = Status::none;
  /// Line or cross for each edge, in the first answer found; empty if there is none.
  std::vector<Mark> answer;
  std::uint64_t count = 0;           ///< different answers found, at most count_limit
  std::uint64_t guesses = 0;         ///< decisions that deduction did not force
  std::uint64_t contradictions = 0;  ///< that search met and learned from
};

/// The board must be valid (see `validate`).
Solution solve(const Board& board, const SolveOptions& options = {});

}  // namespace eyehand::slitherlink
