// From a panel to its solution: tiles toggled by clicks, or a walk by keys.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "actuator/gesture.hpp"
#include "puzzle/about.hpp"
#include "puzzle/panel/board.hpp"

namespace eyehand::panel {

/// How a program plays panels.
struct Controls {
  int toggle_button = 1;  ///< X button number
  // Keys by their X names.
  std::string up = "Up", down = "Down", left = "Left", right = "Right";
  std::string reset = "Escape";    ///< takes the walk back to its start
  std::string next_start = "Tab";  ///< before the first step: moves to the next start tile
  /// What makes the program check a panel; other programs check it all the time.
  std::string check_key = {};     ///< empty: none
  std::string check_button = {};  ///< in the window: a PNG in hexadecimal; empty: none
  int check_x_px = 0, check_y_px = 0;
};

template <class Visitor>
void describe(Controls& controls, Visitor&& visit) {
  visit("toggle_button", controls.toggle_button,
        About{"the button that toggles a tile: 1 left, 2 middle, 3 right", 1, 9});
  visit("up", controls.up, About{.what = "the key that walks up", .is_key = true});
  visit("down", controls.down, About{.what = "the key that walks down", .is_key = true});
  visit("left", controls.left, About{.what = "the key that walks left", .is_key = true});
  visit("right", controls.right, About{.what = "the key that walks right", .is_key = true});
  visit("reset", controls.reset,
        About{.what = "the key that takes a walk back to its start", .is_key = true});
  visit("next_start", controls.next_start,
        About{.what =
                  "the key that, before the first step, moves to the next start tile in row order",
              .is_key = true});
  visit(
      "check_key", controls.check_key,
      About{
          .what =
              "the key that makes the program check the panel at the end; empty if none is needed",
          .is_key = true});
  visit(
      "check_button", controls.check_button,
      About{
          "the picture of the button that must be clicked for that instead: a PNG in hexadecimal; "
          "empty if there is none"});
  visit("check_x_px", controls.check_x_px, About{"where its centre was in the window", 0, 16384});
  visit("check_y_px", controls.check_y_px, About{"where its centre was", 0, 16384});
}

/// One click for each tile, or group of linked tiles, that is not in the state wanted, in an order
/// of short travel (actuator/travel.hpp). `lit` and `where` have one entry per tile. Throws Error
/// if a locked tile would have to change or linked ones differ. O(tiles log tiles).
Plan plan_toggles(const Board& now, std::span<const std::uint8_t> lit,
                  std::span<const ScreenPoint> where, const Controls& controls);

/// The gesture that makes the program check the panel, to be sent once all others had their effect:
/// a key, or a click on `button`. Nothing if the program needs none, or if its button is not seen.
Plan plan_check(std::optional<ScreenPoint> button, const Controls& controls);

/// The keys that walk `path` (which check_walk accepts), from where `walker` stands now (-1: not
/// seen). If the path begins with what has been walked already, the walk continues; otherwise it is
/// reset and begins again on the path's start tile. Nothing once the whole path is walked. Throws
/// Error for a path that does not begin on a start tile, or jumps. O(tiles).
Plan plan_walk(const Board& now, std::span<const int> path, int walker, const Controls& controls);

}  // namespace eyehand::panel
