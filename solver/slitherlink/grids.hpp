// Grids other than squares to generate boards on. Each is made by columns and rows, edges are about
// one unit long, faces are numbered row by row, and a size below one or beyond kMaxEdges is an
// Error. For more kinds see Grid::of_faces: generator and solvers take any grid.
#pragma once

#include <memory>

#include "puzzle/slitherlink/board.hpp"

namespace eyehand::slitherlink {

/// `columns` triangles in each of `rows` bands, alternately pointing up and down.
std::shared_ptr<const Grid> triangular(int columns, int rows);

/// `columns` hexagons in each row, standing on a corner; every second row is shifted half a hexagon
/// to the right.
std::shared_ptr<const Grid> honeycomb(int columns, int rows);

/// The Cairo tiling: pentagons in fours around `columns` by `rows` vertices of degree 4. There are
/// columns * (rows + 1) + (columns + 1) * rows of them.
std::shared_ptr<const Grid> cairo(int columns, int rows);

}  // namespace eyehand::slitherlink
