// Every press and release that the X server takes in, from whichever client.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "x11/connection.hpp"
#include "x11/geometry.hpp"

namespace eyehand::test {

struct RecordedEvent {
  enum class Kind { key_press, key_release, button_press, button_release };
  Kind kind;
  int detail;        ///< the button, or the keycode
  x11::Point at;     ///< where the pointer was, on the root
  unsigned time_ms;  ///< the server's clock
};

/// Records from its construction on, through XRecord.
class EventRecorder {
 public:
  explicit EventRecorder(const std::string& display);
  ~EventRecorder();
  EventRecorder(const EventRecorder&) = delete;
  EventRecorder& operator=(const EventRecorder&) = delete;

  /// All events so far, those included that other clients have sent and synchronised before this
  /// call.
  const std::vector<RecordedEvent>& events();
  std::vector<RecordedEvent> presses();
  void clear();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// Moves the pointer, as the user's hand would.
void move_pointer(x11::Connection& connection, x11::Point to);

/// Whether any button or key is held down on the server now.
bool is_anything_held(x11::Connection& connection);

}  // namespace eyehand::test
