// A walk as clauses over variables "this tile is walked", "this step between neighbours is taken",
// "the walk starts here" and "the walk ends here". Of steps, start and end, a walked tile has
// exactly two and any other tile none. That leaves one path and possibly loops, which the
// propagator excludes (walk_propagator.hpp).
#pragma once

#include <optional>
#include <vector>

#include "solver/panel/grid.hpp"
#include "solver/panel/walk_propagator.hpp"
#include "solver/sat/engine.hpp"

namespace eyehand::panel {

class Walk {
 public:
  /// `states`: per tile, the literal "is lit". Tiles that are not locked are lit if and only if
  /// they are walked. `sat` and `grid` must outlive this.
  Walk(sat::Engine& sat, const Grid& grid, const Board& board, const sat::Literals& states);

  /// Per tile, the literal "is walked".
  const sat::Literals& walked() const { return walked_; }
  /// After Outcome::yes: the walked tiles, in order.
  std::vector<int> path();
  /// The literal "the walk has at least `tiles` tiles", from 1 to the `most` of count_tiles().
  int as_long_as(int tiles) const { return length_[at(tiles - 1)]; }
  WalkPropagator& propagator() { return *propagator_; }
  /// Adds the counter for as_long_as(). Call it once.
  void count_tiles(int most);

 private:
  void exactly_one(const sat::Literals& literals);

  sat::Engine& sat_;
  const Grid& grid_;
  sat::Literals walked_, start_, end_;
  std::vector<std::array<int, 4>> step_;
  sat::Literals length_;
  std::optional<WalkPropagator> propagator_;
};

}  // namespace eyehand::panel
