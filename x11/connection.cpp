#include "x11/connection.hpp"

#include <poll.h>
#include <signal.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

// Last, because of their macros, which xlib.hpp undefines.
// clang-format off
#include <X11/Xlib.h>
#include <X11/extensions/Xext.h>
#include "x11/xlib.hpp"
// clang-format on

namespace eyehand::x11 {

// Written by Xlib's callbacks. They run inside Xlib, on the thread that uses the connection, so
// they record and never throw.
struct Connection::State {
  ErrorTrap* innermost = nullptr;
  bool is_lost = false;
  std::string stray;  // the first error that no trap caught
  std::map<std::string, unsigned long> atoms;

  void record(::Display* display, const XErrorEvent& error) {
    for (ErrorTrap* trap = innermost; trap; trap = trap->outer_) {
      if (error.serial < trap->first_serial_) continue;
      if (trap->error_code_ == 0) trap->error_code_ = error.error_code;
      return;
    }
    if (!stray.empty()) return;
    char text[256] = {};
    XGetErrorText(display, error.error_code, text, sizeof text);
    stray = std::string("the X server refused a request: ") + text + " (request " +
            std::to_string(error.request_code) + "." + std::to_string(error.minor_code) +
            ", resource " + std::to_string(error.resourceid) + ")";
  }
};

namespace {

// Xlib has one error handler per process. Ours finds the connection that an error belongs to, and
// passes errors of other connections on to the previous handler.
struct Registry {
  std::mutex mutex;
  std::vector<std::pair<::Display*, Connection::State*>> connections;
  XErrorHandler former_error = nullptr;
  XIOErrorHandler former_io_error = nullptr;
  bool installed = false;

  Connection::State* find(::Display* display) {
    const std::lock_guard lock(mutex);
    for (const auto& [d, state] : connections)
      if (d == display) return state;
    return nullptr;
  }
};

Registry& registry() {
  static auto& the_one = *new Registry;  // never destroyed: Xlib may call back until the very end
  return the_one;
}

int on_error(::Display* display, XErrorEvent* error) {
  if (auto* state = registry().find(display)) {
    state->record(display, *error);
    return 0;
  }
  return registry().former_error ? registry().former_error(display, error) : 0;
}

int on_io_error(::Display* display) {
  if (auto* state = registry().find(display)) {
    state->is_lost = true;
    return 0;  // on_io_error_exit comes next, instead of exit()
  }
  return registry().former_io_error ? registry().former_io_error(display) : 0;
}

// After this returns, Xlib goes on with a dead display on which every request does nothing.
void on_io_error_exit(::Display*, void* state) {
  static_cast<Connection::State*>(state)->is_lost = true;
}

void enter(::Display* display, Connection::State* state) {
  Registry& r = registry();
  const std::lock_guard lock(r.mutex);
  if (!r.installed) {
    r.former_error = XSetErrorHandler(on_error);
    r.former_io_error = XSetIOErrorHandler(on_io_error);
    // Otherwise Xlib prints that a lost server lacks an extension.
    XSetExtensionErrorHandler([](::Display*, const char*, const char*) { return 0; });
    // Writing to a lost server must fail, not end the process.
    struct sigaction on_pipe {};
    if (sigaction(SIGPIPE, nullptr, &on_pipe) == 0 && on_pipe.sa_handler == SIG_DFL)
      signal(SIGPIPE, SIG_IGN);
    r.installed = true;
  }
  r.connections.emplace_back(display, state);
}

void leave(::Display* display) {
  Registry& r = registry();
  const std::lock_guard lock(r.mutex);
  std::erase_if(r.connections, [&](const auto& c) { return c.first == display; });
}

std::string no_display_message(const std::string& name) {
  const char* wayland = std::getenv("WAYLAND_DISPLAY");
  const std::string wayland_hint =
      wayland && *wayland
          ? " This is a Wayland session (WAYLAND_DISPLAY is " + std::string(wayland) +
                "): start the program to play with 'eyehand run PROGRAM'."
          : "";
  if (name.empty())
    return "no X display: DISPLAY is not set; run from a graphical session, or start one with "
           "'Xvfb :99 &' and set DISPLAY=:99." +
           wayland_hint;
  return "cannot open the X display '" + name +
         "': no server answers, or it refuses access; check DISPLAY and XAUTHORITY." + wayland_hint;
}

}  // namespace

Connection::Connection(const std::string& display_name)
    : name_(display_name), state_(std::make_unique<State>()) {
  if (name_.empty())
    if (const char* from_environment = std::getenv("DISPLAY")) name_ = from_environment;
  if (name_.empty() || !(display_ = XOpenDisplay(name_.c_str())))
    throw Error(no_display_message(name_));
  enter(display_, state_.get());
  XSetIOErrorExitHandler(display_, on_io_error_exit, state_.get());
  root_ = DefaultRootWindow(display_);
}

Connection::~Connection() {
  XCloseDisplay(display_);
  leave(display_);
}

Rect Connection::screen() const {
  // Not DisplayWidth, which is the width when the connection was made.
  ::Window root = 0;
  int x = 0, y = 0;
  unsigned width = 0, height = 0, border = 0, depth = 0;
  XGetGeometry(display_, root_, &root, &x, &y, &width, &height, &border, &depth);
  return {0, 0, static_cast<int>(width), static_cast<int>(height)};
}

bool Connection::has_extension(const char* name) const {
  int opcode = 0, event = 0, error = 0;
  return XQueryExtension(display_, name, &opcode, &event, &error) != 0;
}

unsigned long Connection::atom(const char* name) {
  auto [entry, is_new] = state_->atoms.try_emplace(name, 0UL);
  if (is_new) entry->second = XInternAtom(display_, name, 0);
  return entry->second;
}

void Connection::sync() {
  XSync(display_, 0);
  check();
}

void throw_lost(const std::string& display_name) {
  throw Error("the X server of display '" + display_name +
              "' has gone away; start again when it is back.");
}

void Connection::check() {
  if (state_->is_lost) throw_lost(name_);
  if (!state_->stray.empty()) throw Error(std::exchange(state_->stray, {}));
}

bool Connection::lost() const {
  return state_->is_lost;
}

bool Connection::wait_for_events(Deadline deadline) {
  if (XEventsQueued(display_, QueuedAfterFlush) > 0) return true;
  check();
  timespec span{};
  if (!deadline.never()) {
    const auto left = std::chrono::duration_cast<std::chrono::nanoseconds>(deadline.left()).count();
    span = {left / 1'000'000'000, left % 1'000'000'000};
  }
  pollfd wanted{ConnectionNumber(display_), POLLIN, 0};
  const int n = ppoll(&wanted, 1, deadline.never() ? nullptr : &span, nullptr);
  if (n < 0 && errno != EINTR) throw Error("cannot wait for the X server: ppoll failed.");
  if (n <= 0) return false;
  XEventsQueued(display_, QueuedAfterReading);
  check();
  return true;
}

ErrorTrap::ErrorTrap(Connection& connection)
    : connection_(connection),
      first_serial_(NextRequest(connection.xlib())),
      outer_(connection.state_->innermost) {
  connection.state_->innermost = this;
}

bool ErrorTrap::failed() {
  ::Display* display = connection_.xlib();
  if (NextRequest(display) - 1 > LastKnownRequestProcessed(display)) XSync(display, 0);
  return error_code_ != 0 || connection_.lost();
}

ErrorTrap::~ErrorTrap() {
  failed();  // so that late errors of our requests are still caught
  connection_.state_->innermost = outer_;
}

}  // namespace eyehand::x11
