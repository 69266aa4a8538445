#include "tests/support/focus.hpp"

#include "x11/windows.hpp"
#include "x11/xlib.hpp"

namespace eyehand::test {

bool has_keyboard(x11::Connection& connection, x11::WindowId window) {
  x11::ErrorTrap trap(connection);
  Window focus = 0;
  int revert_to = 0;
  XGetInputFocus(connection.xlib(), &focus, &revert_to);
  if (focus == PointerRoot) {
    return x11::is_on_top_at(connection, window, x11::pointer(connection).at);
  }
  // Toolkits focus a window of their own inside the top-level one.
  while (focus != 0 && focus != connection.root()) {
    if (focus == window) return true;
    Window root = 0, parent = 0, *list = nullptr;
    unsigned count = 0;
    if (!XQueryTree(connection.xlib(), focus, &root, &parent, &list, &count)) return false;
    const x11::XPtr<Window> owner(list);
    focus = parent;
  }
  return false;
}

}  // namespace eyehand::test
