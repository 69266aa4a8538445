// The solver of Net, under any rules.
//
//   Board board = from_game_id("5x5w:1315a65hdeh659e81v3a9h3c8hav3cv6");
//   Solution s = solve(board);
//   if (!s.answer.empty()) board.wires = s.answer;  // s.status tells whether it is the only one
//
// Deduction comes first, the way Simon Tatham describes the solver of his Net (net.c of his puzzle
// collection): sets of orientations and of edge states that narrow each other, no loops, no dead
// ends; and the parity and odd-tile arguments that he describes and leaves out. What is then open
// is searched completely, so every board that has an answer gets one.
//
// Cost: deduction is close to linear, some 0.1 to 0.2 microseconds a tile (bench/solver), and some
// 50 bytes a tile; search adds to that where a board has several answers. In the worst case search
// is exponential, as any known method: hence the deadline. Where a rule is off and any answer will
// do, some rules of deduction are tried only once or not at all unless search meets too many
// contradictions.
//
// What the trace is told: `edge` and `orientation` (tile and edge narrow each other), `loop`,
// `reach`, `parity`, `odd_tile`; in search `guess`, `contradiction`. Places are "tile COLUMN,ROW"
// from 1.
#pragma once

#include <cstdint>
#include <vector>

#include "puzzle/deadline.hpp"
#include "puzzle/net/board.hpp"
#include "puzzle/status.hpp"
#include "solver/trace.hpp"

namespace eyehand::net {

struct SolveOptions {
  Deadline deadline{};
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
