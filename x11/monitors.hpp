// The monitors that show the screen.
#pragma once

#include <string>
#include <vector>

#include "x11/connection.hpp"

namespace eyehand::x11 {

struct Monitor {
  std::string name;  ///< as the server calls it: "HDMI-1"
  Rect place;        ///< on the root window
};

/// All that are in use, the primary one first. Empty if the server does not tell (no RANDR 1.5).
/// Three round trips.
std::vector<Monitor> monitors(Connection& connection);

/// The names of those that show a part of an area of the root window, the one that shows most of it
/// first: "HDMI-1", "HDMI-1 and DP-2". Empty if there are fewer than two monitors.
std::string monitors_of(Connection& connection, const Rect& area);

}  // namespace eyehand::x11
