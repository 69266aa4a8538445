// The panel solver.
//
//   Board board = from_code(text);                // puzzle/panel/text.hpp
//   Solution s = solve(board, {.walk = has_start(board)});
//   if (!s.lit.empty()) answer_string(s.lit);     // or s.path, if it is to be walked
//
// A conflict-driven search over the states of the tiles (solver/sat/engine.hpp). Flowers, locks,
// links and the steps of a walk are clauses (walk.hpp). Symbols that depend on regions are a theory
// propagator (content.hpp, regions.hpp), and so are the connectedness and length of a walk
// (walk_propagator.hpp). Explanations are minimized and learned as clauses, so what the rules and
// the walk forbid together is learned together.
//
// For reasons that people can follow see explain.hpp.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "puzzle/deadline.hpp"
#include "puzzle/panel/board.hpp"
#include "puzzle/status.hpp"

namespace eyehand::panel {

struct SolveOptions {
  Deadline deadline{};
  /// Answers (distinct states of the tiles) are counted up to this many. 1 asks for any answer
  /// (status `found`); 2 distinguishes `unique` from `multiple`.
  std::uint64_t count_limit = 2;
  bool walk = false;  ///< the lit tiles are walked from a start tile; otherwise tiles are toggled
};

struct Solution {
  Status status = Status::none;
  /// The states of an answer, one per tile (0 for missing ones); empty if none is known.
  std::vector<std::uint8_t> lit;
  /// For walks: the tiles in the order in which they are walked, of which `lit` is the result. No
  /// walk that solves the panel is shorter, unless the deadline passed.
  std::vector<int> path;
  std::uint64_t count = 0;  ///< answers found, at most count_limit
};

/// The board must be valid (see `validate`); `lit` matters for locked tiles only. Cost: most panels
/// of 10x10 and walks of 8x8 take a few milliseconds, the slowest of 200 half a second to a second,
/// including the proof that no walk is shorter (bench/solver/panel/solve_bench.cpp). An answer is
/// found much sooner, and the best so far is returned at the deadline.
Solution solve(const Board& board, const SolveOptions& options = {});

/// The same, except that the answer with the states `lit`, one per tile, is excluded.
Solution solve_but_for(const Board& board, std::span<const std::uint8_t> lit,
                       const SolveOptions& options = {});

}  // namespace eyehand::panel
