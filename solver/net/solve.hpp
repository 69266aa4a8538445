// The solver of Net, under any rules.
//
//   Board board = from_game_id("5x5w:1315a65hdeh659e81v3a9h3c8hav3cv6");
//   Solution s = solve(board);
//   if (!s.answer.empty()) board.wires = s.answer;  // s.status: whether it is the only solution
//
// Deduction comes first, as Simon Tatham describes the solver of his Net (net.c of his puzzle
// collection): sets of orientations and of edge states that narrow each other, no loops, no dead
// ends; and the parity and odd-tile arguments that he describes but does not use. A complete search
// follows for what is still open, so every board that has a solution gets one.
//
// Cost: deduction is close to linear, about 0.1 to 0.2 microseconds (bench/solver) and 50 bytes per
// tile; search adds to that on boards with several solutions. The worst case is exponential, as
// with any known method: hence the deadline. Where a rule is off and any solution will do, some
// deduction rules are applied only once or not at all unless the search meets too many conflicts.
//
// For reasons that people can follow see explain.hpp.
#pragma once

#include <cstdint>
#include <vector>

#include "puzzle/deadline.hpp"
#include "puzzle/net/board.hpp"
#include "puzzle/status.hpp"

namespace eyehand::net {

struct SolveOptions {
  Deadline deadline{};
  /// Solutions are counted up to this many. 1 asks for any solution (status `found`, or `unique` if
  /// deduction alone found it); 2 distinguishes `unique` from `multiple`.
  std::uint64_t count_limit = 2;
};

struct Solution {
  Status status = Status::none;
  /// Each tile's wires in the first solution found; empty if there is none.
  std::vector<Sides> answer;
  std::uint64_t count = 0;      ///< different solutions found, at most count_limit
  std::uint64_t decisions = 0;  ///< not implied by anything before
  std::uint64_t conflicts = 0;  ///< met and learned from
};

/// Turns the tiles that are not locked so that the board's rules hold; linked ones by the same
/// quarters.
Solution solve(const Board& board, const SolveOptions& options = {});

}  // namespace eyehand::net
