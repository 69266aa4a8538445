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
  std::string next_start = "Tab";  ///< before the first step: on to the next start tile
  /// What has a panel checked; in others it is checked all the time.
  std::string check_key = {};     ///< empty: none
  bool has_check_button = false;  ///< in the window
};

template <class Visitor>
void describe(Controls& controls, Visitor&& visit) {
  visit("toggle_button", controls.toggle_button,
        About{"the button that toggles a tile: 1 left, 2 middle, 3 right", 1, 9});
  visit("up", controls.up, About{"the key that walks up"});
  visit("down", controls.down, About{"the key that walks down"});
  visit("left", controls.left, About{"the key that walks left"});
  visit("right", controls.right, About{"the key that walks right"});
  visit("reset", controls.reset, About{"the key that takes a walk back to its start"});
  visit("next_start", controls.next_start,
        About{"the key that, before the first step, goes on to the next start tile in rows"});
  visit("check_key", controls.check_key,
        About{"the key that has the panel checked when all is done; empty if none is needed"});
  visit("has_check_button", controls.has_check_button,
        About{"whether a button in the window is to be clicked for that, instead of a key"});
}

/// One click for each tile that is not in the state wanted, and one for linked tiles together, in
/// an order of short travel (actuator/travel.hpp). `lit` and `where` have one entry per tile.
/// Throws Error if a locked tile would have to change, or linked ones differ. O(tiles log tiles).
Plan plan_toggles(const Board& now, std::span<const std::uint8_t> lit,
                  std::span<const ScreenPoint> where, const Controls& controls);

/// The gesture that has the panel checked, to be sent when all others had their effect: a key, or a
/// click on `button`. Nothing if the program needs none, or has a button that is not seen.
Plan plan_check(std::optional<ScreenPoint> button, const Controls& controls);

/// The keys that walk `path` (which check_walk accepts), from where `walker` stands now (-1: not
/// seen). What is walked already is kept if it is the path's beginning; otherwise the walk is reset
/// and begun again, from the start tile that the path begins on. Nothing once all of it is walked.
/// Throws Error for a path that begins on no start tile or jumps. O(tiles).
Plan plan_walk(const Board& now, std::span<const int> path, int walker, const Controls& controls);

}  // namespace eyehand::panel
