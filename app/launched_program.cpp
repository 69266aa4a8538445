#include "app/launched_program.hpp"

#include <algorithm>
#include <chrono>
#include <optional>

#include "app/exit_code.hpp"
#include "player/program.hpp"
#include "x11/interruption.hpp"

namespace eyehand {
namespace {

using namespace std::chrono_literals;
using Windows = std::vector<x11::WindowInfo>;

/// From the program's start to its window. Browsers take their time.
constexpr auto kWindowLimit = 60s;
/// A window has come to rest when this many checks in a row find it in the same place.
constexpr int kRestChecks = 10;

std::optional<x11::WindowInfo> new_window(x11::Connection& connection, const Skin& skin,
                                          const Windows& before) {
  for (const auto& window : x11::find_windows(connection, skin.window)) {
    const bool is_old = std::any_of(before.begin(), before.end(),
                                    [&](const auto& old) { return old.id == window.id; });
    if (!is_old && window.viewable) return window;
  }
  return std::nullopt;
}

}  // namespace

LaunchedProgram launch(x11::Connection& connection, const Skin& skin,
                       const std::vector<std::string>& command, const std::filesystem::path& log) {
  const Windows before = x11::find_windows(connection, skin.window);
  LaunchedProgram program{
      std::make_unique<Process>(Process::Options{.command = command, .log = log}), {}};
  const auto limit = Deadline::after(kWindowLimit);
  const auto fail = [&](const std::string& what) {
    const std::string see = log.empty() ? "" : " (see " + log.string() + ")";
    throw Failure(ExitCode::no_window, "'" + join_command(command) + "' " + what + see + ".");
  };
  // A window manager places a window, draws its frame, and moves it by the frame's width.
  for (int same = 0; same < kRestChecks;) {
    const auto now = new_window(connection, skin, before);
    const bool is_same =
        now && now->on_root == program.window.on_root && now->id == program.window.id;
    same = is_same ? same + 1 : 0;
    if (now) program.window = *now;
    if (x11::interruption() != 0) throw Failure(ExitCode::interrupted, "interrupted.");
    if (!program.process->is_running()) fail("ended before it opened a window");
    if (limit.passed()) fail("has not opened a window that matches the skin");
    connection.wait_for_events(limit.at_most(5ms));
  }
  return program;
}

}  // namespace eyehand
