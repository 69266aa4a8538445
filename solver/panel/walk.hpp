// A walk as clauses: which tiles are walked, which steps between neighbours are taken, where it
// starts and ends. A walked tile has exactly two of (steps, start, end), others have none; that
// leaves one path and perhaps loops besides, which the propagator excludes (walk_propagator.hpp).
#pragma once

#include <optional>
#include <vector>

#include "solver/panel/engine.hpp"
#include "solver/panel/grid.hpp"
#include "solver/panel/walk_propagator.hpp"

namespace eyehand::panel {

class Walk {
 public:
  /// `states`: per tile, the literal "is lit". Tiles that are not locked are lit iff walked.
  Walk(Engine& sat, const Grid& grid, const Board& board, const Literals& states);

  /// Per tile, the literal "is walked".
  const Literals& walked() const { return walked_; }
  /// After Outcome::yes: the tiles in the order of steps.
  std::vector<int> path();
  /// The literal "the walk has at least `tiles` tiles"; after count_tiles().
  int as_long_as(int tiles) const { return length_[static_cast<std::size_t>(tiles - 1)]; }
  WalkPropagator& propagator() { return *propagator_; }
  /// Adds the counter for as_long_as(), up to `most` tiles.
  void count_tiles(int most);

 private:
  void exactly_one(const Literals& literals);

  Engine& sat_;
  const Grid& grid_;
  Literals walked_, start_, end_;
  std::vector<std::array<int, 4>> step_;
  Literals length_;
  std::optional<WalkPropagator> propagator_;
};

}  // namespace eyehand::panel
