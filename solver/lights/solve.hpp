// The solver of Lights Out: linear algebra over GF(2). A press twice is none, and the order does
// not matter, so an answer is a set of tiles, one unknown a tile; each tile's light is an equation.
//
//   Board board = from_game_id("3x3:+,798");        // puzzle/lights/text.hpp
//   Solution s = solve(board);
//   if (!s.presses.empty()) ...                     // 1 for each tile to press
//
// Light chasing comes first, as people do it, on any sets: an equation with one unknown left gives
// it in terms of those before, and where there is none the next equation's unknowns become
// parameters. What equations are left bind the parameters. So a board of crosses of W x H comes
// down to some 2 min(W, H) parameters, and sets of any kind to at most as many as tiles. These are
// eliminated by the Method of the Four Russians (Arlazarov, Dinic, Kronrod, Faradzev 1970; as in
// Bard, "Algebraic Cryptanalysis", 2009), eight columns at a time.
//
// Of all answers one has the fewest presses. The weights of all 2^nullity answers are one
// Walsh-Hadamard transform (the answers are a coset of a linear code, and its leader is looked
// for), so up to a nullity of 24 it is found exactly. Beyond, the transform is made over 16
// dimensions after the other until none of them gives an improvement.
//
// Cost (bench/solver): 5x5 in 2 microseconds, crosses of 100x100 in half a millisecond and of
// 1000x1000 in 0.2 s, random sets of neighbours of 100x100 in 25 ms, random sets of any tiles of
// 100x100 in 0.9 s; the transform at most 0.5 s of it.
#pragma once

#include <cstdint>
#include <vector>

#include "puzzle/deadline.hpp"
#include "puzzle/lights/board.hpp"
#include "puzzle/status.hpp"

namespace eyehand::lights {

struct SolveOptions {
  Deadline deadline{};
  /// Answers are counted up to this many. 1 asks for any answer (status `some`, or `unique` where
  /// there is no other); 2 tells `unique` from `several`.
  std::uint64_t count_limit = 2;
};

struct Solution {
  Status status = Status::none;
  std::vector<std::uint8_t> presses;  ///< 1 for each tile to be pressed; empty if there is none
  bool fewest = false;                ///< no answer has fewer presses
  int nullity = 0;                    ///< there are 2^nullity answers, or none
  std::uint64_t count = 0;            ///< answers, at most count_limit
};

/// The board must be valid (see `validate`). When the deadline passes while the fewest presses are
/// looked for, the answer so far is given with `fewest` false; before that it is `timeout`.
/// Throws Error for sets so entangled that more than 2 GiB would be needed, which takes some
/// 130,000 tiles.
Solution solve(const Board& board, const SolveOptions& options = {});

}  // namespace eyehand::lights
