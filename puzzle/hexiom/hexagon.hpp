// The cells of a hexagon of hexagons, row by row: the first row has as many cells as the hexagon's
// side, the middle one twice that minus one.
#pragma once

#include <array>
#include <vector>

#include "puzzle/index.hpp"

namespace eyehand {

/// Rows are counted from the top, columns from the left end of each row. Above the middle row, each
/// row begins half a cell to the left of the one before; below it, half a cell to the right. Cells
/// are numbered row by row.
class Hexagon {
 public:
  static constexpr int kMaxSide = 64;  ///< 12,097 cells
  /// The hexagon's own rotations and reflections.
  static constexpr int kSymmetries = 12;

  /// Throws Error unless `side` is 1 to kMaxSide. O(cells).
  explicit Hexagon(int side);

  int side() const { return side_; }
  int rows() const { return 2 * side_ - 1; }
  int size() const { return static_cast<int>(places_.size()); }
  /// The number of cells in a row.
  int length(int row) const { return starts_[at(row + 1)] - starts_[at(row)]; }

  struct Place {
    int row = 0, column = 0;
    bool operator==(const Place&) const = default;
  };
  Place place(int cell) const { return places_[at(cell)]; }
  /// The cell there; -1 if it is outside.
  int cell(Place place) const;

  /// Right, upper right, upper left, left, lower left, lower right; -1 where there is none.
  const std::array<int, 6>& neighbours(int cell) const { return neighbours_[at(cell)]; }

  /// The image of a cell: symmetries 0 to 5 are anticlockwise rotations by that many sixths of a
  /// turn, 6 to 11 the same after a reflection left to right.
  int image(int cell, int symmetry) const;

  /// The centre of a cell relative to the hexagon's, in distances between neighbours; y grows
  /// downwards.
  struct Point {
    double x = 0, y = 0;
  };
  Point middle(int cell) const;

 private:
  int side_ = 0;
  std::vector<int> starts_;  // the first cell of each row, and the number of cells
  std::vector<Place> places_;
  std::vector<std::array<int, 6>> neighbours_;
};

}  // namespace eyehand
