// From a Hexiom board to its solution, in the fewest drags.
#pragma once

#include <span>

#include "actuator/gesture.hpp"
#include "puzzle/about.hpp"
#include "puzzle/hexiom/board.hpp"

namespace eyehand::hexiom {

/// How Hexiom is played in a program: a piece is dragged to another cell, and swaps places with
/// what was there.
struct Controls {
  int button = 1;  ///< X button number
  /// Where a piece is grabbed, from its middle, in distances between neighbours: some programs have
  /// text there, which a drag would select.
  double grab_right = 0, grab_below = 0;
};

template <class Visitor>
void describe(Controls& controls, Visitor&& visit) {
  visit("button", controls.button,
        About{"the button that drags a piece: 1 left, 2 middle, 3 right", 1, 9});
  visit("grab_right", controls.grab_right,
        About{"how far to the right of its middle a piece is grabbed, in cells", -0.5, 0.5});
  visit("grab_below", controls.grab_below, About{"how far below its middle", -0.5, 0.5});
}

/// The drags that turn `now` into `answer`, in order. Pieces of one number are alike, so it matters
/// which goes where: cells that hold a and want b are edges from a to b in a graph of the numbers
/// (and "empty"), and a cycle of k edges takes k - 1 drags, so the more cycles, the fewer drags.
/// All cycles of two are taken first, which never costs one; the rest is searched to the end, or
/// until 20,000 branches have been tried, which gives the best found by then. Up to side 6 the
/// search comes to its end (2,400 random boards, 2.4 ms at most).
///
/// `cells` has one point per cell. Throws Error if `answer` is not an arrangement of this board.
/// Microseconds, at most some 20 ms.
Plan plan(const Board& now, std::span<const Cell> answer, std::span<const ScreenPoint> cells,
          const Controls& controls);

/// How many drags `plan` makes.
int drags_needed(const Board& now, std::span<const Cell> answer);

}  // namespace eyehand::hexiom
