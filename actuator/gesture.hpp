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

}  // namespace eyehand
