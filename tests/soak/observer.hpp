// The client to which the server reports changes of the windows, and which records how they are at
// first.
#pragma once

#include <string>

#include "tests/soak/scene.hpp"
#include "x11/connection.hpp"

namespace eyehand::soak {

class Observer {
 public:
  explicit Observer(const std::string& display);
  x11::Connection& connection() { return connection_; }

  /// The scene around this window at one moment, for which the server is grabbed and which is
  /// marked in the stream; from then on, changes are reported. The target is 0 if there is no such
  /// window.
  Scene observe(x11::WindowId target);
  /// Discards the events received, which are in the stream.
  void forget();

 private:
  x11::Connection connection_;
};

}  // namespace eyehand::soak
