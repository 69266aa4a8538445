// A walk in a formula: which tiles are walked, which steps between neighbours are taken, where it
// starts and ends. A walked tile has two of these (steps, start, end), all others none; that leaves
// one path, and perhaps loops beside it, which are cut off when an assignment has them: who is
// walked within a set of tiles is joined to the rest by a step, unless the start is within, too.
#pragma once

#include <optional>
#include <vector>

#include "solver/panel/formula.hpp"
#include "solver/panel/grid.hpp"
#include "solver/panel/walk_propagator.hpp"

namespace eyehand::panel {

class Walk {
 public:
  /// `states` of the tiles. Adds that the tiles that are not locked are lit where they are walked.
  Walk(Formula& formula, const Grid& grid, const Board& board, const Literals& states);

  /// Literals of the tiles: walked.
  const Literals& walked() const { return walked_; }
  /// After the formula was found to hold: adds clauses against loops. False if there was nothing
  /// to cut.
  bool cut();
  /// After that: the tiles in the order of steps.
  std::vector<int> path();
  /// A literal without which the walk has less than so many tiles, once count_tiles() was called.
  int as_long_as(int tiles) const { return length_[static_cast<std::size_t>(tiles - 1)]; }
  /// Looks at the walk while the search goes on.
  WalkPropagator& judge() { return *judge_; }
  /// Counts up to `most` tiles.
  void count_tiles(int most);

 private:
  Formula& formula_;
  const Grid& grid_;
  Literals walked_, start_, end_;
  std::vector<std::array<int, 4>> step_;
  Literals length_;
  std::optional<WalkPropagator> judge_;
};

}  // namespace eyehand::panel
