// What is on top, raising and resizing windows, and where the pointer is.
#include "x11/properties.hpp"
#include "x11/windows.hpp"
#include "x11/xlib.hpp"

namespace eyehand::x11 {
namespace {

/// The child of the root that contains the window: itself or its frame; 0 if it is gone.
WindowId top_level(Connection& connection, WindowId window) {
  ErrorTrap trap(connection);
  while (true) {
    Window root = 0, parent = 0, *list = nullptr;
    unsigned count = 0;
    if (!XQueryTree(connection.xlib(), window, &root, &parent, &list, &count)) return 0;
    const XPtr<Window> owner(list);
    if (parent == root || parent == 0) return window;
    window = parent;
  }
}

void activate(Connection& connection, WindowId window) {
  XEvent event{};
  event.xclient.type = ClientMessage;
  event.xclient.window = window;
  event.xclient.message_type = connection.atom("_NET_ACTIVE_WINDOW");
  event.xclient.format = 32;
  event.xclient.data.l[0] = 2;  // requested by a tool of the user, not by the program itself
  XSendEvent(connection.xlib(), connection.root(), 0,
             SubstructureRedirectMask | SubstructureNotifyMask, &event);
}

/// While it lives, restacking of top-level windows wakes wait_for_events.
class RootEvents {
 public:
  explicit RootEvents(Connection& connection) : connection_(connection) {
    XSelectInput(connection.xlib(), connection.root(), SubstructureNotifyMask);
  }
  ~RootEvents() {
    XSelectInput(connection_.xlib(), connection_.root(), 0);
    XSync(connection_.xlib(), 0);
    drain();
  }
  void drain() {
    XEvent event;
    while (
        XCheckWindowEvent(connection_.xlib(), connection_.root(), SubstructureNotifyMask, &event)) {
    }
  }

 private:
  Connection& connection_;
};

}  // namespace

bool is_on_top_at(Connection& connection, WindowId window, ScreenPoint at) {
  // The server descends by the same rules by which it delivers button presses: mapped, and within
  // the window's shape and input shape.
  ErrorTrap trap(connection);
  WindowId parent = connection.root();
  while (true) {
    int x = 0, y = 0;
    Window child = 0;
    if (!XTranslateCoordinates(connection.xlib(), connection.root(), parent, at.x, at.y, &x, &y,
                               &child))
      return false;
    if (child == 0 || child == window) return child == window;
    parent = child;
  }
}

bool raise(Connection& connection, WindowId window, ScreenPoint at, Deadline deadline) {
  ErrorTrap trap(connection);
  RootEvents events(connection);
  if (window_manager(connection)) {
    activate(connection, window);
  } else if (const WindowId top = top_level(connection, window)) {
    XRaiseWindow(connection.xlib(), top);
    XSetInputFocus(connection.xlib(), window, RevertToPointerRoot, CurrentTime);
  }
  while (!is_on_top_at(connection, window, at)) {
    if (deadline.passed() || trap.failed()) return false;
    connection.wait_for_events(deadline);
    events.drain();
  }
  return true;
}

void resize(Connection& connection, WindowId window, Size size) {
  ErrorTrap trap(connection);
  XResizeWindow(connection.xlib(), window, static_cast<unsigned>(std::max(1, size.width)),
                static_cast<unsigned>(std::max(1, size.height)));
  connection.sync();
}

Pointer pointer(Connection& connection) {
  Window root = 0, child = 0;
  int x = 0, y = 0, in_window_x = 0, in_window_y = 0;
  unsigned mask = 0;
  XQueryPointer(connection.xlib(), connection.root(), &root, &child, &x, &y, &in_window_x,
                &in_window_y, &mask);
  connection.check();
  return {{x, y}, (mask >> 8) & 31U, mask & (kShift | kControl | kAlt | kSuper)};
}

}  // namespace eyehand::x11
