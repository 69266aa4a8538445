#include "app/target.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <charconv>
#include <chrono>

#include "app/exit_code.hpp"
#include "player/seek.hpp"
#include "puzzle/printable.hpp"
#include "puzzle/text.hpp"
#include "x11/interruption.hpp"

namespace eyehand {
namespace {

/// How often a window that may be opened is looked for.
constexpr std::chrono::milliseconds kLookAgain{100};

/// Reads an ID as xwininfo and wmctrl write it (0x1c00007), or in decimal; 0 if it is neither.
x11::WindowId to_window_id(std::string_view text) {
  const bool is_hex = text.starts_with("0x") || text.starts_with("0X");
  if (is_hex) text.remove_prefix(2);
  x11::WindowId id = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), id, is_hex ? 16 : 10);
  return error == std::errc{} && end == text.data() + text.size() ? id : 0;
}

std::string list_titles(x11::Connection& connection) {
  const std::string list = joined(x11::list_windows(connection), name_of);
  return list.empty() ? " There are no windows." : " The windows are: " + list + '.';
}

[[noreturn]] void throw_no_window(x11::Connection& connection, const TargetOptions& options) {
  throw Failure(
      ExitCode::no_window,
      "there is no window " +
          (options.id != 0 ? "with this ID." : "with '" + options.title + "' in its title.") +
          list_titles(connection));
}

std::string names(const std::vector<Skin>& skins) {
  return joined(skins, &Skin::name);
}

/// Without windows that are dialogs of another one's program.
std::vector<Target> without_dialogs(x11::Connection& connection, const std::vector<Target>& all) {
  std::vector<Target> rest;
  for (const Target& target : all)
    if (std::ranges::none_of(all, [&](const Target& other) {
          return x11::is_dialog_of(connection, target.window, other.window);
        }))
      rest.push_back(target);
  return rest.empty() ? all : rest;
}

/// A region that the user specified takes precedence over the skin's.
Target in_region(Target target, const TargetOptions& options) {
  if (!options.region.empty()) target.skin.view.region = parse_region(options.region);
  return target;
}

/// Viewers send what the pointer does about every 17 ms, and what shows their screens elsewhere may
/// lose clicks that follow one another more quickly.
Skin paced_for_viewers(Skin skin) {
  using std::chrono::milliseconds;
  skin.pace.hold = std::max(skin.pace.hold, milliseconds(10));
  skin.pace.gap = std::max(skin.pace.gap, milliseconds(20));
  return skin;
}

}  // namespace

std::vector<Option> window_options(TargetOptions& target) {
  const auto take_id = [&target](const std::string& text) {
    target.id = to_window_id(text);
    if (target.id == 0) throw BadValue("'" + text + "' must be a window ID, for example 0x1c00007");
  };
  const auto take_region = [&target](const std::string& text) {
    try {
      parse_region(text);
    } catch (const Error& error) {
      throw BadValue(error.what());
    }
    target.region = text;
  };
  return {text("--window", target.title, "TITLE", "part of the window's title"),
          parsed("--window-id", "ID", "the window's ID, as reported by xwininfo", take_id)
              .excludes({"--window"}),
          parsed("--region", "X,Y,W,H",
                 "where in the window the board is, in pixels, if it is not found", take_region)};
}

std::vector<Option> target_options(TargetOptions& target) {
  std::vector<Option> options = window_options(target);
  options.push_back(
      text("--skin", target.skin, "SKIN",
           "a skin's name or a .toml file (see 'eyehand skins'); with --window, also of a "
           "program that a viewer such as VNC's shows there"));
  return options;
}

x11::WindowInfo find_window(x11::Connection& connection, const TargetOptions& options) {
  const auto windows =
      x11::find_windows(connection, {.id = options.id, .title_part = options.title});
  if (windows.empty()) throw_no_window(connection, options);
  return windows.front();
}

std::string name_of(const x11::WindowInfo& window) {
  return fmt::format("'{}' ({})", quotable(window.title), quotable(window.class_name));
}

std::unique_ptr<PuzzleSession> begin_session(const Target& target, ViewSource& screen) {
  if (target.is_viewer) return std::make_unique<SeekingSession>(target.skin, screen);
  return game_named(target.skin.game).begin(target.skin);
}

Target follow(x11::Connection& connection, Target target, Deadline deadline) {
  while (true) {
    const auto now = x11::describe(connection, target.window.id);
    if ((now && now->viewable) || target.is_viewer) return target;
    for (x11::WindowInfo& window : x11::find_windows(connection, target.skin.window))
      if (window.viewable && window.pid == target.window.pid &&
          window.class_name == target.window.class_name &&
          !x11::is_dialog_of(connection, window, target.window)) {
        target.window = std::move(window);
        return target;
      }
    if (deadline.passed() || x11::interruption() != 0) return target;
    connection.wait_for_events(deadline.at_most(kLookAgain));
  }
}

std::vector<Target> find_known_targets(x11::Connection& connection, const TargetOptions& options) {
  const bool is_named = options.id != 0 || !options.title.empty();
  const auto skins = options.skin.empty() ? all_skins() : std::vector{find_skin(options.skin)};

  const auto windows =
      is_named ? x11::find_windows(connection, {.id = options.id, .title_part = options.title})
               : x11::list_windows(connection);
  if (is_named && windows.empty()) throw_no_window(connection, options);
  std::vector<Target> targets;
  for (const auto& window : windows) {
    const auto skin = std::ranges::find_if(
        skins, [&](const Skin& known) { return x11::matches(window, known.window); });
    if (skin != skins.end()) targets.push_back(in_region({window, *skin}, options));
  }
  if (!targets.empty()) return without_dialogs(connection, targets);
  if (is_named && !options.skin.empty())
    return {in_region(Target{windows.front(), paced_for_viewers(skins.front()), true}, options)};
  if (is_named) return {};
  throw Failure(ExitCode::no_window,
                "no window matches a skin (" + names(skins) +
                    "); start the game first, or name the window of an unknown program with "
                    "--window." +
                    list_titles(connection));
}

Target find_target(x11::Connection& connection, const TargetOptions& options) {
  const auto known = find_known_targets(connection, options);
  if (!known.empty()) return known.front();
  const x11::WindowInfo window = find_window(connection, options);
  throw Failure(ExitCode::no_window,
                fmt::format("no skin matches the window {}. Learn it with 'eyehand learn "
                            "--window-id {:#x}', or name a skin with --skin: {}.",
                            name_of(window), window.id, names(all_skins())));
}

}  // namespace eyehand
