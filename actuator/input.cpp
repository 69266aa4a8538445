#include "actuator/input.hpp"

#include <time.h>

#include <algorithm>

#include "puzzle/error.hpp"
#include "x11/interruption.hpp"
#include "x11/windows.hpp"

namespace eyehand {
namespace {

using namespace std::chrono_literals;

// How often the user's mouse, Ctrl-C and the deadline are checked during a gesture.
constexpr auto kCheckEvery = 10ms;
// How long a window manager may hold back a press, grabbing the pointer for it, before what we see
// is attributed to the user; on a busy machine the manager gets its turn late.
constexpr auto kFreezeLimit = 2000ms;
// How long raising a window may take.
constexpr auto kRaiseLimit = 1000ms;

/// For the schedule of clicks, and between two checks by the guard: no event reports that the
/// pointer has been thawed. May return early, on a signal.
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
      user_(connection, xcb_) {}

Input::~Input() {
  release_all();
}

void Input::aim(const Aim& aim) {
  guard_.aim(aim);
}

GestureStatus Input::perform(const Gesture& gesture, const Pace& pace) {
  struct Release {
    Input& input;
    ~Release() { input.release_all(); }
  } const on_every_way_out{*this};

  if (const auto* pause = std::get_if<Pause>(&gesture)) {
    const GestureStatus before = settled([&] { return check(gesture); });
    return before == GestureStatus::ok ? wait_until(Clock::now() + pause->span) : before;
  }
  GestureStatus status = wait_until(ready_at_);
  if (status == GestureStatus::ok) status = begin(gesture);
  if (status != GestureStatus::ok) return status;
  if (const auto* drag = std::get_if<Drag>(&gesture)) {
    status = this->drag(*drag, pace);
  } else if (!std::holds_alternative<Move>(gesture)) {
    if (pace.hold.count() > 0) xcb_.sync();  // the server must see it held for that long, too
    status = wait_until(Clock::now() + pace.hold);
  }
  release_all();
  xcb_.sync();  // the gap begins when the server has processed the release
  ready_at_ = Clock::now() + pace.gap;
  return status;
}

/// Checks, and sends how the gesture begins: the pointer to its place, the press. No other program
/// is served from the check to the press, so that none can put a window in between.
GestureStatus Input::begin(const Gesture& gesture) {
  std::vector<Keystroke> strokes;
  if (const auto* key = std::get_if<Key>(&gesture)) strokes = keystrokes(connection_, key->name);
  return settled([&] {
    const x11::ServerGrab alone(xcb_);
    const GestureStatus now = check(gesture);
    if (now != GestureStatus::ok) return now;
    checked_at_ = Clock::now();
    pressed_buttons_ = pressed_modifiers_ = 0;
    trail_.clear();
    if (const auto* click = std::get_if<Click>(&gesture)) {
      move(click->at);
      press_button(click->button);
    } else if (const auto* drag = std::get_if<Drag>(&gesture)) {
      move(drag->from);
      press_button(drag->button);
    } else if (const auto* move = std::get_if<Move>(&gesture)) {
      this->move(move->at);
    }
    for (const Keystroke& stroke : strokes) press_key(stroke);
    return now;
  });
}

GestureStatus Input::drag(const Drag& drag, const Pace& pace) {
  const int steps = std::max(1, pace.drag_steps);
  xcb_.sync();
  GestureStatus status = wait_until(Clock::now() + std::max(pace.hold, pace.drag_step));
  ScreenPoint from = drag.from;
  for (std::size_t leg = 0; leg <= drag.via.size(); ++leg) {
    const ScreenPoint to = leg < drag.via.size() ? drag.via[leg] : drag.to;
    for (int step = 1; step <= steps && status == GestureStatus::ok; ++step) {
      status = check_during();  // our move would undo the user's
      if (status != GestureStatus::ok) break;
      move(between(from, to, step, steps));
      xcb_.sync();
      status = wait_until(Clock::now() + pace.drag_step);
      const bool is_sixth = step == (steps + 5) / 6 && step < steps;
      if (status == GestureStatus::ok && is_sixth && follows_ && !follows_()) step = steps - 1;
    }
    from = to;
  }
  return status;
}

bool Input::raise(ScreenPoint at) {
  return x11::raise(connection_, guard_.window(), at, Deadline::after(kRaiseLimit));
}

/// Flushes and waits; returns early, with a status other than ok, if the gesture must stop.
GestureStatus Input::wait_until(Clock::time_point at) {
  xcb_.flush();
  while (Clock::now() < at) {
    sleep_until(std::min(at, checked_at_ + kCheckEvery));
    if (Clock::now() < checked_at_ + kCheckEvery && !x11::interruption()) continue;
    const GestureStatus status = check_during();
    if (status != GestureStatus::ok) return status;
  }
  return GestureStatus::ok;
}

GestureStatus Input::check(const Gesture& gesture) {
  if (!left_at_) user_.forget();  // until our first move, the pointer is the user's
  const GestureStatus status = guard_.check(gesture, left_at_);
  return status == GestureStatus::ok && user_.user_acted() ? GestureStatus::user_has_mouse : status;
}

GestureStatus Input::check_during() {
  unsigned buttons = 0, modifiers = 0;
  for (const int button : held_buttons_) buttons |= 1U << (button - 1);
  for (const Keystroke& key : held_keys_) modifiers |= key.modifier;
  const GestureStatus status =
      settled([&] { return guard_.check_during(left_at_, buttons, modifiers); });
  checked_at_ = Clock::now();
  return status == GestureStatus::ok && user_.user_acted() ? GestureStatus::user_has_mouse : status;
}

/// Window managers freeze the pointer at a press until they have raised the window. What we send
/// meanwhile is held back, so the server reports our own button as still down, the pointer as still
/// on its way, or a grab by the manager. That is not a reason to stop: wait until it has caught up.
template <typename Check>
GestureStatus Input::settled(Check check) {
  const Deadline freeze = Deadline::after(kFreezeLimit);
  while (true) {
    const GestureStatus status = check();
    const bool may_be_freeze = status == GestureStatus::grabbed ||
                               (status == GestureStatus::user_has_mouse && is_caused_by_us());
    if (!may_be_freeze || freeze.passed()) return status;
    sleep_until(Clock::now() + 200us);
  }
}

bool Input::is_caused_by_us() {
  const x11::Pointer now = x11::pointer(connection_);
  const x11::Rect screen = connection_.screen();
  const bool is_on_trail = std::ranges::any_of(
      trail_, [&](ScreenPoint sent) { return sent == now.at || kept_on(screen, sent) == now.at; });
  return is_on_trail && !(now.buttons & ~pressed_buttons_) &&
         !(now.modifiers & ~pressed_modifiers_);
}

void Input::move(ScreenPoint to) {
  user_.expect_move(to);
  events_.move(to);
  left_at_ = to;
  trail_.push_back(to);
}

void Input::press_button(int button) {
  user_.expect_press(button);
  held_buttons_.push_back(button);
  pressed_buttons_ |= 1U << (button - 1);
  events_.button(button, true);
}

void Input::press_key(const Keystroke& key) {
  held_keys_.push_back(key);
  pressed_modifiers_ |= key.modifier;
  events_.key(key.code, true);
}

void Input::release_all() noexcept {
  if (held_buttons_.empty() && held_keys_.empty()) return;
  for (; !held_buttons_.empty(); held_buttons_.pop_back())
    events_.button(held_buttons_.back(), false);
  for (; !held_keys_.empty(); held_keys_.pop_back()) events_.key(held_keys_.back().code, false);
  xcb_.flush();
}

}  // namespace eyehand
