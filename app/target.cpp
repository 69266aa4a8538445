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

void add_window_choice(CLI::App& app, TargetWish& wish) {
  CLI::Option* title =
      app.add_option("--window", wish.title, "a part of the window's title")->type_name("TITLE");
  app.add_option_function<std::string>(
         "--window-id",
         [&wish](const std::string& text) {
           wish.id = to_window_id(text);
           if (wish.id == 0)
             throw CLI::ValidationError(
                 "--window-id", "'" + text + "' is no window's id; write it like 0x1c00007");
         },
         "the window's id, as xwininfo tells it")
      ->type_name("ID")
      ->excludes(title);
}

void add_target(CLI::App& app, TargetWish& wish) {
  add_window_choice(app, wish);
  app.add_option("--skin", wish.skin, "a skin's name, or a .toml file (see 'eyehand skins')")
      ->type_name("SKIN");
}

x11::WindowInfo find_window(x11::Connection& connection, const TargetWish& wish) {
  const auto windows = x11::find_windows(connection, {.id = wish.id, .title_part = wish.title});
  if (!windows.empty()) return windows.front();
  throw Failure(ExitCode::no_window,
                "there is no window " +
                    (wish.id != 0 ? "of this id." : "with '" + wish.title + "' in its title.") +
                    list_titles(connection));
}

Target find_target(x11::Connection& connection, const TargetWish& wish) {
  const bool is_named = wish.id != 0 || !wish.title.empty();
  const auto skins = wish.skin.empty() ? all_skins() : std::vector{find_skin(wish.skin)};

  const auto windows =
      is_named ? x11::find_windows(connection, {.id = wish.id, .title_part = wish.title})
               : x11::list_windows(connection);
  if (is_named && windows.empty())
    throw Failure(ExitCode::no_window,
                  "there is no window " +
                      (wish.id != 0 ? "of this id." : "with '" + wish.title + "' in its title.") +
                      list_titles(connection));
  for (const auto& window : windows)
    for (const Skin& skin : skins)
      if (x11::matches(window, skin.window)) return {window, skin};
  if (is_named && !wish.skin.empty()) return {windows.front(), skins.front()};

  if (is_named)
    throw Failure(ExitCode::no_window, "no skin knows the window '" + windows.front().title +
                                           "' (" + windows.front().class_name +
                                           "); name one with --skin: " + names(skins) + '.');
  throw Failure(ExitCode::no_window, "no window is one that a skin knows (" + names(skins) +
                                         "); start the game first." + list_titles(connection));
}

}  // namespace eyehand
