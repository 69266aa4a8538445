// What happens on an X server, as far as it bears on who clicked what: the words of the stream
// (stream.hpp) that the scene (scene.hpp) and the auditor (auditor.hpp) read.
#pragma once

#include "x11/connection.hpp"
#include "x11/geometry.hpp"

namespace eyehand::soak {

/// Which client of the server; all ids of its windows begin with it (see client_of). 0: none.
using ClientId = unsigned long;

/// The client that made this window. The server gives each client ids of 21 bits of its own.
constexpr ClientId client_of(x11::WindowId window) {
  return window & ~0x1FFFFFUL;
}

struct Happening {
  enum class Kind {
    // Of the devices; `at` is where the pointer is then.
    key_press,
    key_release,
    button_press,
    button_release,
    motion,
    // Of the windows, as told to the observer.
    created,
    destroyed,
    mapped,
    unmapped,
    configured,  ///< moved, resized or restacked: it lies just above `above` (0: at the bottom)
    reparented,
    circulated,  ///< restacked: to the top if `above` is not 0, else to the bottom
    focus_in,
    focus_out,
    // Requests that clients make.
    asked_place,     ///< where is it, or what lies on top there?
    asked_pointer,   ///< may I have the pointer? The question of a guard if it is not granted.
    asked_keyboard,  ///< who has the keyboard?
    pointer_granted,
    pointer_returned,
    keyboard_granted,
    keyboard_returned,
    warped,  ///< the pointer, by no device
    marked,  ///< by the observer: all before this is history
  };
  Kind kind{};
  /// Of a request: who makes it. Of what the devices do: who asked for it by XTest; 0: nobody did.
  ClientId client = 0;
  unsigned time_ms = 0;  ///< the server's clock
  int detail = 0;        ///< the button, the keycode, or how the focus changed
  x11::Point at{};
  x11::WindowId window = 0, parent = 0, above = 0;
  x11::Rect place{};  ///< in the parent, without the border
  int border = 0;

  constexpr bool is_input() const { return kind <= Kind::motion; }
};

}  // namespace eyehand::soak
