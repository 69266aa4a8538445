#include "tests/support/monitors.hpp"

#include <algorithm>

// clang-format off
#include <X11/extensions/Xrandr.h>
#include "x11/xlib.hpp"
// clang-format on

namespace eyehand::test {

void add_monitor(x11::Connection& connection, const char* name, const x11::Rect& place,
                 bool is_primary) {
  // The primary one is given the server's output, which then is no monitor of its own.
  XRRScreenResources* resources =
      XRRGetScreenResourcesCurrent(connection.xlib(), connection.root());
  const int outputs = is_primary ? resources->noutput : 0;
  XRRMonitorInfo* monitor = XRRAllocateMonitor(connection.xlib(), outputs);
  std::copy_n(resources->outputs, outputs, monitor->outputs);
  XRRFreeScreenResources(resources);
  monitor->name = connection.atom(name);
  monitor->primary = is_primary ? 1 : 0;
  monitor->x = place.x;
  monitor->y = place.y;
  monitor->width = place.width;
  monitor->height = place.height;
  monitor->mwidth = monitor->mheight = 300;
  XRRSetMonitor(connection.xlib(), connection.root(), monitor);
  XRRFreeMonitors(monitor);
  connection.sync();
}

void remove_monitor(x11::Connection& connection, const char* name) {
  XRRDeleteMonitor(connection.xlib(), connection.root(), connection.atom(name));
  connection.sync();
}

void resize_screen(x11::Connection& connection, x11::Size size) {
  // What an output shows must fit the screen: none shows anything.
  XRRScreenResources* resources =
      XRRGetScreenResourcesCurrent(connection.xlib(), connection.root());
  for (int i = 0; i < resources->ncrtc; ++i)
    XRRSetCrtcConfig(connection.xlib(), resources, resources->crtcs[i], CurrentTime, 0, 0, 0,
                     RR_Rotate_0, nullptr, 0);
  XRRFreeScreenResources(resources);
  constexpr double kPixelsPerMm = 96 / 25.4;
  XRRSetScreenSize(connection.xlib(), connection.root(), size.width, size.height,
                   static_cast<int>(size.width / kPixelsPerMm),
                   static_cast<int>(size.height / kPixelsPerMm));
  connection.sync();
}

}  // namespace eyehand::test
