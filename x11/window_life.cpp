#include "x11/window_life.hpp"

#include "x11/xlib.hpp"

namespace eyehand::x11 {

WindowLife::WindowLife(const std::string& display_name, WindowId window)
    : connection_(display_name) {
  ErrorTrap trap(connection_);
  XSelectInput(connection_.xlib(), window, StructureNotifyMask);
  is_over_ = trap.failed();
}

bool WindowLife::is_over() {
  ::Display* display = connection_.xlib();
  XEvent event;
  while (XEventsQueued(display, QueuedAfterReading) > 0) {
    XNextEvent(display, &event);
    is_over_ = is_over_ || event.type == DestroyNotify;
  }
  connection_.check();
  return is_over_;
}

}  // namespace eyehand::x11
