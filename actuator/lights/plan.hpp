// From presses on a Lights Out board to clicks.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "actuator/gesture.hpp"
#include "puzzle/about.hpp"
#include "puzzle/lights/board.hpp"

namespace eyehand::lights {

/// How a program plays Lights Out, as an X button number.
struct Controls {
  int press_button = 1;
};

template <class Visitor>
void describe(Controls& controls, Visitor&& visit) {
  visit("press_button", controls.press_button,
        About{"the button that presses a tile: 1 left, 2 middle, 3 right", 1, 9});
}

/// One click for each tile of `presses`, in an order of short pointer travel
/// (actuator/travel.hpp); their order does not matter to the game. `where` has one point per tile.
/// Throws Error if presses or places belong to a board of another size.
Plan plan(const Board& board, const std::vector<std::uint8_t>& presses,
          std::span<const ScreenPoint> where, const Controls& controls);

}  // namespace eyehand::lights
