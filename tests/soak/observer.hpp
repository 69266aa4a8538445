// The client that is told what becomes of the windows, and that finds how they lie to begin with.
#pragma once

#include <string>

#include "tests/soak/scene.hpp"
#include "x11/connection.hpp"

namespace eyehand::soak {

class Observer {
 public:
  explicit Observer(const std::string& display);
  x11::Connection& connection() { return connection_; }

  /// The scene around this window as of one moment, for which the server is kept from all others,
  /// and which is marked in the stream; from then on, what becomes of it is told. The target is 0
  /// if there is no such window.
  Scene observe(x11::WindowId target);
  /// Throws away what it was told, which the stream has.
  void forget();

 private:
  x11::Connection connection_;
};

}  // namespace eyehand::soak
