// Whether another client has the pointer or the keyboard to itself: a menu is open, a window is
// being dragged about. What is clicked or typed then goes to that client, whatever lies on top.
#pragma once

#include "x11/connection.hpp"

namespace eyehand::x11 {

/// The server tells nobody who has a grab, but it refuses another. Here one is asked for that it
/// must refuse in any case, for a window that is not on the screen, and why it was refused tells
/// the rest; nothing is grabbed, and no client hears of it.
class GrabProbe {
 public:
  explicit GrabProbe(Connection& connection);
  ~GrabProbe();
  GrabProbe(const GrabProbe&) = delete;
  GrabProbe& operator=(const GrabProbe&) = delete;

  /// One round trip each. While a button is held, the window that got its press has the pointer.
  bool is_pointer_taken();
  bool is_keyboard_taken();

 private:
  Connection& connection_;
  WindowId unseen_;
};

}  // namespace eyehand::x11
