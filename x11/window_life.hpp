// Whether a window is still the same one.
#pragma once

#include "x11/connection.hpp"

namespace eyehand::x11 {

/// The server reuses the IDs of a program that has ended for the next one that starts, whose first
/// window may get the same ID. Only a DestroyNotify event distinguishes the two. This uses a
/// connection of its own, because each connection selects one set of events per window.
class WindowLife {
 public:
  WindowLife(const std::string& display_name, WindowId window);

  /// No round trip: the last millisecond may be missing, which is less than a program takes to
  /// start. True for a window that never existed. Throws Error if the server is gone.
  bool is_over();

 private:
  Connection connection_;
  bool is_over_ = false;
};

}  // namespace eyehand::x11
