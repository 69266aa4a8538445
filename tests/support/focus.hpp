// Who has the keyboard, by Xlib, so that tests do not rely on the snapshot that they test.
#pragma once

#include "x11/connection.hpp"

namespace eyehand::test {

/// Whether keyboard input goes to the window or to one inside it.
bool has_keyboard(x11::Connection& connection, x11::WindowId window);

}  // namespace eyehand::test
