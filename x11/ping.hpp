// Whether a program is still working through its events.
#pragma once

#include "puzzle/deadline.hpp"
#include "x11/connection.hpp"

namespace eyehand::x11 {

enum class Pong {
  answered,    ///< the program has read all events sent to it before
  silent,      ///< it did not answer in time: busy, or stopped
  not_spoken,  ///< it does not take part in _NET_WM_PING, so nothing is known
};

/// Asks the program of a top-level window for a sign of life, as window managers do (_NET_WM_PING),
/// and waits for it. A program reads its events in their order: when it answers, it has read the
/// clicks sent before, which makes this the way to know that a burst has arrived. GTK and Qt take
/// part.
Pong ping(Connection& connection, WindowId window, Deadline deadline);

}  // namespace eyehand::x11
