// The solver of Slitherlink on any planar grid.
//
//   Board board = ...;                      // puzzle/slitherlink/text.hpp reads them
//   Solution s = solve(board);
//   if (!s.answer.empty()) board.marks = s.answer;  // s.status tells whether it is the only one
//
// What does the work, fastest first:
//   - propagation that can say why (search.hpp): vertices, clues, pairs of edges at corners, the
//     two colours of inside and outside, ends of contours;
//   - probes: edges beside what is known are tried, and contradictions learned from. Most puzzles
//     made for people end here;
//   - search by guesses, learned clauses and cuts (search.hpp, also the counting of answers);
//   - CaDiCaL (sat.hpp), with loop cuts added as they are broken, where search has met very many
//     contradictions without an answer. They take turns then, each twice as long as before. It is
//     last since it was found slower on every board tried, 1.3 to over 30 times.
//
// Every board that has an answer gets one, if the deadline allows, and answers are counted exactly
// up to the limit. In the worst case the time is exponential, as with any known method: hence the
// deadline, which is looked at every millisecond or so.
//
// Cost (one core, uniqueness proved; bench/solver): 10x10 0.05 ms, 25x30 1.2 ms, 100x100 from 12 ms
// for one answer to a second or two with 45 % of the clues and very many answers; some 200 bytes
// an edge. Memory for contradictions learned from, and for each answer counted its guesses.
//
// What the trace is told: `guess` and `contradiction`, by the numbers of edges and faces. For
// reasons that people understand see deduce.hpp.
#pragma once

#include <cstdint>
#include <vector>

#include "puzzle/deadline.hpp"
#include "puzzle/slitherlink/board.hpp"
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
  /// Contradictions that search may meet without an answer before CaDiCaL gets its turn.
  std::uint64_t patience = 500'000;
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
