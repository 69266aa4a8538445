// The solver of Slitherlink on any planar grid.
//
//   Board board = ...;                      // puzzle/slitherlink/text.hpp reads them
//   Solution s = solve(board);
//   if (!s.answer.empty()) board.marks = s.answer;  // s.status: whether it is the only solution
//
// It uses, cheapest first:
//   - propagation that can name its antecedents (search.hpp): vertices, clues, pairs of edges at
//     corners, the two colours of inside and outside, ends of paths;
//   - probes: edges beside what is known are tried, and facts learned from conflicts. Most puzzles
//     made for people end here;
//   - search by decisions, learned clauses and cuts (search.hpp, also the counting of solutions);
//   - CaDiCaL (sat.hpp), with loop cuts added as they are violated, after very many conflicts
//     without a solution. The two then alternate, each turn twice as long as the last. It comes
//     last since it was slower on every board tried, 1.3 to over 30 times.
//
// Every board that has a solution gets one, if the deadline allows, and solutions are counted
// exactly up to the limit. In the worst case the time is exponential, as with any known method:
// hence the deadline, which is checked every millisecond or so.
//
// Cost (one core, uniqueness proved; bench/solver): at most 10x10 0.05 ms, 25x30 1.2 ms, 100x100
// from 12 ms for one solution to a second or two with 45 % of the clues and very many solutions;
// some 250 bytes per edge, and memory for learned clauses.
//
// For reasons that people can follow see explain.hpp.
#pragma once

#include <cstdint>
#include <vector>

#include "puzzle/deadline.hpp"
#include "puzzle/slitherlink/board.hpp"
#include "puzzle/status.hpp"

namespace eyehand::slitherlink {

struct SolveOptions {
  Deadline deadline{};
  /// Solutions are counted up to this many. 1 asks for any solution (status `found`, or `unique` if
  /// deduction alone found it); 2 distinguishes `unique` from `multiple`.
  std::uint64_t count_limit = 2;
  /// Lines and crosses on the board are part of the puzzle; otherwise only grid and clues count.
  bool keep_marks = false;
  /// Conflicts without a solution before CaDiCaL gets its first turn.
  std::uint64_t conflict_limit = 500'000;
};

struct Solution {
  Status status = Status::none;
  /// Line or cross for each edge, in the first solution found; empty if there is none.
  std::vector<Mark> answer;
  std::uint64_t count = 0;      ///< different solutions found, at most count_limit
  std::uint64_t decisions = 0;  ///< not implied by anything before
  std::uint64_t conflicts = 0;  ///< met and learned from
};

/// The board must be valid (see `validate`).
Solution solve(const Board& board, const SolveOptions& options = {});

}  // namespace eyehand::slitherlink
