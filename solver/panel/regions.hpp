// The regions of a panel in a formula: for each symbol that looks at its region (dots, diamonds,
// bars, slashes) a row of literals, one a tile, that hold where the tile is of that region.
//
// What makes a row a region: neighbours in the same state are both of it or both not; who is of it
// has a neighbour that is of it. A row may then still hold whole regions elsewhere: such are cut
// off when an assignment has them (`cut`), by clauses that hold for every region: who is beyond a
// set of tiles that keeps it apart from the symbol is of its region only if one of these is.
#pragma once

#include <vector>

#include "solver/panel/formula.hpp"
#include "solver/panel/grid.hpp"

namespace eyehand::panel {

class Regions {
 public:
  /// `states`: a literal a tile, that holds where it is lit; any for missing ones.
  Regions(Formula& formula, const Grid& grid, const Board& board, Literals states);

  const Literals& states() const { return states_; }
  /// Holds where a tile and its neighbour in that direction are in the same state; `no` where there
  /// is no neighbour.
  int same(int tile, int direction) const {
    return same_[static_cast<std::size_t>(tile)][static_cast<std::size_t>(direction)];
  }
  /// The tiles with symbols that have rows, ascending but for bars, the first of whose hue comes
  /// before the others.
  const std::vector<int>& anchors() const { return anchors_; }
  /// Holds where `tile` is of the region of the symbol on `anchor`; `no` for tile -1.
  int in(int anchor, int tile) const {
    return tile < 0 ? formula_.no()
                    : rows_[static_cast<std::size_t>(anchor)][static_cast<std::size_t>(tile)];
  }

  /// After the formula was found to hold: compares each row with the region, and adds clauses where
  /// it is more. False if there was nothing to cut.
  bool cut();

 private:
  void add_row(int anchor, int like);
  std::vector<std::uint8_t> reach(int anchor) const;

  Formula& formula_;
  const Grid& grid_;
  const Board& board_;
  Literals states_;
  std::vector<std::array<int, 4>> same_;
  std::vector<int> anchors_;
  std::vector<Literals> rows_;  // of tiles that are no anchors: empty
};

}  // namespace eyehand::panel
