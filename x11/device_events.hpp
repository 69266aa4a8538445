// Mouse and keyboard events, real or simulated, as the server sees them.
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
  int detail;        ///< the button or the keycode; meaningless for a motion
  ScreenPoint at;    ///< the pointer on the root at that time
  unsigned time_ms;  ///< the server's clock
};

enum class Devices { mouse, mouse_and_keyboard };

/// Records from its construction on, using XRecord and connections of its own: events from
/// hardware, XTest and pointer warps, whichever window they go to. Throws Error if the server has
/// no RECORD extension.
class DeviceEvents {
 public:
  DeviceEvents(const std::string& display_name, Devices devices);
  ~DeviceEvents();
  DeviceEvents(const DeviceEvents&) = delete;
  DeviceEvents& operator=(const DeviceEvents&) = delete;

  /// The events since the last call, in order. No round trip: the last millisecond may be missing.
  std::vector<DeviceEvent> take();
  /// After this, take() returns everything that the server processed before it. A few round trips.
  void sync();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace eyehand::x11
