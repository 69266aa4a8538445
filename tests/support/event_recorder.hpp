// Every press and release that the X server processes, from any client.
#pragma once

#include <string>
#include <vector>

#include "tests/support/desktop.hpp"
#include "x11/connection.hpp"
#include "x11/device_events.hpp"

namespace eyehand::test {

/// Records from its construction on.
class EventRecorder {
 public:
  explicit EventRecorder(const std::string& display);

  /// All presses and releases so far, including those that other clients sent and synchronised
  /// before this call.
  const std::vector<x11::DeviceEvent>& events();
  /// Of these, the button presses.
  std::vector<x11::DeviceEvent> presses();
  void clear();

 private:
  x11::DeviceEvents source_;
  std::vector<x11::DeviceEvent> events_;
};

/// Moves the pointer as the user would.
void move_pointer(x11::Connection& connection, ScreenPoint to);
/// Moves the pointer without any device, as xdotool does.
void warp_pointer(x11::Connection& connection, ScreenPoint to);

/// Clicks, and presses and releases a key ("Escape"), as the user would.
void click(x11::Connection& connection, ScreenPoint at);
void tap_key(x11::Connection& connection, const char* key);

/// Whether no button and no key is held down on the server, now or within a few seconds: the server
/// may hold back a release while the window manager processes the press.
bool is_all_released(Desktop& desktop);

}  // namespace eyehand::test
