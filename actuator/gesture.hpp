// Mouse and keyboard gestures, in pixels of the root window.
#pragma once

#include <chrono>
#include <string>
#include <variant>
#include <vector>

#include "x11/geometry.hpp"

namespace eyehand {

/// X button numbers: 1 left, 2 middle, 3 right.
struct Click {
  ScreenPoint at;
  int button = 1;
  bool operator==(const Click&) const = default;
};
/// A button held down along straight legs: from, through each waypoint, to.
struct Drag {
  ScreenPoint from, to;
  int button = 1;
  std::vector<ScreenPoint> via = {};
  bool operator==(const Drag&) const = default;
};
/// A key by its X keysym name ("n", "Escape", "Left"), preceded by modifiers ("ctrl+n").
struct Key {
  std::string name;
  bool operator==(const Key&) const = default;
};
/// A movement of the pointer without a button: out of the way, or to see what gets highlighted.
struct Move {
  ScreenPoint at;
  bool operator==(const Move&) const = default;
};
struct Pause {
  std::chrono::milliseconds span{0};
  bool operator==(const Pause&) const = default;
};
using Gesture = std::variant<Click, Drag, Key, Move, Pause>;
using Plan = std::vector<Gesture>;

/// Where a gesture begins; the root window's corner for keys and pauses.
inline ScreenPoint where(const Gesture& gesture) {
  if (const auto* click = std::get_if<Click>(&gesture)) return click->at;
  if (const auto* drag = std::get_if<Drag>(&gesture)) return drag->from;
  if (const auto* move = std::get_if<Move>(&gesture)) return move->at;
  return {};
}

}  // namespace eyehand
