#include "tests/support/desktop.hpp"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <stdexcept>

#include "tests/support/test_window.hpp"
#include "x11/properties.hpp"

namespace eyehand::test {
namespace {

using std::chrono::milliseconds;

// A server starts within a second; a loaded machine may take longer.
constexpr milliseconds kStartLimit{30000};

constexpr unsigned long kWindowType = 33;  // the atom WINDOW, fixed by the X protocol

}  // namespace

XServer::XServer(x11::Size screen, int depth) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) throw std::runtime_error("cannot make a pipe");
  const std::string shape = std::to_string(screen.width) + "x" + std::to_string(screen.height) +
                            "x" + std::to_string(depth);
  process_ = std::make_unique<Process>(
      std::vector<std::string>{"Xvfb", "-displayfd", std::to_string(ends[1]), "-screen", "0", shape,
                               "-nolisten", "tcp", "-noreset"},
      Environment{}, ends[1]);
  close(ends[1]);
  // The server writes its display's number and a newline once it takes connections.
  std::string number;
  pollfd ready{ends[0], POLLIN, 0};
  while (number.find('\n') == std::string::npos) {
    char c = 0;
    if (poll(&ready, 1, static_cast<int>(kStartLimit.count())) <= 0 || read(ends[0], &c, 1) != 1) {
      close(ends[0]);
      throw std::runtime_error("Xvfb does not start: " + process_->output());
    }
    number += c;
  }
  close(ends[0]);
  number.pop_back();
  display_ = ':' + number;
}

Desktop::Desktop(WithManager with_manager, x11::Size screen, int depth)
    : server_(screen, depth), connection_(std::make_unique<x11::Connection>(server_.display())) {
  if (with_manager == WithManager::no) return;
  manager_ = launch({"openbox"});
  const auto managed_windows = [&] {
    return x11::items(connection(), connection().root(), "_NET_CLIENT_LIST", kWindowType);
  };
  // It announces itself before it listens, and windows mapped in between stay unmanaged: only one
  // that it has taken over tells that it is ready.
  const bool managed = eventually(
      [&] {
        if (!x11::window_manager(connection())) return false;
        const TestWindow probe(display(), {.title = "Probe"});
        return eventually([&] { return !managed_windows().empty(); }, milliseconds(100));
      },
      kStartLimit);
  if (!managed) throw std::runtime_error("openbox does not start: " + manager_->output());
  // The manager itself must have heard of the probe's end.
  eventually([&] { return managed_windows().empty(); }, kStartLimit);
}

Environment Desktop::environment() const {
  const std::string home = home_.path().string();
  return {{"DISPLAY", server_.display()},
          {"HOME", home},
          {"XDG_RUNTIME_DIR", home},
          {"XDG_CONFIG_HOME", home + "/.config"},
          {"XDG_CACHE_HOME", home + "/.cache"},
          {"XDG_DATA_HOME", home + "/.local/share"},
          {"WAYLAND_DISPLAY", ""},
          {"QT_QPA_PLATFORM", "xcb"},
          {"GDK_BACKEND", "x11"},
          {"NO_AT_BRIDGE", "1"},
          {"LC_ALL", "C.UTF-8"}};
}

std::unique_ptr<Process> Desktop::launch(const std::vector<std::string>& command,
                                         const Environment& more) const {
  Environment all = environment();
  for (const auto& [key, value] : more) all[key] = value;
  return std::make_unique<Process>(command, all);
}

bool Desktop::eventually(const std::function<bool()>& holds, milliseconds limit) {
  const auto deadline = Deadline::after(limit);
  while (!holds()) {
    if (deadline.passed()) return false;
    connection().wait_for_events(deadline.at_most(milliseconds(5)));
  }
  return true;
}

x11::WindowInfo Desktop::wait_for_window(const x11::WindowQuery& query, milliseconds limit) {
  x11::WindowInfo last;
  int same = 0;
  // A window manager places a window, draws its frame, and moves it by the frame's width.
  const bool found = eventually(
      [&] {
        const auto windows = x11::find_windows(connection(), query);
        if (windows.empty() || !windows[0].viewable) return false;
        same = windows[0].on_root == last.on_root && windows[0].id == last.id ? same + 1 : 0;
        last = windows[0];
        return same >= 10;
      },
      limit);
  if (!found) throw std::runtime_error("no window as asked for came up");
  return last;
}

}  // namespace eyehand::test
