// Whether a program is still processing its events.
#pragma once

#include "puzzle/deadline.hpp"
#include "x11/connection.hpp"

namespace eyehand::x11 {

enum class Pong {
  answered,     ///< the program has read all events sent to it before
  silent,       ///< it did not answer in time: busy or stopped
  unsupported,  ///< it does not support _NET_WM_PING, so nothing is known
};

/// Pings the program of a top-level window as window managers do (_NET_WM_PING), and waits for the
/// answer. A program reads its events in order: when it answers, it has read the clicks sent
/// before, so this shows that a burst has arrived. GTK and Qt support it.
Pong ping(Connection& connection, WindowId window, Deadline deadline);

}  // namespace eyehand::x11
