// What Eyehand knows about a program: how to find its window, how its board is drawn, how it is
// played. A skin is a data file (skins/NAME.toml); no code may test a skin's name.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "actuator/controls.hpp"
#include "player/program.hpp"
#include "player/sample_source.hpp"
#include "player/settings.hpp"
#include "player/view.hpp"
#include "x11/windows.hpp"

namespace eyehand {

class Game;

struct Skin {
  std::string name;   ///< the file's name without `.toml`
  std::string about;  ///< one line for people
  std::string game;   ///< the game's name in the registry
  bool any = false;   ///< its puzzles may have several solutions, and each of them wins
  x11::WindowQuery window;
  Pace pace;
  /// Keys that start a new game, in order, sent to the program's window.
  std::vector<std::string> new_game_keys;
  /// Keys that close a dialog of the program that is in the way of a new game.
  std::vector<std::string> dismiss_keys;
  /// Whether the program covers the board after each win, or opens a dialog.
  bool win_covers = false;
  Program program;
  SampleSource samples;  ///< for measuring recognition
  View view;             ///< which part of its window is seen, and how
  SettingsFile file;     ///< for the game's own tables
};

/// Throws Error naming file, line and key for anything wrong, the game's own tables included.
Skin load_skin(const std::filesystem::path& file);
/// As load_skin, from a file's text. `name` is the skin's name; errors also call the file by it.
Skin parse_skin(std::string_view text, const std::string& name);

/// $XDG_CONFIG_HOME/eyehand/skins, ~/.config by default; empty if neither variable is set.
std::filesystem::path user_skin_folder();
/// The value of an environment variable; empty if it is not set.
std::string environment(const char* name);

/// The folders searched for skins, in order: each folder in $EYEHAND_SKINS, the user's own, and
/// those that came with the program (next to the build, or installed).
std::vector<std::filesystem::path> skin_folders();

/// Whether the skin's file is in a folder that came with the program.
bool is_shipped(const Skin& skin);

/// The skin files in these folders, sorted by name; of two with the same name, the first one found.
std::vector<std::filesystem::path> skin_files();

/// The skin of this name, or in this file if it ends in `.toml`. Throws Error listing the existing
/// names if there is none.
Skin find_skin(std::string_view name_or_file);

/// All of skin_files(). Throws Error for the first that is broken.
std::vector<Skin> all_skins();

/// All tables and keys that a skin of this game may have, as a commented TOML file with the default
/// values.
std::string skin_reference(const Game& game);

}  // namespace eyehand
