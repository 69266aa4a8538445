// The Hexiom solver.
//
//   Board board = from_text(text);               // puzzle/hexiom/text.hpp
//   Solution s = solve(board);
//   if (!s.answer.empty()) board.cells = s.answer;
//
// Which piece goes where follows from which cells are filled (model.hpp), so only that is searched
// for. Deduction comes first (places.hpp; and the sum of the numbers must be even, since it counts
// each pair of neighbouring pieces twice). Then several engines take turns, and turns double:
//   - backtracking search with propagation (search.hpp), for small and tight boards;
//   - the same restricted to answers that symmetries of the board preserve: boards made by people,
//     which are the hardest, often have one;
//   - local search (anneal.hpp), for boards of any size with many answers;
//   - CaDiCaL (sat.hpp), on boards up to side 18, for the rest, and to prove that there are no
//   more.
// The first and the last are complete: every board that has an answer gets one, and answers are
// counted exactly, up to the limit and up to symmetry, if the deadline allows. The worst case is
// exponential, as with every known method: a proof that arbitrary numbers cannot be placed is soon
// out of reach (side 6 with eight pieces of each number).
//
// Cost (one core; bench/solver): the levels of the original game take 0.06 ms each (median), 3 ms
// at most, 9 ms together, twice that with uniqueness; random boards of side 6 0.3 ms, of side 10
// 0.7 ms, up to about 0.3 s where a third of the pieces are locked; side 64 half a second.
//
// For reasons that people can follow see explain.hpp.
#pragma once

#include <cstdint>
#include <vector>

#include "puzzle/deadline.hpp"
#include "puzzle/hexiom/board.hpp"
#include "puzzle/status.hpp"

namespace eyehand::hexiom {

struct SolveOptions {
  Deadline deadline{};
  /// Answers are counted up to this many; those that a symmetry of the board maps to each other
  /// count as one. 1 asks for any answer (status `found`); 2 distinguishes `unique` from
  /// `multiple`. If the deadline passes after two or more were found, the status is `multiple` too.
  std::uint64_t count_limit = 1;
};

struct Solution {
  Status status = Status::none;
  /// Each cell's content in the first answer found (see is_arrangement_of); empty if none was.
  std::vector<Cell> answer;
  std::uint64_t count = 0;  ///< answers found, up to symmetry, at most count_limit
};

/// The board must be valid (see `validate`).
Solution solve(const Board& board, const SolveOptions& options = {});

}  // namespace eyehand::hexiom
