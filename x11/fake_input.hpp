// Mouse and keyboard events that the X server treats like those of real devices (XTEST).
#pragma once

#include "x11/xcb_connection.hpp"

namespace eyehand::x11 {

/// Events are buffered until the connection is flushed or a reply is requested. The connection must
/// outlive this.
class FakeInput {
 public:
  /// Throws Error, saying what to do, if the server has no XTEST.
  explicit FakeInput(XcbConnection& xcb);

  void move(Point to) noexcept;
  void button(int number, bool is_down) noexcept;
  void key(unsigned code, bool is_down) noexcept;

 private:
  void send(int type, unsigned detail, Point at) noexcept;
  XcbConnection& xcb_;
};

}  // namespace eyehand::x11
