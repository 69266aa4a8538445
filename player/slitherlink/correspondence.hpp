// Whether two captures show the same Slitherlink puzzle. A reader numbers vertices, edges and faces
// anew in each capture, so they are matched by position.
#pragma once

#include <optional>
#include <vector>

#include "puzzle/slitherlink/board.hpp"

namespace eyehand::slitherlink {

/// A board, and where its vertices were seen.
struct LocatedBoard {
  Board board;
  std::vector<Point> where = {};  ///< one per vertex
};

/// For each edge of `now`, the corresponding edge of `before`. Nothing if the grids or the clues
/// differ. The picture may have been moved and scaled in between; vertices may have shifted by up
/// to a quarter of the shortest edge. O(edges), plus for each vertex a search among those above and
/// below it.
std::optional<std::vector<int>> match(const LocatedBoard& before, const LocatedBoard& now);

}  // namespace eyehand::slitherlink
