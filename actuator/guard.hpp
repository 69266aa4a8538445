// What must hold before each gesture, asked of the X server anew each time.
#pragma once

#include <optional>

#include "actuator/gesture.hpp"
#include "actuator/hand.hpp"
#include "x11/connection.hpp"
#include "x11/grab_probe.hpp"
#include "x11/window_life.hpp"
#include "x11/windows.hpp"

namespace eyehand {

class Guard {
 public:
  /// For the window that bears this id now, and no other that may bear it later.
  Guard(x11::Connection& connection, x11::WindowId window)
      : connection_(connection),
        window_(window),
        life_(connection.name(), window),
        grabs_(connection) {}

  void aim(const Aim& aim) { aim_ = aim; }
  x11::WindowId window() const { return window_; }

  /// Whether `gesture` may be performed now. `left_at` is where our hand last left the pointer
  /// (nothing: it has not moved it yet, so anywhere will do). Four round trips and one for each
  /// frame around the window, some 0.1 ms; a drag, whose two ends are looked at, costs as much
  /// again.
  Outcome check(const Gesture& gesture, std::optional<ScreenPoint> left_at);

  /// The part of it that can change while a gesture is under way: the clock, Ctrl-C, the window's
  /// place and size and whether it is on the screen, and the user's hand. `held_buttons` are those
  /// that our hand holds (bit n - 1 for button n), `held_modifiers` likewise. Two round trips.
  Outcome check_hand(std::optional<ScreenPoint> left_at, unsigned held_buttons,
                     unsigned held_modifiers);

 private:
  Outcome check_point(ScreenPoint at);
  bool is_viewable();

  x11::Connection& connection_;
  x11::WindowId window_;
  x11::WindowLife life_;
  x11::GrabProbe grabs_;
  Aim aim_;
};

}  // namespace eyehand
