// Whether a window is still the one that it was.
#pragma once

#include "x11/connection.hpp"

namespace eyehand::x11 {

/// The server gives the ids of a program that has ended to the next one that begins, whose first
/// window then is, by its id, the former's. Only who was told of the end of the one can tell the
/// two apart. Has a connection of its own, for what is selected on a window is one set a
/// connection.
class WindowLife {
 public:
  WindowLife(const std::string& display_name, WindowId window);

  /// No round trip: the last millisecond may be missing, which is less than a program takes to
  /// begin. True for a window that never was. Throws Error if the server is gone.
  bool is_over();

 private:
  Connection connection_;
  bool is_over_ = false;
};

}  // namespace eyehand::x11
