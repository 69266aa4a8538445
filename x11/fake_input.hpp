// Events of the mouse and the keyboard that the X server takes for those of real devices (XTEST).
#pragma once

#include "x11/xcb_connection.hpp"

namespace eyehand::x11 {

/// What is sent is buffered, until the link is flushed or asked something. The link must outlive
/// it.
class FakeInput {
 public:
  /// Throws Error if the server has no XTEST, saying what to do.
  explicit FakeInput(XcbConnection& xcb);

  void move(Point to) noexcept;
  void button(int number, bool is_down) noexcept;
  void key(unsigned code, bool is_down) noexcept;

 private:
  void send(int type, unsigned detail, Point at) noexcept;
  XcbConnection& xcb_;
};

}  // namespace eyehand::x11
