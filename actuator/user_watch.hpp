// Whether somebody else moves or clicks the mouse while our hand plays.
#pragma once

#include <deque>
#include <optional>
#include <string>

#include "actuator/gesture.hpp"
#include "x11/device_events.hpp"

namespace eyehand {

/// Knows what we send, and so what we did not. Looking at where the pointer is would miss whatever
/// the user does between that look and our next move. The keyboard is not watched.
class UserWatch {
 public:
  /// Without the RECORD extension it sees nothing.
  explicit UserWatch(x11::Connection& connection);

  /// To be told before we do it.
  void we_move(ScreenPoint to) { moves_.push_back(to); }
  void we_press(int button) { presses_.push_back(button); }

  /// Whether the user did anything since the last forget(). No round trip.
  bool user_acted();
  /// All that the user did so far is forgiven.
  void forget();

 private:
  void read();

  std::optional<x11::DeviceEvents> events_;
  std::deque<ScreenPoint> moves_;  ///< sent, and not yet seen
  std::deque<int> presses_;
  bool user_acted_ = false;
};

}  // namespace eyehand
