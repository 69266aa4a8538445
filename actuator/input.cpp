#include "actuator/input.hpp"

#include <time.h>

#include <algorithm>

#include "actuator/keys.hpp"
#include "puzzle/error.hpp"
#include "x11/interruption.hpp"
#include "x11/windows.hpp"

namespace eyehand {
namespace {

using namespace std::chrono_literals;

// How often the user's hand, Ctrl-C and the deadline are looked at while a gesture is under way.
constexpr auto kCheckEvery = 10ms;
// The guard starts so long before the gap ends, and is mostly done by then.
constexpr auto kGuardLead = 300us;
// How long a window manager may hold a press back, and have the pointer to itself for that, before
// we take what we see for the user's doing; a busy machine gives it its turn late.
constexpr auto kFreezeLimit = 2000ms;
// How long a window may take to come to the top.
constexpr auto kRaiseLimit = 1000ms;

/// For the schedule of clicks, and between two questions to the guard; nothing tells by an event
/// that the pointer is thawed. May return early, on a signal.
void sleep_until(Deadline::Clock::time_point at) {
  const auto ns =
      std::chrono::duration_cast<std::chrono::nanoseconds>(at.time_since_epoch()).count();
  const timespec when{ns / 1'000'000'000, ns % 1'000'000'000};
  clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &when, nullptr);
}

ScreenPoint between(ScreenPoint from, ScreenPoint to, int step, int steps) {
  return {from.x + (to.x - from.x) * step / steps, from.y + (to.y - from.y) * step / steps};
}

}  // namespace

Input::Input(x11::Connection& connection, x11::WindowId window)
    : connection_(connection),
      xcb_(connection.name()),
      events_(xcb_),
      guard_(xcb_, window),
      user_(connection) {}

Input::~Input() {
  let_go();
}

void Input::aim(const Aim& aim) {
  guard_.aim(aim);
}

GestureStatus Input::perform(const Gesture& gesture, const Pace& pace) {
  struct Release {
    Input& input;
    ~Release() { input.let_go(); }
  } const whatever_happens{*this};

  if (const auto* pause = std::get_if<Pause>(&gesture)) {
    const GestureStatus before = check(gesture);
    return before == GestureStatus::ok ? wait_until(Clock::now() + pause->span) : before;
  }
  GestureStatus outcome = wait_until(ready_at_ - kGuardLead);
  if (outcome == GestureStatus::ok) outcome = check(gesture);
  if (outcome != GestureStatus::ok) return outcome;
  checked_at_ = Clock::now();
  pressed_buttons_ = pressed_modifiers_ = 0;
  trail_.clear();
  while (Clock::now() < ready_at_) sleep_until(ready_at_);

  if (const auto* click = std::get_if<Click>(&gesture)) {
    outcome = this->click(*click, pace);
  } else if (const auto* drag = std::get_if<Drag>(&gesture)) {
    outcome = this->drag(*drag, pace);
  } else if (const auto* key = std::get_if<Key>(&gesture)) {
    outcome = this->key(*key, pace);
  }
  let_go();
  xcb_.sync();  // the gap begins when the server has let go
  ready_at_ = Clock::now() + pace.gap;
  return outcome;
}

GestureStatus Input::click(const Click& click, const Pace& pace) {
  move(click.at);
  press_button(click.button);
  if (pace.hold.count() > 0) xcb_.sync();  // the server, too, is to see it held so long
  return wait_until(Clock::now() + pace.hold);
}

GestureStatus Input::drag(const Drag& drag, const Pace& pace) {
  const int steps = std::max(1, pace.drag_steps);
  move(drag.from);
  press_button(drag.button);
  xcb_.sync();
  GestureStatus outcome = wait_until(Clock::now() + std::max(pace.hold, pace.drag_step));
  ScreenPoint from = drag.from;
  for (std::size_t leg = 0; leg <= drag.via.size(); ++leg) {
    const ScreenPoint to = leg < drag.via.size() ? drag.via[leg] : drag.to;
    for (int step = 1; step <= steps && outcome == GestureStatus::ok; ++step) {
      outcome = check_hand();  // our move would undo the user's
      if (outcome != GestureStatus::ok) break;
      move(between(from, to, step, steps));
      xcb_.sync();
      outcome = wait_until(Clock::now() + pace.drag_step);
    }
    from = to;
  }
  return outcome;
}

GestureStatus Input::key(const Key& key, const Pace& pace) {
  for (const Keystroke& stroke : keystrokes(connection_, key.name))
    press_key(stroke.code, stroke.modifier);
  if (pace.hold.count() > 0) xcb_.sync();
  return wait_until(Clock::now() + pace.hold);
}

bool Input::raise(ScreenPoint at) {
  return x11::raise(connection_, guard_.window(), at, Deadline::after(kRaiseLimit));
}

/// Sends what is buffered and waits; other than ok as soon as the gesture is to be broken off.
GestureStatus Input::wait_until(Clock::time_point at) {
  xcb_.flush();
  while (Clock::now() < at) {
    sleep_until(std::min(at, checked_at_ + kCheckEvery));
    if (Clock::now() < checked_at_ + kCheckEvery && !x11::interruption()) continue;
    const GestureStatus outcome = check_hand();
    if (outcome != GestureStatus::ok) return outcome;
  }
  return GestureStatus::ok;
}

GestureStatus Input::check(const Gesture& gesture) {
  if (!left_at_) user_.forget();  // until our first move the pointer is the user's
  const GestureStatus outcome = settled([&] { return guard_.check(gesture, left_at_); });
  return outcome == GestureStatus::ok && user_.user_acted() ? GestureStatus::user_has_mouse
                                                            : outcome;
}

GestureStatus Input::check_hand() {
  unsigned buttons = 0, modifiers = 0;
  for (const int button : held_buttons_) buttons |= 1U << (button - 1);
  for (const HeldKey& key : held_keys_) modifiers |= key.modifier;
  const GestureStatus outcome =
      settled([&] { return guard_.check_hand(left_at_, buttons, modifiers); });
  checked_at_ = Clock::now();
  return outcome == GestureStatus::ok && user_.user_acted() ? GestureStatus::user_has_mouse
                                                            : outcome;
}

/// Window managers freeze the pointer at a press, until they have raised the window. What we send
/// then is held back, so that the server shows our own button still down, the pointer behind on its
/// way, or the pointer as the manager's: no reason to stop, but to wait until it has caught up.
template <typename Check>
GestureStatus Input::settled(Check check) {
  const Deadline freeze = Deadline::after(kFreezeLimit);
  while (true) {
    const GestureStatus outcome = check();
    const bool may_pass = outcome == GestureStatus::taken ||
                          (outcome == GestureStatus::user_has_mouse && is_our_own_doing());
    if (!may_pass || freeze.passed()) return outcome;
    sleep_until(Clock::now() + 200us);
  }
}

bool Input::is_our_own_doing() {
  const x11::Pointer now = x11::pointer(connection_);
  const bool is_on_trail = std::find(trail_.begin(), trail_.end(), now.at) != trail_.end();
  return is_on_trail && !(now.buttons & ~pressed_buttons_) &&
         !(now.modifiers & ~pressed_modifiers_);
}

void Input::move(ScreenPoint to) {
  user_.we_move(to);
  events_.move(to);
  left_at_ = to;
  trail_.push_back(to);
}

void Input::press_button(int button) {
  user_.we_press(button);
  held_buttons_.push_back(button);
  pressed_buttons_ |= 1U << (button - 1);
  events_.button(button, true);
}

void Input::press_key(unsigned code, unsigned modifier) {
  held_keys_.push_back({code, modifier});
  pressed_modifiers_ |= modifier;
  events_.key(code, true);
}

void Input::let_go() noexcept {
  if (held_buttons_.empty() && held_keys_.empty()) return;
  for (; !held_buttons_.empty(); held_buttons_.pop_back())
    events_.button(held_buttons_.back(), false);
  for (; !held_keys_.empty(); held_keys_.pop_back()) events_.key(held_keys_.back().code, false);
  xcb_.flush();
}

}  // namespace eyehand
