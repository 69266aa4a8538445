// The conditions checked before each gesture by a fresh query to the X server.
#pragma once

#include <optional>

#include "actuator/gesture.hpp"
#include "actuator/input_sink.hpp"
#include "x11/window_life.hpp"
#include "x11/window_snapshot.hpp"

namespace eyehand {

class Guard {
 public:
  /// Queries over this connection, over which the events must be sent too. Guards the window that
  /// has this ID now, not another that may get it later.
  Guard(x11::XcbConnection& xcb, x11::WindowId window)
      : life_(xcb.name(), window), snapshot_(xcb, window) {}

  void aim(const Aim& aim) { aim_ = aim; }
  x11::WindowId window() const { return snapshot_.window(); }

  /// Whether `gesture` may be performed now. `left_at` is where we last left the pointer (nothing:
  /// we have not moved it yet, so it may be anywhere). All answers are from the same moment. One
  /// round trip, about 50 us; a key takes one or two more.
  GestureStatus check(const Gesture& gesture, std::optional<ScreenPoint> left_at);

  /// The conditions that can change during a gesture: the deadline, Ctrl-C, the window's position,
  /// size and visibility, and the user's use of the mouse. `held_buttons` are those that we hold
  /// (bit n - 1 for button n), `held_modifiers` likewise. One round trip.
  GestureStatus check_during(std::optional<ScreenPoint> left_at, unsigned held_buttons,
                             unsigned held_modifiers);

 private:
  /// The conditions that need no query.
  GestureStatus check_time();
  GestureStatus check_user_and_window(const x11::WindowSnapshot::State& seen,
                                      std::optional<ScreenPoint> left_at, unsigned held_buttons,
                                      unsigned held_modifiers) const;
  GestureStatus check_point(ScreenPoint at, const x11::Rect& screen, bool is_on_top) const;

  x11::WindowLife life_;
  x11::WindowSnapshot snapshot_;
  Aim aim_;
};

}  // namespace eyehand
