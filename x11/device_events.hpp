// What comes from the mouse and the keyboard, or from whoever stands in for them, as the server
// sees it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "x11/connection.hpp"
#include "x11/geometry.hpp"

namespace eyehand::x11 {

struct DeviceEvent {
  enum class Kind { key_press, key_release, button_press, button_release, motion };
  Kind kind;
  int detail;        ///< the button, or the keycode; nothing for a motion
  Point at;          ///< where the pointer was then, on the root
  unsigned time_ms;  ///< the server's clock
};

enum class Devices { mouse, mouse_and_keyboard };

/// Records from its construction on, through XRecord and connections of its own: hardware, XTest
/// and pointer warps alike, whichever window they go to. Throws Error if the server has no RECORD
/// extension.
class DeviceEvents {
 public:
  DeviceEvents(const std::string& display_name, Devices devices);
  ~DeviceEvents();
  DeviceEvents(const DeviceEvents&) = delete;
  DeviceEvents& operator=(const DeviceEvents&) = delete;

  /// Those that arrived since the last call, in order. No round trip: the last millisecond may be
  /// missing.
  std::vector<DeviceEvent> take();
  /// Some round trips: take() misses nothing that the server processed before this call.
  void sync();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace eyehand::x11
