#include "app/own_program.hpp"

#include <algorithm>
#include <chrono>

#include "app/exit_code.hpp"
#include "player/program.hpp"
#include "x11/interruption.hpp"

namespace eyehand {
namespace {

using namespace std::chrono_literals;

/// From the program's start to its window. Browsers take their time.
constexpr auto kWindowLimit = 60s;

}  // namespace

OwnProgram::OwnProgram(x11::Connection& connection, const Skin& skin,
                       const std::vector<std::string>& words, const std::filesystem::path& log)
    : there_before_(x11::find_windows(connection, skin.window)), child_({words, {}, log}) {
  const auto limit = Deadline::after(kWindowLimit);
  int same = 0;
  // A window manager places a window, draws its frame, and moves it by the frame's width.
  while (same < 10) {
    const auto now = new_window(connection, skin);
    same = now && now->on_root == window_.on_root && now->id == window_.id ? same + 1 : 0;
    if (now) window_ = *now;
    if (x11::interruption() != 0) throw Failure(ExitCode::interrupted, "interrupted.");
    const std::string what = "'" + join_command(words) + "' ";
    const std::string where = log.empty() ? "" : " (its words are in " + log.string() + ")";
    if (!child_.is_running())
      throw Failure(ExitCode::no_window, what + "ended before it had a window" + where + ".");
    if (limit.passed())
      throw Failure(ExitCode::no_window,
                    what + "has opened no window that the skin knows" + where + ".");
    connection.wait_for_events(limit.at_most(5ms));
  }
}

std::optional<x11::WindowInfo> OwnProgram::new_window(x11::Connection& connection,
                                                      const Skin& skin) const {
  for (const auto& window : x11::find_windows(connection, skin.window)) {
    const bool is_old =
        std::any_of(there_before_.begin(), there_before_.end(),
                    [&](const x11::WindowInfo& old) { return old.id == window.id; });
    if (!is_old && window.viewable) return window;
  }
  return std::nullopt;
}

}  // namespace eyehand
