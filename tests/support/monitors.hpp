// Monitors that come and go, on an X server of a test.
#pragma once

#include "x11/connection.hpp"

namespace eyehand::test {

/// Makes a part of the screen count as a monitor of this name, as `xrandr --setmonitor` does.
void add_monitor(x11::Connection& connection, const char* name, const x11::Rect& place,
                 bool is_primary);

void remove_monitor(x11::Connection& connection, const char* name);

/// Not beyond the size that the server was started with.
void resize_screen(x11::Connection& connection, x11::Size size);

}  // namespace eyehand::test
