// Every press and release that the X server takes in, from whichever client.
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

  /// All presses and releases so far, those included that other clients have sent and synchronised
  /// before this call.
  const std::vector<x11::DeviceEvent>& events();
  /// The presses of buttons among them.
  std::vector<x11::DeviceEvent> presses();
  void clear();

 private:
  x11::DeviceEvents source_;
  std::vector<x11::DeviceEvent> events_;
};

/// Moves the pointer, as the user's hand would.
void move_pointer(x11::Connection& connection, x11::Point to);
/// Puts the pointer there without moving any device, as xdotool does.
void warp_pointer(x11::Connection& connection, x11::Point to);

/// Whether no button and no key is held down on the server, at once or some seconds later: it may
/// hold a release back while the window manager thinks about the press.
bool is_all_let_go(Desktop& desktop);

}  // namespace eyehand::test
