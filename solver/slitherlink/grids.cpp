#include "solver/slitherlink/grids.hpp"

#include <cmath>
#include <string>

#include "puzzle/error.hpp"
#include "puzzle/slitherlink/grid_builder.hpp"

namespace eyehand::slitherlink {
namespace {

GridBuilder builder_for(int columns, int rows) {
  if (columns < 1 || rows < 1 ||
      static_cast<std::size_t>(columns) > kMaxEdges / static_cast<std::size_t>(rows))
    throw Error("A grid of " + std::to_string(columns) + " by " + std::to_string(rows) +
                " faces; it must have at least one and not over " + std::to_string(kMaxEdges) +
                " edges.");
  return {};
}

const double kRoot3 = std::sqrt(3.0);

}  // namespace

std::shared_ptr<const Grid> triangular(int columns, int rows) {
  GridBuilder builder = builder_for(columns, rows);
  for (int y = 0; y < rows; ++y)
    for (int x = 0; x < columns; ++x) {
      const bool points_down = (x + y) % 2 == 0;
      if (points_down)
        builder.add({{x, y}, {x + 2, y}, {x + 1, y + 1}});
      else
        builder.add({{x + 1, y}, {x + 2, y + 1}, {x, y + 1}});
    }
  // In half sides and whole heights.
  return builder.grid([](int x, int y) { return Point{x * 0.5, y * kRoot3 / 2}; });
}

std::shared_ptr<const Grid> honeycomb(int columns, int rows) {
  GridBuilder builder = builder_for(columns, rows);
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column) {
      const int x = 2 * column + 1 + row % 2, y = 3 * row + 2;
      builder.add(
          {{x, y - 2}, {x + 1, y - 1}, {x + 1, y + 1}, {x, y + 2}, {x - 1, y + 1}, {x - 1, y - 1}});
    }
  // In half widths and half sides.
  return builder.grid([](int x, int y) { return Point{x * kRoot3 / 2, y * 0.5}; });
}

std::shared_ptr<const Grid> cairo(int columns, int rows) {
  // Cells four units wide, with a bar in the middle of each, level and upright like a chessboard;
  // the bar's ends are joined to the two corners on their side. A pentagon lies across each side
  // between two cells: it has the bar of one and the near end of the other's. The plane's vertices
  // are where the angles at the ends are 120 degrees and the long edges one unit.
  const double bar = kRoot3 - 1;
  const auto along = [bar](int k) {
    const double in_cell[4] = {0, (kRoot3 - bar) / 2, kRoot3 / 2, (kRoot3 + bar) / 2};
    return k / 4 * kRoot3 + in_cell[k % 4];
  };
  GridBuilder builder = builder_for(columns, rows);
  const auto is_level = [](int column, int row) { return (column + row) % 2 == 0; };
  for (int row = 0; row <= rows; ++row) {
    for (int column = 0; column < columns; ++column) {  // across the cell's right side
      const int x = 4 * column + 4, y = 4 * row;
      if (is_level(column, row))
        builder.add({{x, y}, {x + 2, y + 1}, {x + 2, y + 3}, {x, y + 4}, {x - 1, y + 2}});
      else
        builder.add({{x, y}, {x + 1, y + 2}, {x, y + 4}, {x - 2, y + 3}, {x - 2, y + 1}});
    }
    for (int column = 0; row < rows && column <= columns; ++column) {  // across its lower side
      const int x = 4 * column, y = 4 * row + 4;
      if (is_level(column, row))
        builder.add({{x, y}, {x + 1, y - 2}, {x + 3, y - 2}, {x + 4, y}, {x + 2, y + 1}});
      else
        builder.add({{x, y}, {x + 2, y - 1}, {x + 4, y}, {x + 3, y + 2}, {x + 1, y + 2}});
    }
  }
  return builder.grid([along](int x, int y) { return Point{along(x), along(y)}; });
}

}  // namespace eyehand::slitherlink
