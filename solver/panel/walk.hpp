// A walk as clauses: which tiles are walked, which steps between neighbours are taken, where it
// starts and ends. A walked tile has exactly two of (steps, start, end), others have none; that
// leaves one path and perhaps loops besides, which are cut off when an assignment has them: a
// walked tile within a set of tiles is connected to the rest by a step, unless the start is in the
// set.
#pragma once

#include <optional>
#include <vector>

#include "solver/panel/formula.hpp"
#include "solver/panel/grid.hpp"
#include "solver/panel/walk_propagator.hpp"

namespace eyehand::panel {

class Walk {
 public:
  /// `states`: per tile, the literal "is lit". Tiles that are not locked are lit iff walked.
  Walk(Formula& formula, const Grid& grid, const Board& board, const Literals& states);

  /// Per tile, the literal "is walked".
  const Literals& walked() const { return walked_; }
  /// After Outcome::yes: adds clauses against the loops of the assignment. False if it has none.
  bool cut();
  /// Then: the tiles in the order of steps.
  std::vector<int> path();
  /// The literal "the walk has at least `tiles` tiles"; after count_tiles().
  int as_long_as(int tiles) const { return length_[static_cast<std::size_t>(tiles - 1)]; }
  WalkPropagator& propagator() { return *propagator_; }
  /// Adds the counter for as_long_as(), up to `most` tiles.
  void count_tiles(int most);

 private:
  Formula& formula_;
  const Grid& grid_;
  Literals walked_, start_, end_;
  std::vector<std::array<int, 4>> step_;
  Literals length_;
  std::optional<WalkPropagator> propagator_;
};

}  // namespace eyehand::panel
