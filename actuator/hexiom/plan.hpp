// From a Hexiom board to its solution, in the fewest drags.
#pragma once

#include <span>

#include "actuator/gesture.hpp"
#include "puzzle/about.hpp"
#include "puzzle/hexiom/board.hpp"

namespace eyehand::hexiom {

/// How a program plays Hexiom: a piece is dragged to another cell and swaps places with what was
/// there.
struct Controls {
  int button = 1;  ///< X button number
  /// Where a piece is grabbed, relative to its centre, in distances between neighbours: some
  /// programs have text in the centre, which a drag would select.
  double grab_right = 0, grab_below = 0;
};

template <class Visitor>
void describe(Controls& controls, Visitor&& visit) {
  visit("button", controls.button,
        About{"the button that drags a piece: 1 left, 2 middle, 3 right", 1, 9});
  visit("grab_right", controls.grab_right,
        About{"how far to the right of its centre a piece is grabbed, in cells", -0.5, 0.5});
  visit("grab_below", controls.grab_below,
        About{"how far below its centre a piece is grabbed, in cells", -0.5, 0.5});
}

/// The drags that turn `now` into `answer`, in order. Pieces with the same number are alike, so the
/// number of drags depends on which of them goes where. Cells that hold a and want b are edges from
/// a to b in a graph of the numbers (and "empty"), and a cycle of k edges takes k - 1 drags: the
/// more cycles, the fewer drags. All cycles of two are taken first, which never costs a cycle; the
/// rest is searched completely, or until 20,000 branches have been tried, and the best found is
/// used. Up to side 6 the search is complete (2,400 random boards, 2.4 ms at most).
///
/// `cells` has one point per cell. Throws Error if `answer` is not an arrangement of this board.
/// Microseconds, at most some 20 ms.
Plan plan(const Board& now, std::span<const Cell> answer, std::span<const ScreenPoint> cells,
          const Controls& controls);

/// The number of drags in that plan.
int drags_needed(const Board& now, std::span<const Cell> answer);

}  // namespace eyehand::hexiom
