// Whether the user moves or clicks the mouse while we play.
#pragma once

#include <deque>
#include <optional>

#include "actuator/gesture.hpp"
#include "x11/device_events.hpp"
#include "x11/xcb_connection.hpp"

namespace eyehand {

/// Where a pointer is that was left there: when the screen shrinks, as monitors are rotated or
/// unplugged, the server keeps the pointer on it.
ScreenPoint kept_on(const x11::Rect& screen, ScreenPoint left_at);

/// Knows what we send, and therefore what we did not. Checking the position of the pointer alone
/// would miss what the user does between the check and our next move. The keyboard is not watched.
class UserWatch {
 public:
  /// Without the RECORD extension it notices nothing. It queries over `xcb`, which may have grabbed
  /// the server.
  UserWatch(x11::Connection& connection, x11::XcbConnection& xcb);

  /// Announce what we are about to send.
  void expect_move(ScreenPoint to) {
    moves_.push_back(to);
    left_at_ = to;
  }
  void expect_press(int button) { presses_.push_back(button); }

  /// Whether the user has acted since the last forget(). No round trip, unless the pointer
  /// was moved.
  bool user_acted();
  /// Disregards everything so far.
  void forget();

 private:
  void read();
  bool is_of_server(ScreenPoint motion) const;

  x11::XcbConnection& xcb_;
  std::optional<x11::DeviceEvents> events_;
  std::deque<ScreenPoint> moves_;  ///< sent, and not yet seen
  std::deque<int> presses_;
  std::optional<ScreenPoint> left_at_;
  bool user_acted_ = false;
};

}  // namespace eyehand
