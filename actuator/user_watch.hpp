// Whether the user moves or clicks the mouse while we play.
#pragma once

#include <deque>
#include <optional>

#include "actuator/gesture.hpp"
#include "x11/device_events.hpp"

namespace eyehand {

/// Knows what we send, and therefore what we did not. Checking the position of the pointer alone
/// would miss what the user does between the check and our next move. The keyboard is not watched.
class UserWatch {
 public:
  /// Without the RECORD extension it notices nothing.
  explicit UserWatch(x11::Connection& connection);

  /// Announce what we are about to send.
  void expect_move(ScreenPoint to) { moves_.push_back(to); }
  void expect_press(int button) { presses_.push_back(button); }

  /// Whether the user has acted since the last forget(). No round trip.
  bool user_acted();
  /// Disregards everything so far.
  void forget();

 private:
  void read();

  std::optional<x11::DeviceEvents> events_;
  std::deque<ScreenPoint> moves_;  ///< sent, and not yet seen
  std::deque<int> presses_;
  bool user_acted_ = false;
};

}  // namespace eyehand
