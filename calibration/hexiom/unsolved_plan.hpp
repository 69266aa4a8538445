// Plans for a Hexiom board that must not be solved by the way: most programs cover the board then,
// and deal another.
#pragma once

#include <span>
#include <vector>

#include "actuator/hexiom/plan.hpp"
#include "puzzle/hexiom/board.hpp"

namespace eyehand::calibration {

/// The cells after each drag of a plan, from `board` on. `places` has one point per cell.
std::vector<std::vector<hexiom::Cell>> cells_after(const Plan& plan, const hexiom::Board& board,
                                                   std::span<const ScreenPoint> places);

/// The drags of a plan before the first one that solves the board.
Plan unsolved_part(const Plan& plan, const hexiom::Board& board,
                   std::span<const ScreenPoint> places);

/// As hexiom::plan, but on the way the board is nowhere solved if one more drag at the beginning
/// can avoid that. O(cells^2) plans if it is.
Plan unsolved_plan(const hexiom::Board& now, std::span<const hexiom::Cell> wanted,
                   std::span<const ScreenPoint> places, const hexiom::Controls& controls);

}  // namespace eyehand::calibration
