#include "tests/soak/observer.hpp"

#include "tests/support/focus.hpp"
#include "x11/windows.hpp"
#include "x11/xlib.hpp"

namespace eyehand::soak {
namespace {

struct Children {
  x11::XPtr<Window> owner;
  Window parent = 0;
  unsigned count = 0;
};

Children children(::Display* display, Window window) {
  Window root = 0, *list = nullptr;
  Children found;
  if (!XQueryTree(display, window, &root, &found.parent, &list, &found.count)) found.count = 0;
  found.owner.reset(list);
  return found;
}

}  // namespace

Observer::Observer(const std::string& display) : connection_(display) {}

Scene Observer::observe(x11::WindowId target) {
  ::Display* display = connection_.xlib();
  x11::ErrorTrap trap(connection_);
  Scene scene;
  scene.root = connection_.root();
  XGrabServer(display);
  XSelectInput(display, scene.root, SubstructureNotifyMask);
  const Children top = children(display, scene.root);
  for (unsigned i = 0; i < top.count; ++i) {
    XWindowAttributes a{};
    if (!XGetWindowAttributes(display, top.owner.get()[i], &a)) continue;
    scene.stack.push_back({top.owner.get()[i],
                           {a.x + a.border_width, a.y + a.border_width, a.width, a.height},
                           a.border_width,
                           a.map_state != IsUnmapped});
  }
  XWindowAttributes a{};
  if (XGetWindowAttributes(display, target, &a)) {
    XSelectInput(display, target, StructureNotifyMask | FocusChangeMask);
    scene.target = scene.frame = target;
    scene.target_mapped = a.map_state != IsUnmapped;
    scene.inner = {0, 0, a.width, a.height};
    const Window parent = children(display, target).parent;
    if (parent != scene.root) {
      scene.frame = parent;
      scene.inner.x = a.x + a.border_width;
      scene.inner.y = a.y + a.border_width;
    }
    scene.has_keyboard = test::has_keyboard(connection_, target);
  }
  x11::pointer(connection_);  // the stream recognises this as the mark
  XUngrabServer(display);
  XSync(display, 0);
  forget();
  return scene;
}

void Observer::forget() {
  XEvent event;
  while (XPending(connection_.xlib()) > 0) XNextEvent(connection_.xlib(), &event);
}

}  // namespace eyehand::soak
