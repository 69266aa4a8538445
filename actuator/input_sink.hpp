// The interface for sending input to a program: gestures are performed one by one, each only if the
// guard allows it. Input (actuator/input.hpp) is the real one; tests use a fake.
#pragma once

#include <array>
#include <functional>
#include <string_view>

#include "actuator/controls.hpp"
#include "actuator/gesture.hpp"
#include "puzzle/deadline.hpp"

namespace eyehand {

/// The result of a gesture. Only `ok` means that it was performed completely.
enum class GestureStatus {
  ok,
  window_gone,     ///< closed
  not_viewable,    ///< minimised or otherwise not on the screen
  moved,           ///< the window, or the board in it, is not where it was: capture again
  resized,         ///< not the size it had when captured: capture again
  outside,         ///< the point is outside the window
  off_screen,      ///< the point is in the window but off the screen: capture again
  covered,         ///< something else is on top at the point: raise once, then capture again
  no_keyboard,     ///< for a key: another window has the focus
  grabbed,         ///< another program has grabbed the pointer, or for a key the keyboard (a menu)
  user_has_mouse,  ///< the pointer is not where we left it, or a button or modifier is held
  deadline,        ///< it has passed
  interrupted,     ///< Ctrl-C or a similar signal
};

constexpr std::string_view name(GestureStatus status) {
  constexpr std::array<std::string_view, 13> kNames = {
      "ok",
      "window gone",
      "window not viewable",
      "window moved",
      "window resized",
      "point outside the window",
      "point off the screen",
      "window covered",
      "window not focused",
      "another program has grabbed the mouse or the keyboard",
      "the user is using the mouse",
      "out of time",
      "interrupted",
  };
  return kNames[static_cast<std::size_t>(status)];
}

/// The capture that the following gestures were planned for.
struct Aim {
  x11::Rect window;  ///< where the window was on the root when it was captured
  Deadline deadline;
  x11::Rect board{};  ///< where the board was on the root, if that is known
  /// What has grabbed the mouse or the keyboard is a menu that a click of ours has opened: it may
  /// be clicked, and Escape may be pressed to close it.
  bool is_menu_ours = false;
};

class InputSink {
 public:
  virtual ~InputSink() = default;
  /// To be called for each capture that a plan is made from, before the plan's first gesture.
  virtual void aim(const Aim& aim) = 0;
  /// Performs one gesture if the guard allows it, and returns when its last event has arrived. If
  /// it stops halfway (a drag, a long pause), everything held is released.
  virtual GestureStatus perform(const Gesture& gesture, const Pace& pace) = 0;
  /// From now on, `follows` is called once during each drag, after a sixth of its moves; if it
  /// returns false, the rest of the drag is a single move. An empty function ends this. The user's
  /// mouse is not checked while `follows` runs.
  virtual void watch_drags(std::function<bool()> /*follows*/) {}
  /// Raises the window so that it is not covered at `at`; false if that fails within a second.
  virtual bool raise(ScreenPoint at) = 0;
  /// The pointer may be anywhere, because another InputSink of ours has moved it.
  virtual void forget_pointer() {}
  /// Releases every button and key held.
  virtual void release_all() noexcept = 0;
};

}  // namespace eyehand
