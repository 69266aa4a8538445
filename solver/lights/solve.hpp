// The solver of Lights Out: linear algebra over GF(2). Pressing a tile twice does nothing and the
// order does not matter, so an answer is a set of tiles: one unknown per tile, one equation per
// light.
//
//   Board board = from_game_id("3x3:+,798");        // puzzle/lights/text.hpp
//   Solution s = solve(board);
//   if (!s.presses.empty()) ...                     // 1 for each tile to press
//
// Light chasing comes first, as people do it, for any sets: an equation with one unknown left gives
// that unknown in terms of earlier ones; where there is none, the unknowns of the next equation
// become parameters. The remaining equations constrain the parameters. So a W x H board of crosses
// reduces to about 2 min(W, H) parameters, and arbitrary sets to at most the number of tiles. These
// are eliminated by the Method of the Four Russians (Arlazarov, Dinic, Kronrod, Faradzev 1970; as
// in Bard, "Algebraic Cryptanalysis", 2009), eight columns at a time.
//
// Among all answers one has the fewest presses. The weights of all 2^nullity answers are one
// Walsh-Hadamard transform (the answers are a coset of a linear code, and its leader is wanted), so
// up to a nullity of 24 the minimum is exact. Beyond that, the transform runs over 16 dimensions at
// a time until none of them improves the answer.
//
// Cost (bench/solver): 5x5 in 2 microseconds, crosses of 100x100 in half a millisecond and of
// 1000x1000 in 0.2 s, random sets of neighbours of 100x100 in 25 ms, random sets of any tiles of
// 100x100 in 0.9 s; at most 0.5 s of it for the transform.
#pragma once

#include <cstdint>
#include <vector>

#include "puzzle/deadline.hpp"
#include "puzzle/lights/board.hpp"
#include "puzzle/status.hpp"

namespace eyehand::lights {

struct SolveOptions {
  Deadline deadline{};
  /// Answers are counted up to this many. 1 asks for any answer (status `found`, or `unique` if
  /// there is no other); 2 distinguishes `unique` from `multiple`.
  std::uint64_t count_limit = 2;
};

struct Solution {
  Status status = Status::none;
  std::vector<std::uint8_t> presses;  ///< 1 for each tile to press; empty if there is no answer
  bool fewest = false;                ///< no answer has fewer presses
  int nullity = 0;                    ///< there are 2^nullity answers, or none
  std::uint64_t count = 0;            ///< answers, at most count_limit
};

/// The board must be valid (see `validate`). If the deadline passes while the fewest presses are
/// searched for, the answer so far is returned with `fewest` false; before that, `timeout`. Throws
/// Error for sets so entangled that more than 2 GiB would be needed, which takes about 130,000
/// tiles.
Solution solve(const Board& board, const SolveOptions& options = {});

}  // namespace eyehand::lights
