#include "tests/support/desktop.hpp"

#include <stdexcept>

#include "process/find_program.hpp"
#include "tests/support/test_window.hpp"
#include "x11/properties.hpp"

namespace eyehand::test {
namespace {

using std::chrono::milliseconds;

// A window manager starts within a second; a loaded machine may take longer.
constexpr milliseconds kStartLimit{30000};

constexpr unsigned long kWindowType = 33;  // the atom WINDOW, fixed by the X protocol

/// Those of Xfce and GNOME ask the session bus for their settings.
std::vector<std::string> command_of(WithManager manager) {
  if (manager == WithManager::xfwm4) return {"dbus-run-session", "xfwm4"};
  if (manager == WithManager::mutter) return {"dbus-run-session", "mutter", "--x11"};
  return {name(manager)};
}

}  // namespace

std::string name(WithManager manager) {
  switch (manager) {
    case WithManager::no:
      break;
    case WithManager::yes:
      return "openbox";
    case WithManager::xfwm4:
      return "xfwm4";
    case WithManager::mutter:
      return "mutter";
  }
  return "";
}

bool is_installed(WithManager manager) {
  return find_program(command_of(manager).front()) && find_program(name(manager));
}

Desktop::Desktop(WithManager with_manager, x11::Size screen, int depth,
                 const std::vector<std::string>& arguments)
    : server_(std::in_place,
              std::to_string(screen.width) + "x" + std::to_string(screen.height) + "x" +
                  std::to_string(depth),
              std::filesystem::path(), arguments),
      connection_(std::make_unique<x11::Connection>(server_->display())) {
  if (with_manager == WithManager::no) return;
  manager_ = launch(command_of(with_manager));
  const auto managed_windows = [&] {
    return x11::items(connection(), connection().root(), "_NET_CLIENT_LIST", kWindowType);
  };
  // It announces itself before it listens, and windows mapped in between stay unmanaged: it is
  // ready once it has taken over a window.
  const bool managed = eventually(
      [&] {
        if (!x11::window_manager(connection())) return false;
        const TestWindow probe(display(), {.title = "Probe"});
        return eventually([&] { return !managed_windows().empty(); }, milliseconds(100));
      },
      kStartLimit);
  if (!managed)
    throw std::runtime_error(name(with_manager) + " does not start: " + manager_->output());
  // The manager itself must have noticed that the probe is gone.
  eventually([&] { return managed_windows().empty(); }, kStartLimit);
}

Desktop::Desktop(const std::string& display)
    : connection_(std::make_unique<x11::Connection>(display)) {}

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
  if (!found) throw std::runtime_error("the expected window did not appear");
  return last;
}

}  // namespace eyehand::test
