#include "app/target.hpp"

#include <CLI/CLI.hpp>
#include <charconv>

#include "app/exit_code.hpp"

namespace eyehand {
namespace {

/// As xwininfo and wmctrl write it (0x1c00007), or decimal.
x11::WindowId to_window_id(std::string_view text) {
  const bool is_hex = text.starts_with("0x") || text.starts_with("0X");
  if (is_hex) text.remove_prefix(2);
  x11::WindowId id = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), id, is_hex ? 16 : 10);
  return error == std::errc{} && end == text.data() + text.size() ? id : 0;
}

std::string list_titles(x11::Connection& connection) {
  std::string list;
  for (const auto& window : x11::list_windows(connection))
    list += (list.empty() ? " Windows there are: '" : ", '") + window.title + "' (" +
            window.class_name + ")";
  return list.empty() ? " There are no windows at all." : list + '.';
}

std::string names(const std::vector<Skin>& skins) {
  std::string list;
  for (const Skin& skin : skins) list += (list.empty() ? "" : ", ") + skin.name;
  return list;
}

}  // namespace

void add_window_choice(CLI::App& app, TargetOptions& options) {
  CLI::Option* title =
      app.add_option("--window", options.title, "a part of the window's title")->type_name("TITLE");
  app.add_option_function<std::string>(
         "--window-id",
         [&options](const std::string& text) {
           options.id = to_window_id(text);
           if (options.id == 0)
             throw CLI::ValidationError(
                 "--window-id", "'" + text + "' is no window's id; write it like 0x1c00007");
         },
         "the window's id, as xwininfo tells it")
      ->type_name("ID")
      ->excludes(title);
}

void add_target(CLI::App& app, TargetOptions& options) {
  add_window_choice(app, options);
  app.add_option("--skin", options.skin, "a skin's name, or a .toml file (see 'eyehand skins')")
      ->type_name("SKIN");
}

x11::WindowInfo find_window(x11::Connection& connection, const TargetOptions& options) {
  const auto windows =
      x11::find_windows(connection, {.id = options.id, .title_part = options.title});
  if (!windows.empty()) return windows.front();
  throw Failure(
      ExitCode::no_window,
      "there is no window " +
          (options.id != 0 ? "of this id." : "with '" + options.title + "' in its title.") +
          list_titles(connection));
}

Target find_target(x11::Connection& connection, const TargetOptions& options) {
  const bool is_named = options.id != 0 || !options.title.empty();
  const auto skins = options.skin.empty() ? all_skins() : std::vector{find_skin(options.skin)};

  const auto windows =
      is_named ? x11::find_windows(connection, {.id = options.id, .title_part = options.title})
               : x11::list_windows(connection);
  if (is_named && windows.empty())
    throw Failure(
        ExitCode::no_window,
        "there is no window " +
            (options.id != 0 ? "of this id." : "with '" + options.title + "' in its title.") +
            list_titles(connection));
  for (const auto& window : windows)
    for (const Skin& skin : skins)
      if (x11::matches(window, skin.window)) return {window, skin};
  if (is_named && !options.skin.empty()) return {windows.front(), skins.front()};

  if (is_named)
    throw Failure(ExitCode::no_window, "no skin knows the window '" + windows.front().title +
                                           "' (" + windows.front().class_name +
                                           "); name one with --skin: " + names(skins) + '.');
  throw Failure(ExitCode::no_window, "no window is one that a skin knows (" + names(skins) +
                                         "); start the game first." + list_titles(connection));
}

}  // namespace eyehand
