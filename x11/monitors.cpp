#include "x11/monitors.hpp"

#include <algorithm>
#include <memory>

// clang-format off
#include <X11/extensions/Xrandr.h>
#include "x11/xlib.hpp"
// clang-format on

namespace eyehand::x11 {

std::vector<Monitor> monitors(Connection& connection) {
  ::Display* display = connection.xlib();
  int major = 0, minor = 0;
  if (!connection.has_extension("RANDR") || XRRQueryVersion(display, &major, &minor) == 0 ||
      major * 100 + minor < 105)
    return {};
  int count = 0;
  const std::unique_ptr<XRRMonitorInfo, decltype(&XRRFreeMonitors)> infos(
      XRRGetMonitors(display, connection.root(), 1, &count), &XRRFreeMonitors);
  std::vector<Monitor> all;
  for (int i = 0; i < count; ++i) {
    const XRRMonitorInfo& info = infos.get()[i];
    const XPtr<char> name(XGetAtomName(display, info.name));
    all.push_back({name ? name.get() : "", {info.x, info.y, info.width, info.height}});
    if (info.primary != 0) std::swap(all.front(), all.back());
  }
  return all;
}

std::string monitors_of(Connection& connection, const Rect& area) {
  std::vector<Monitor> all = monitors(connection);
  if (all.size() < 2) return {};
  const auto shown = [&](const Monitor& monitor) {
    const Rect part = intersection(monitor.place, area);
    return part.empty() ? 0 : part.width * part.height;
  };
  std::ranges::stable_sort(all, std::ranges::greater{}, shown);
  std::string names;
  for (const Monitor& monitor : all)
    if (shown(monitor) > 0) names += (names.empty() ? "" : " and ") + monitor.name;
  return names;
}

}  // namespace eyehand::x11
