// The border to the program's input: a hand performs gestures, one by one, as long as nothing
// speaks against it. Tests put a fake one here; the real one is Input (actuator/input.hpp).
#pragma once

#include <string_view>

#include "actuator/controls.hpp"
#include "actuator/gesture.hpp"
#include "puzzle/deadline.hpp"

namespace eyehand {

/// What became of a gesture, or what spoke against it. Only `ok` means that it was performed whole.
enum class GestureStatus {
  ok,
  window_gone,   ///< closed
  not_viewable,  ///< minimised, or otherwise not on the screen
  moved,         ///< the window is not where it was captured: look again
  resized,       ///< not as large as it was captured: look again
  outside,       ///< the point is not in the window
  off_screen,    ///< the point is in the window but beyond the screen
  covered,       ///< something else is on top at the point: raise once, then look again
  no_keyboard,   ///< for a key: the keyboard's input goes elsewhere
  taken,         ///< for a key, the keyboard, else the pointer is another program's alone (a menu)
  user_has_mouse,  ///< the pointer is not where the hand left it, or a button or modifier is held
  deadline,        ///< it has passed
  interrupted,     ///< Ctrl-C and its like
};

constexpr std::string_view name(GestureStatus outcome) {
  switch (outcome) {
    case GestureStatus::ok:
      return "ok";
    case GestureStatus::window_gone:
      return "window gone";
    case GestureStatus::not_viewable:
      return "window not viewable";
    case GestureStatus::moved:
      return "window moved";
    case GestureStatus::resized:
      return "window resized";
    case GestureStatus::outside:
      return "point outside the window";
    case GestureStatus::off_screen:
      return "point beyond the screen";
    case GestureStatus::covered:
      return "window covered";
    case GestureStatus::no_keyboard:
      return "keyboard elsewhere";
    case GestureStatus::taken:
      return "another program has the mouse or the keyboard to itself";
    case GestureStatus::user_has_mouse:
      return "the user has the mouse";
    case GestureStatus::deadline:
      return "out of time";
    case GestureStatus::interrupted:
      return "interrupted";
  }
  return "";
}

/// What the gestures that follow were planned for.
struct Aim {
  x11::Rect window;  ///< where the window was on the root when it was captured
  Deadline deadline;
};

class InputSink {
 public:
  virtual ~InputSink() = default;
  /// To be called after every capture that a plan is made from, before its first gesture.
  virtual void aim(const Aim& aim) = 0;
  /// Performs one gesture if the guard lets it, and returns when its last event has arrived. When
  /// it stops halfway (a drag, a long pause), what it held is released.
  virtual GestureStatus perform(const Gesture& gesture, const Pace& pace) = 0;
  /// Puts the window on top, so that it is not covered at `at`; false if that cannot be had soon.
  virtual bool raise(ScreenPoint at) = 0;
  /// Releases every button and key that it holds.
  virtual void let_go() noexcept = 0;
};

}  // namespace eyehand
