// What must hold before each gesture, asked of the X server anew each time.
#pragma once

#include <optional>

#include "actuator/gesture.hpp"
#include "actuator/input_sink.hpp"
#include "x11/window_life.hpp"
#include "x11/window_snapshot.hpp"

namespace eyehand {

class Guard {
 public:
  /// Asks over this link, which what is sent is to go over too. For the window that bears this id
  /// now, and no other that may bear it later.
  Guard(x11::XcbConnection& xcb, x11::WindowId window)
      : screen_(xcb.screen()), life_(xcb.name(), window), snapshot_(xcb, window) {}

  void aim(const Aim& aim) { aim_ = aim; }
  x11::WindowId window() const { return snapshot_.window(); }

  /// Whether `gesture` may be performed now. `left_at` is where our hand last left the pointer
  /// (nothing: it has not moved it yet, so anywhere will do). All that it is judged by is as of one
  /// moment. One round trip, some 50 us; a key takes one or two more.
  GestureStatus check(const Gesture& gesture, std::optional<ScreenPoint> left_at);

  /// The part of it that can change while a gesture is under way: the clock, Ctrl-C, the window's
  /// place and size and whether it is on the screen, and the user's hand. `held_buttons` are those
  /// that our hand holds (bit n - 1 for button n), `held_modifiers` likewise. One round trip.
  GestureStatus check_hand(std::optional<ScreenPoint> left_at, unsigned held_buttons,
                           unsigned held_modifiers);

 private:
  /// What there is to say before anything is asked of the server.
  GestureStatus check_time();
  GestureStatus judge_hand(const x11::WindowSnapshot::State& seen,
                           std::optional<ScreenPoint> left_at, unsigned held_buttons,
                           unsigned held_modifiers) const;
  GestureStatus judge_point(ScreenPoint at, bool is_on_top) const;

  x11::Rect screen_;
  x11::WindowLife life_;
  x11::WindowSnapshot snapshot_;
  Aim aim_;
};

}  // namespace eyehand
