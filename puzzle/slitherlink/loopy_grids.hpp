// The grids of Simon Tatham's Loopy, as its game IDs number them ("5x5t2:..."): t0 squares, t1
// triangular, t2 honeycomb, t3 snub-square, t4 Cairo, t5 great-hexagonal, t6 octagonal, t7 kites,
// t8 floret, t9 dodecagonal, t10 great-dodecagonal, t13 great-great-dodecagonal, t14 kagome, t15
// compass-dodecagonal. t11, t12 (Penrose), t16 (hats) and t17 (spectres) have no period.
#pragma once

#include <memory>

#include "puzzle/slitherlink/board.hpp"

namespace eyehand::slitherlink {

inline constexpr int kTriangular = 1;

/// The types that loopy_grid makes: those with a period, but for squares.
bool is_periodic_in_loopy(int type);

/// Faces are in the order of Loopy's IDs, and edges are numbered as in its moves. `columns` and
/// `rows` are at least 1, their product at most kMaxLoopyCells. Faces are at least as many as that.
/// Throws Error if the grid has too many edges.
std::shared_ptr<const Grid> loopy_grid(int type, int columns, int rows);
inline constexpr int kMaxLoopyCells = 1 << 20;

}  // namespace eyehand::slitherlink
