#include "tests/support/event_recorder.hpp"

#include <algorithm>
#include <array>

#include "x11/windows.hpp"

// Last, because of their macros, which xlib.hpp undefines.
// clang-format off
#include <X11/extensions/XTest.h>
#include "x11/xlib.hpp"
// clang-format on

namespace eyehand::test {

EventRecorder::EventRecorder(const std::string& display)
    : source_(display, x11::Devices::mouse_and_keyboard) {}

const std::vector<x11::DeviceEvent>& EventRecorder::events() {
  source_.sync();
  for (const x11::DeviceEvent& event : source_.take())
    if (event.kind != x11::DeviceEvent::Kind::motion) events_.push_back(event);
  return events_;
}

std::vector<x11::DeviceEvent> EventRecorder::presses() {
  std::vector<x11::DeviceEvent> found = events();
  std::erase_if(found, [](const x11::DeviceEvent& event) {
    return event.kind != x11::DeviceEvent::Kind::button_press;
  });
  return found;
}

void EventRecorder::clear() {
  events();
  events_.clear();
}

void move_pointer(x11::Connection& connection, ScreenPoint to) {
  XTestFakeMotionEvent(connection.xlib(), -1, to.x, to.y, CurrentTime);
  connection.sync();
}

void click(x11::Connection& connection, ScreenPoint at) {
  move_pointer(connection, at);
  XTestFakeButtonEvent(connection.xlib(), 1, 1, CurrentTime);
  XTestFakeButtonEvent(connection.xlib(), 1, 0, CurrentTime);
  connection.sync();
}

void tap_key(x11::Connection& connection, const char* key) {
  const KeyCode code = XKeysymToKeycode(connection.xlib(), XStringToKeysym(key));
  XTestFakeKeyEvent(connection.xlib(), code, 1, CurrentTime);
  XTestFakeKeyEvent(connection.xlib(), code, 0, CurrentTime);
  connection.sync();
}

void warp_pointer(x11::Connection& connection, ScreenPoint to) {
  XWarpPointer(connection.xlib(), 0, connection.root(), 0, 0, 0, 0, to.x, to.y);
  connection.sync();
}

bool is_all_released(Desktop& desktop) {
  x11::Connection& connection = desktop.connection();
  const auto is_nothing_held = [&] {
    std::array<char, 32> keys{};
    XQueryKeymap(connection.xlib(), keys.data());
    return x11::pointer(connection).buttons == 0 &&
           std::all_of(keys.begin(), keys.end(), [](char bits) { return bits == 0; });
  };
  return desktop.eventually(is_nothing_held, std::chrono::seconds(3));
}

}  // namespace eyehand::test
