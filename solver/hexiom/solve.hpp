// The solver of Hexiom.
//
//   Board board = from_text(text);               // puzzle/hexiom_text.hpp
//   Solution s = solve(board);
//   if (!s.answer.empty()) board.cells = s.answer;
#pragma once

#include <cstdint>
#include <vector>

#include "puzzle/deadline.hpp"
#include "puzzle/hexiom.hpp"
#include "puzzle/status.hpp"
#include "solver/trace.hpp"

namespace eyehand::hexiom {

struct SolveOptions {
  Deadline deadline{};
  /// Answers are counted up to this many, those that a symmetry of the board takes into each other
  /// as one. 1 asks for any answer (status `some`); 2 tells `unique` from `several`.
  std::uint64_t count_limit = 1;
  const Trace* trace = nullptr;
};

struct Solution {
  Status status = Status::none;
  /// What is on each cell in the first answer found (is_arrangement_of the board); empty if there
  /// is none.
  std::vector<Cell> answer;
  std::uint64_t count = 0;  ///< answers found, up to symmetry, at most count_limit
};

/// The board must be valid (see `validate`).
Solution solve(const Board& board, const SolveOptions& options = {});

}  // namespace eyehand::hexiom
