#include "tests/soak/trouble.hpp"

#include <signal.h>

#include <algorithm>
#include <array>

#include "actuator/keys.hpp"
#include "tests/soak/stream.hpp"
#include "x11/windows.hpp"

// Last, because of their macros, which xlib.hpp takes away again.
// clang-format off
#include <X11/extensions/XTest.h>
#include "x11/xlib.hpp"
// clang-format on

namespace eyehand::soak {
namespace {

using namespace std::chrono_literals;

constexpr std::array<std::string_view, kFaults> kNames = {
    "moved",   "covered", "kept-covered", "resized",    "closed", "minimised",
    "stopped", "slow",    "restarted",    "new-game",   "layout", "grabbed",
    "touched", "clicked", "interrupted",  "server-gone"};

constexpr const char* kUsualLayout = "us";
constexpr int kIdlers = 12;

}  // namespace

std::string_view name(Fault fault) {
  return kNames[static_cast<std::size_t>(fault)];
}

std::optional<Fault> fault_named(std::string_view name) {
  const auto found = std::ranges::find(kNames, name);
  if (found == kNames.end()) return {};
  return static_cast<Fault>(found - kNames.begin());
}

int draw(Random& random, int low, int high) {
  return std::uniform_int_distribution<int>(low, high)(random);
}

Trouble::Trouble(test::Desktop& desktop, x11::Connection& hand, Session& session,
                 test::Process& eyehand, Random& random)
    : desktop_(desktop), hand_(hand), session_(session), eyehand_(eyehand), random_(random) {}

Trouble::~Trouble() {
  stopper_ = {};
  if (hand_.lost()) return;
  ungrab();
  try {
    if (has_layout_) set_layout(kUsualLayout);
  } catch (const std::exception&) {  // the next fault of this kind sets it anyway
  }
}

bool Trouble::is_possible(Fault fault, const Session& session) {
  if (fault == Fault::new_game) return session.program().new_game_key;
  if (fault == Fault::layout) return test::find_program("setxkbmap").has_value();
  return true;
}

x11::Rect Trouble::place() const {
  const auto info = x11::describe(hand_, session_.window());
  return info ? info->on_root : x11::Rect{};
}

bool Trouble::throw_one(Fault fault, bool has_begun) {
  x11::ErrorTrap trap(hand_);  // the window may be gone already
  const auto now = Clock::now();
  switch (fault) {
    case Fault::moved:
      move();
      break;
    case Fault::covered:
    case Fault::kept_covered:
      cover(fault == Fault::kept_covered);
      break;
    case Fault::resized:
      resize();
      break;
    case Fault::closed:
      close();
      break;
    case Fault::minimised:
      XIconifyWindow(hand_.xlib(), session_.window(), 0);
      break;
    case Fault::stopped:
      hold_up(Milliseconds(draw(random_, 100, 2000)), 0ms, 1ms);
      break;
    case Fault::slow:
      hold_up(40ms, 10ms, Milliseconds(draw(random_, 500, 2000)));
      break;
    case Fault::restarted:
      restart(has_begun);
      break;
    case Fault::new_game:
      if (!x11::has_keyboard(hand_, session_.window())) return false;
      press(session_.program().new_game_key);
      break;
    case Fault::layout: {
      constexpr std::array kLayouts = {"dvorak", "de", "fr", "ru"};
      set_layout(kLayouts[static_cast<std::size_t>(draw(random_, 0, 3))]);
      has_layout_ = true;
      break;
    }
    case Fault::grabbed:
      if (!grab()) return false;
      ungrab_at_ = now + Milliseconds(draw(random_, 20, 1500));
      break;
    case Fault::touched:
      touches_left_ = draw(random_, 1, 5);
      touch_at_ = now;
      break;
    case Fault::clicked:
      touch(true);
      break;
    case Fault::interrupted: {
      constexpr std::array kSignals = {SIGINT, SIGTERM, SIGHUP};
      eyehand_.signal(kSignals[static_cast<std::size_t>(draw(random_, 0, 2))]);
      break;
    }
    case Fault::server_gone:
      desktop_.server().process().signal(draw(random_, 0, 1) == 1 ? SIGKILL : SIGTERM);
      return true;
  }
  hand_.sync();
  return true;
}

void Trouble::go_on() {
  const auto now = Clock::now();
  if (uncover_at_ && now >= *uncover_at_) {
    cover_.reset();
    uncover_at_.reset();
  }
  if (ungrab_at_ && now >= *ungrab_at_) ungrab();
  if (touch_at_ && now >= *touch_at_) {
    touch(false);
    touch_at_ = --touches_left_ > 0 ? std::optional(now + Milliseconds(draw(random_, 5, 30)))
                                    : std::nullopt;
  }
}

/// Stops the program for so long and lets it run for so long, in turns, over the whole span. From a
/// thread of its own: a program that is stopped while it has the server to itself holds up whoever
/// asks the server for something, and that may be us.
void Trouble::hold_up(Milliseconds stopped, Milliseconds running, Milliseconds whole) {
  stopper_ = std::jthread([=, group = session_.process().pid()](const std::stop_token& end) {
    const auto wait = [&](Milliseconds span) {
      const auto until = Clock::now() + span;
      while (Clock::now() < until && !end.stop_requested()) std::this_thread::sleep_for(5ms);
    };
    const auto until = Clock::now() + whole;
    while (Clock::now() < until && !end.stop_requested()) {
      kill(-group, SIGSTOP);
      wait(stopped);
      kill(-group, SIGCONT);
      wait(running);
    }
  });
}

void Trouble::move() {
  const x11::Rect screen = hand_.screen();
  const x11::Rect now = place();
  x11::Point to{draw(random_, 0, std::max(0, screen.width - now.width)),
                draw(random_, 30, std::max(30, screen.height - now.height))};
  const int how = draw(random_, 0, 9);
  if (how < 4) to = {now.x + draw(random_, -30, 30), now.y + draw(random_, -30, 30)};
  if (how == 4) to.x = screen.width - now.width / 2;
  XMoveWindow(hand_.xlib(), session_.window(), to.x, to.y);
}

void Trouble::resize() {
  const x11::Rect now = place();
  const int percent = draw(random_, 60, 160);
  XResizeWindow(hand_.xlib(), session_.window(),
                static_cast<unsigned>(std::max(40, now.width * percent / 100)),
                static_cast<unsigned>(std::max(40, now.height * percent / 100)));
}

void Trouble::cover(bool is_kept) {
  x11::Rect over = place();
  if (over.width < 8 || over.height < 8) over = {100, 100, 300, 300};
  if (draw(random_, 0, 1) == 1) {  // a part of it
    over.x += draw(random_, 0, over.width / 2);
    over.y += draw(random_, 0, over.height / 2);
    over.width /= 2;
    over.height /= 2;
  }
  cover_ = std::make_unique<test::TestWindow>(
      desktop_.display(),
      test::TestWindow::Options{.place = over, .title = "Cover", .is_popup = is_kept});
  if (is_kept) uncover_at_ = Clock::now() + Milliseconds(draw(random_, 50, 1500));
}

void Trouble::close() {
  if (draw(random_, 0, 2) == 0) {
    session_.process().signal_group(SIGKILL);
    return;
  }
  close_window(hand_, session_.window());
}

void Trouble::press(const std::string& key) {
  const auto strokes = keystrokes(hand_, key);
  for (const Keystroke& stroke : strokes)
    XTestFakeKeyEvent(hand_.xlib(), stroke.code, 1, CurrentTime);
  for (auto stroke = strokes.rbegin(); stroke != strokes.rend(); ++stroke)
    XTestFakeKeyEvent(hand_.xlib(), stroke->code, 0, CurrentTime);
}

/// The window of the program that begins now has, most often, the same id as that of the one
/// before. Who began with that one must see that it is another; who has not yet begun could not
/// know, and for him another client takes these ids, once the server has them back.
void Trouble::restart(bool has_begun) {
  const ClientId former = client_of(session_.window());
  session_.end(draw(random_, 0, 1) == 1);
  if (!has_begun) desktop_.eventually([&] { return !x11::describe(hand_, session_.window()); }, 5s);
  for (int tries = 0; !has_begun && tries < kIdlers; ++tries) {
    idlers_.push_back(std::make_unique<x11::Connection>(desktop_.display()));
    if (client_of(*idlers_.back()) == former) break;
  }
  session_.launch();
}

bool Trouble::grab() {
  ::Display* display = hand_.xlib();
  if (XGrabPointer(display, hand_.root(), 0, ButtonPressMask | ButtonReleaseMask, GrabModeAsync,
                   GrabModeAsync, 0, 0, CurrentTime) != GrabSuccess)
    return false;
  if (draw(random_, 0, 1) == 1)
    XGrabKeyboard(display, hand_.root(), 0, GrabModeAsync, GrabModeAsync, CurrentTime);
  return true;
}

void Trouble::ungrab() {
  XUngrabPointer(hand_.xlib(), CurrentTime);
  XUngrabKeyboard(hand_.xlib(), CurrentTime);
  XSync(hand_.xlib(), 0);
  ungrab_at_.reset();
}

/// With a button: beside all windows, where the click does nothing.
void Trouble::touch(bool with_button) {
  const x11::Rect screen = hand_.screen();
  const x11::Point at = with_button ? x11::Point{screen.width - 3, screen.height - 3}
                                    : x11::Point{draw(random_, 0, screen.width - 1),
                                                 draw(random_, 0, screen.height - 1)};
  XTestFakeMotionEvent(hand_.xlib(), -1, at.x, at.y, CurrentTime);
  if (with_button) {
    XTestFakeButtonEvent(hand_.xlib(), 1, 1, CurrentTime);
    XTestFakeButtonEvent(hand_.xlib(), 1, 0, CurrentTime);
  }
  hand_.sync();
}

void Trouble::set_layout(const char* layout) {
  const auto set = desktop_.launch({"setxkbmap", layout});
  set->wait_for_exit(10s);
}

}  // namespace eyehand::soak
