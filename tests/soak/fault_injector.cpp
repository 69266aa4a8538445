#include "tests/soak/fault_injector.hpp"

#include <signal.h>

#include <algorithm>
#include <array>

#include "actuator/keys.hpp"
#include "process/find_program.hpp"
#include "process/process.hpp"
#include "tests/soak/stream.hpp"
#include "tests/support/focus.hpp"
#include "x11/windows.hpp"

// Last, because of their macros, which xlib.hpp undefines.
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

FaultInjector::FaultInjector(test::Desktop& desktop, x11::Connection& user, Session& session,
                             Process& eyehand, Random& random)
    : desktop_(desktop), user_(user), session_(session), eyehand_(eyehand), random_(random) {}

FaultInjector::~FaultInjector() {
  stopper_ = {};
  if (user_.lost()) return;
  ungrab();
  try {
    if (has_layout_) set_layout(kUsualLayout);
  } catch (const std::exception&) {  // the next fault of this kind sets it anyway
  }
}

bool FaultInjector::is_possible(Fault fault, const Session& session) {
  if (fault == Fault::new_game) return session.program().new_game_key;
  if (fault == Fault::layout) return find_program("setxkbmap").has_value();
  return true;
}

x11::Rect FaultInjector::place() const {
  const auto info = x11::describe(user_, session_.window());
  return info ? info->on_root : x11::Rect{};
}

bool FaultInjector::inject(Fault fault, bool has_begun) {
  x11::ErrorTrap trap(user_);  // the window may be gone already
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
      XIconifyWindow(user_.xlib(), session_.window(), 0);
      break;
    case Fault::stopped:
      stop_repeatedly(Milliseconds(draw(random_, 100, 2000)), 0ms, 1ms);
      break;
    case Fault::slow:
      stop_repeatedly(40ms, 10ms, Milliseconds(draw(random_, 500, 2000)));
      break;
    case Fault::restarted:
      restart(has_begun);
      break;
    case Fault::new_game:
      if (!test::has_keyboard(user_, session_.window())) return false;
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
  user_.sync();
  return true;
}

void FaultInjector::advance() {
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

/// Alternately stops the program and lets it run, over the whole span. In a thread of its own: a
/// program that is stopped while it has grabbed the server blocks every other client, including us.
void FaultInjector::stop_repeatedly(Milliseconds stopped, Milliseconds running,
                                    Milliseconds whole) {
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

void FaultInjector::move() {
  const x11::Rect screen = user_.screen();
  const x11::Rect now = place();
  ScreenPoint to{draw(random_, 0, std::max(0, screen.width - now.width)),
                 draw(random_, 30, std::max(30, screen.height - now.height))};
  const int how = draw(random_, 0, 9);
  if (how < 4) to = {now.x + draw(random_, -30, 30), now.y + draw(random_, -30, 30)};
  if (how == 4) to.x = screen.width - now.width / 2;
  XMoveWindow(user_.xlib(), session_.window(), to.x, to.y);
}

void FaultInjector::resize() {
  const x11::Rect now = place();
  const int percent = draw(random_, 60, 160);
  XResizeWindow(user_.xlib(), session_.window(),
                static_cast<unsigned>(std::max(40, now.width * percent / 100)),
                static_cast<unsigned>(std::max(40, now.height * percent / 100)));
}

void FaultInjector::cover(bool is_kept) {
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

void FaultInjector::close() {
  if (draw(random_, 0, 2) == 0) {
    session_.process().signal_group(SIGKILL);
    return;
  }
  close_window(user_, session_.window());
}

void FaultInjector::press(const std::string& key) {
  const auto strokes = keystrokes(user_, key);
  for (const Keystroke& stroke : strokes)
    XTestFakeKeyEvent(user_.xlib(), stroke.code, 1, CurrentTime);
  for (auto stroke = strokes.rbegin(); stroke != strokes.rend(); ++stroke)
    XTestFakeKeyEvent(user_.xlib(), stroke->code, 0, CurrentTime);
}

/// The window of the restarted program usually has the same ID as the previous one. If Eyehand
/// began with that one, it must notice the difference; if it has not begun it cannot know, and so
/// another client takes these IDs once the server has reclaimed them.
void FaultInjector::restart(bool has_begun) {
  const ClientId former = client_of(session_.window());
  session_.end(draw(random_, 0, 1) == 1);
  if (!has_begun) desktop_.eventually([&] { return !x11::describe(user_, session_.window()); }, 5s);
  for (int tries = 0; !has_begun && tries < kIdlers; ++tries) {
    idlers_.push_back(std::make_unique<x11::Connection>(desktop_.display()));
    if (client_of(*idlers_.back()) == former) break;
  }
  session_.launch();
}

bool FaultInjector::grab() {
  ::Display* display = user_.xlib();
  if (XGrabPointer(display, user_.root(), 0, ButtonPressMask | ButtonReleaseMask, GrabModeAsync,
                   GrabModeAsync, 0, 0, CurrentTime) != GrabSuccess)
    return false;
  if (draw(random_, 0, 1) == 1)
    XGrabKeyboard(display, user_.root(), 0, GrabModeAsync, GrabModeAsync, CurrentTime);
  return true;
}

void FaultInjector::ungrab() {
  XUngrabPointer(user_.xlib(), CurrentTime);
  XUngrabKeyboard(user_.xlib(), CurrentTime);
  XSync(user_.xlib(), 0);
  ungrab_at_.reset();
}

/// With a button, outside all windows, where the click has no effect.
void FaultInjector::touch(bool with_button) {
  const x11::Rect screen = user_.screen();
  const ScreenPoint at = with_button ? ScreenPoint{screen.width - 3, screen.height - 3}
                                     : ScreenPoint{draw(random_, 0, screen.width - 1),
                                                   draw(random_, 0, screen.height - 1)};
  XTestFakeMotionEvent(user_.xlib(), -1, at.x, at.y, CurrentTime);
  if (with_button) {
    XTestFakeButtonEvent(user_.xlib(), 1, 1, CurrentTime);
    XTestFakeButtonEvent(user_.xlib(), 1, 0, CurrentTime);
  }
  user_.sync();
}

void FaultInjector::set_layout(const char* layout) {
  const auto set = desktop_.launch({"setxkbmap", layout});
  set->wait(10s);
}

}  // namespace eyehand::soak
