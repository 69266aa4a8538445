// The solver of Hexiom.
//
//   Board board = from_text(text);               // puzzle/hexiom/text.hpp
//   Solution s = solve(board);
//   if (!s.answer.empty()) board.cells = s.answer;
//
// Which piece lies where follows from which cells are filled (model.hpp), so that is all that is
// looked for. Deduction comes first (places.hpp; and numbers with an odd sum cannot touch in
// pairs). For what is open then several engines take turns, each twice as long as before:
//   - search that draws all conclusions from its guesses (search.hpp): small and tight boards;
//   - the same for answers that symmetries of the board do not change: boards made by people, the
//     hardest there are, often have one;
//   - local search (anneal.hpp): boards with many answers, however large;
//   - CaDiCaL (sat.hpp), on boards up to side 18: what is left, and proofs that there is no more.
// The first and the last are complete: every board that has an answer gets one, and answers are
// counted exactly, up to the limit and up to symmetry, if the deadline allows. In the worst case
// the time is exponential, as with any known method: a proof that arbitrary numbers cannot be
// placed is soon out of reach (side 6 with eight pieces of each number).
//
// Cost (one core, all included; bench/solver): the levels of the original game 0.06 ms in the
// median, 3 ms the longest, 9 ms together, twice that to tell unique from several; random boards of
// side 6 0.3 ms, of side 10 0.7 ms, up to some 0.3 s where a third of the pieces is locked; side 64
// half a second.
//
// What the trace is told: `sum`; the rules of places.hpp; then `guess` and `contradiction` in
// search, and each answer by the engine that found it: `search`, `symmetric_search`, `annealing`,
// `sat`.
#pragma once

#include <cstdint>
#include <vector>

#include "puzzle/deadline.hpp"
#include "puzzle/hexiom/board.hpp"
#include "puzzle/status.hpp"
#include "solver/trace.hpp"

namespace eyehand::hexiom {

struct SolveOptions {
  Deadline deadline{};
  /// Answers are counted up to this many, those that a symmetry of the board takes into each other
  /// as one. 1 asks for any answer (status `some`); 2 tells `unique` from `several`. At the
  /// deadline two or more are still `several`, though there may be more than were counted.
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
