// What happens on an X server, as far as it affects who clicked what: the items of the stream
// (stream.hpp), which the scene (scene.hpp) and the auditor (auditor.hpp) process.
#pragma once

#include "x11/connection.hpp"
#include "x11/geometry.hpp"

namespace eyehand::soak {

/// A client of the server: the common prefix of the IDs of its windows (see client_of). 0: none.
using ClientId = unsigned long;

/// The client that created this window. The server gives each client a range of IDs of 21 bits.
constexpr ClientId client_of(x11::WindowId window) {
  return window & ~0x1FFFFFUL;
}

struct ServerEvent {
  enum class Kind {
    // Of the devices; `at` is the pointer at that time.
    key_press,
    key_release,
    button_press,
    button_release,
    motion,
    // Of the windows, as reported to the observer.
    created,
    destroyed,
    mapped,
    unmapped,
    configured,  ///< moved, resized or restacked: now just above `above` (0: at the bottom)
    reparented,
    circulated,  ///< restacked: to the top if `above` is not 0, otherwise to the bottom
    focus_in,
    focus_out,
    // Requests of clients.
    queried_position,    ///< where is it, or what is on top there?
    requested_pointer,   ///< a grab; if it is not granted, the query of a guard
    requested_keyboard,  ///< a grab, or who has the focus?
    pointer_grabbed,
    pointer_released,
    keyboard_grabbed,
    keyboard_released,
    warped,  ///< the pointer, not by a device
    marked,  ///< by the observer: everything before this is already in its scene
  };
  Kind kind{};
  /// For requests, who made it; for device events, who requested it by XTest (0: nobody).
  ClientId client = 0;
  unsigned time_ms = 0;  ///< the server's clock
  int detail = 0;        ///< the button, the keycode, or how the focus changed
  ScreenPoint at{};
  x11::WindowId window = 0, parent = 0, above = 0;
  x11::Rect place{};  ///< in the parent, without the border
  int border = 0;

  constexpr bool is_input() const { return kind <= Kind::motion; }
};

}  // namespace eyehand::soak
