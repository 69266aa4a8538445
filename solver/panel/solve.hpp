// The solver of panels.
//
//   Board board = from_code(text);                // puzzle/panel/text.hpp
//   Solution s = solve(board, {.walk = has_start(board)});
//   if (!s.lit.empty()) answer_string(s.lit);     // and s.path, if it was to be walked
//
// The states of the tiles are decided one after another by a solver that learns from conflicts
// (engine.hpp). Flowers, locks, links and walks are clauses (of a walk: a variable a step between
// neighbours, two steps a walked tile). What looks at regions is judged at every point
// (content.hpp, regions.hpp), and so is whether what is walked can be one walk, and one that is
// short enough (walk_propagator.hpp): from what is known already and what can still be reached it
// follows that a tile must, or that things went wrong, and the few tiles that are the reason are
// learned as a clause. So what rules and walk forbid together is learned together.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "puzzle/deadline.hpp"
#include "puzzle/panel/board.hpp"
#include "puzzle/status.hpp"
#include "solver/trace.hpp"

namespace eyehand::panel {

struct SolveOptions {
  Deadline deadline{};
  /// Answers (different states of the tiles) are counted up to this many. 1 asks for any answer
  /// (status `some`); 2 tells `unique` from `several`.
  std::uint64_t count_limit = 2;
  bool walk = false;  ///< the lit tiles are walked from a start tile; else tiles are toggled
  const Trace* trace = nullptr;  ///< told what follows of regions and shapes without a guess
};

struct Solution {
  Status status = Status::none;
  /// The states of an answer, one a tile (0 for missing ones); empty if none is known.
  std::vector<std::uint8_t> lit;
  /// For walking: the tiles in the order of steps, `lit` being what they leave. No walk that solves
  /// the panel is shorter, unless the status is timeout.
  std::vector<int> path;
  std::uint64_t count = 0;  ///< answers found, at most count_limit
};

/// The board must be valid (see `validate`); its unlocked tiles' `lit` does not matter. Cost: most
/// panels of 10x10 and walks of 8x8 take some milliseconds, few more than a tenth of a second, the
/// slowest of 200 half a second. That no walk is shorter takes as long to show of mixed walks; of
/// those with dots alone more than a second in one of a hundred, up to three
/// (bench/solver/panel/solve_bench.cpp). An answer is there much sooner: the best one known is
/// given, too, when time is up.
Solution solve(const Board& board, const SolveOptions& options = {});

/// As solve(), but the answer that leaves the tiles in the states `lit` does not count.
Solution solve_but_for(const Board& board, std::span<const std::uint8_t> lit,
                       const SolveOptions& options = {});

}  // namespace eyehand::panel
