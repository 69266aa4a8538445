// The Lights Out solver: linear algebra over GF(2). Pressing a tile twice does nothing, and the
// order does not matter, so an answer is a set of tiles: one unknown per tile, one equation per
// light.
//
//   Board board = from_game_id("3x3:+,798");        // puzzle/lights/text.hpp
//   Solution s = solve(board);
//   if (!s.presses.empty()) ...                     // per tile, 1 if it is to be pressed
//
// Light chasing comes first, as people do it, but for any sets: an equation with one unknown left
// gives that unknown in terms of earlier ones; if there is none, all but one of the unknowns of the
// next equation become parameters. The remaining equations constrain the parameters. This reduces a
// W x H board of crosses to about 2 min(W, H) parameters, and other boards to at most one per tile.
// The system for the parameters is solved by the Method of the Four Russians (Arlazarov, Dinic,
// Kronrod, Faradzev 1970; as in Bard, "Algebraic Cryptanalysis", 2009), eight columns at a time.
//
// Then an answer with the fewest presses is searched for. One Walsh-Hadamard transform gives the
// weights of all 2^nullity answers (they are a coset of a linear code; its leader is wanted), so up
// to a nullity of 24 the minimum is exact. Beyond that, the transform runs over 16 dimensions at a
// time until that no longer improves the answer, or for eight passes.
//
// Cost (bench/solver): 5x5 takes 2 microseconds; crosses on 100x100 half a millisecond and on
// 1000x1000 0.2 s; random sets of neighbours on 100x100 25 ms; random sets of any tiles on 100x100
// 0.9 s. At most 0.5 s of that is for the transform.
#pragma once

#include <cstdint>
#include <vector>

#include "puzzle/deadline.hpp"
#include "puzzle/lights/board.hpp"
#include "puzzle/status.hpp"
#include "solver/trace.hpp"

namespace eyehand::lights {

struct SolveOptions {
  Deadline deadline{};
  /// Answers are counted up to this many. 1 asks for any answer (status `found`, or `unique` if
  /// there is no other); 2 distinguishes `unique` from `multiple`.
  std::uint64_t count_limit = 2;
  /// Receives why there is no solution, one or several. The reason why there is none takes a second
  /// elimination.
  const Trace* trace = nullptr;
};

struct Solution {
  Status status = Status::none;
  std::vector<std::uint8_t> presses;  ///< per tile, 1 if it is to be pressed; empty if no answer
  bool fewest = false;                ///< it is proved that no answer has fewer presses
  int nullity = 0;                    ///< there are 2^nullity answers, if any
  std::uint64_t count = 0;            ///< answers, at most count_limit
};

/// The board must be valid (see `validate`). If the deadline passes before there is an answer, the
/// status is `timeout`; later, the answer may not have the fewest presses, and `fewest` is false.
/// Throws Error if the matrix would need more than 2 GiB, which takes about 130,000 tiles with
/// arbitrary sets.
Solution solve(const Board& board, const SolveOptions& options = {});

}  // namespace eyehand::lights
