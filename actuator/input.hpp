// The real input: XTest events, each gesture checked by the guard first.
#pragma once

#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "actuator/guard.hpp"
#include "actuator/input_sink.hpp"
#include "actuator/keys.hpp"
#include "actuator/user_watch.hpp"
#include "x11/connection.hpp"
#include "x11/xcb_connection.hpp"

namespace eyehand {

/// Holds no button or key between gestures. Whatever ends a gesture early (the guard, Ctrl-C, an
/// exception, the destructor), everything held is released.
class Input final : public InputSink {
 public:
  /// Throws Error if the server has no XTest.
  Input(x11::Connection& connection, x11::WindowId window);
  ~Input() override;
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;

  void aim(const Aim& aim) override;
  /// Times are at least as long as asked for, and longer by about 0.1 ms, of which the guard's
  /// query takes half. From that query to the press the server serves nobody else, so that no
  /// window can come in between. The user's mouse, Ctrl-C and the deadline are checked at least
  /// every 10 ms during a gesture. Throws Error for a key that the keyboard does not have, or if
  /// the server is gone.
  GestureStatus perform(const Gesture& gesture, const Pace& pace) override;
  void watch_drags(std::function<bool()> follows) override { follows_ = std::move(follows); }
  bool raise(ScreenPoint at) override;
  void forget_pointer() override { left_at_.reset(); }
  void release_all() noexcept override;

  /// Where the last gesture left the pointer; nothing before the first.
  std::optional<ScreenPoint> left_at() const { return left_at_; }

 private:
  using Clock = Deadline::Clock;

  GestureStatus begin(const Gesture& gesture);
  GestureStatus drag(const Drag& drag, const Pace& pace);
  GestureStatus wait_until(Clock::time_point at);
  GestureStatus check(const Gesture& gesture);
  GestureStatus check_during();
  template <typename Check>
  GestureStatus settled(Check check);
  bool is_caused_by_us();
  void move(ScreenPoint to);
  void press_button(int button);
  void press_key(const Keystroke& key);

  x11::Connection& connection_;
  x11::XcbConnection xcb_;  ///< for all queries and events
  x11::FakeInput events_;
  Guard guard_;
  UserWatch user_;
  std::function<bool()> follows_;
  std::vector<int> held_buttons_;
  std::vector<Keystroke> held_keys_;
  std::optional<ScreenPoint> left_at_;
  /// What the current gesture (between gestures, the last one) pressed, and where it moved the
  /// pointer.
  unsigned pressed_buttons_ = 0, pressed_modifiers_ = 0;
  std::vector<ScreenPoint> trail_;
  Clock::time_point ready_at_{};    ///< when the gap after the last gesture ends
  Clock::time_point checked_at_{};  ///< when the guard last checked
};

}  // namespace eyehand
