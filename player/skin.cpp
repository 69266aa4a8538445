#include "player/skin.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <system_error>
#include <utility>

#include "player/games.hpp"
#include "player/view.hpp"
#include "puzzle/error.hpp"
#include "puzzle/printable.hpp"
#include "puzzle/text.hpp"

namespace eyehand {
namespace {

namespace fs = std::filesystem;

/// Bytes that are shown of what a skin says about itself.
constexpr std::size_t kMaxAbout = 120;

// The tables of every skin that are not structs of their own.

struct Heading {
  Skin& skin;
};
template <class Visitor>
void describe(Heading& heading, Visitor&& visit) {
  visit("game", heading.skin.game, About{.what = "the game it plays", .required = true});
  visit("about", heading.skin.about, About{"one line for people"});
  visit("any", heading.skin.any,
        About{"its puzzles may have several solutions, and each of them wins"});
}

struct Window {
  x11::WindowQuery& query;
};
template <class Visitor>
void describe(Window& window, Visitor&& visit) {
  visit("class", window.query.class_name,
        About{"the program's WM_CLASS, either part (`xprop WM_CLASS` prints it)"});
  visit("title_pattern", window.query.title_pattern,
        About{"a POSIX extended regular expression to search for in the title"});
  visit("is_page", window.query.is_page,
        About{"the program is a web page, shown by any browser; title_pattern then applies to the "
              "page's title, without the browser's name after it"});
}

struct NewGameTable {
  Skin& skin;
};
template <class Visitor>
void describe(NewGameTable& new_game, Visitor&& visit) {
  visit("keys", new_game.skin.new_game_keys,
        About{.what = "keys that start a new game, such as [\"n\"], [\"ctrl+n\"]", .is_key = true});
  visit("dismiss_keys", new_game.skin.dismiss_keys,
        About{.what = "keys that close a dialog of the program, if one is open then",
              .is_key = true});
  visit("win_covers", new_game.skin.win_covers,
        About{"the program covers the board after each win, or opens a dialog; a board that only "
              "looks solved does not count as won"});
}

void check_pattern(const SettingsFile& file, const std::string& pattern) {
  try {
    x11::matches({}, {.title_pattern = pattern});
  } catch (const Error& error) {
    file.fail("window", "title_pattern", error.what());
  }
}

const Game& game_of(const SettingsFile& file, const std::string& name) {
  if (const Game* game = find_game(name)) return *game;
  file.fail("", "game", "unknown game '" + name + "'; the games are " + game_names() + ".");
}

/// Reads the tables that skins of all games share; Game::begin reads the game's own.
void read_tables(Skin& skin) {
  const SettingsFile& file = skin.file;
  Heading heading{skin};
  file.read("", heading);
  skin.about = quotable(skin.about, kMaxAbout);
  Window window{skin.window};
  file.read("window", window);
  file.read("pace", skin.pace);
  NewGameTable new_game{skin};
  file.read("new_game", new_game);
  file.read("program", skin.program);
  file.read("samples", skin.samples);
  BoardSettings board;
  file.read("board", board);
  skin.view.stretch = board.stretch;
  try {
    skin.view.region = parse_region(board.region);
  } catch (const Error& error) {
    file.fail("board", "region", std::string(error.what()) + '.');
  }
}

/// Next to the build, or installed.
std::vector<fs::path> shipped_skin_folders() {
  std::vector<fs::path> folders;
  std::error_code error;
  if (const auto self = fs::read_symlink("/proc/self/exe", error); !error)
    for (const char* from_there : {"skins", EYEHAND_SKINS_FROM_BIN})
      folders.push_back((self.parent_path() / from_there).lexically_normal());
  return folders;
}

/// Finds everything that can be wrong in a skin.
Skin make_skin(SettingsFile file, std::string name) {
  Skin skin;
  skin.name = std::move(name);
  skin.file = std::move(file);
  read_tables(skin);
  if (skin.window.is_page && skin.window.title_pattern.empty())
    skin.file.fail("window", "is_page", "a page is recognised by its title; set title_pattern.");
  if (skin.window.class_name.empty() && skin.window.title_pattern.empty())
    skin.file.fail("window", "class",
                   "missing, and so is title_pattern; set one of them to recognise the window.");
  check_pattern(skin.file, skin.window.title_pattern);
  game_of(skin.file, skin.game).begin(skin);
  skin.file.finish();
  return skin;
}

}  // namespace

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

fs::path user_skin_folder() {
  if (const auto config = environment("XDG_CONFIG_HOME"); !config.empty())
    return fs::path(config) / "eyehand/skins";
  const auto home = environment("HOME");
  return home.empty() ? fs::path() : fs::path(home) / ".config/eyehand/skins";
}

Skin load_skin(const fs::path& path) {
  return make_skin(SettingsFile::load(path), path.stem().string());
}

Skin parse_skin(std::string_view text, const std::string& name) {
  return make_skin(SettingsFile::parse(text, name), name);
}

std::string skin_reference(const Game& game) {
  Skin skin;
  read_tables(skin);
  game.begin(skin);
  return skin.file.reference();
}

bool is_shipped(const Skin& skin) {
  std::error_code none;
  const fs::path folder = fs::canonical(skin.file.name(), none).parent_path();
  return !folder.empty() &&
         std::ranges::any_of(shipped_skin_folders(), [&](const fs::path& shipped) {
           return fs::weakly_canonical(shipped, none) == folder;
         });
}

std::vector<fs::path> skin_folders() {
  const auto named = split(environment("EYEHAND_SKINS"), ':');
  std::vector<fs::path> folders(named.begin(), named.end());
  if (auto own = user_skin_folder(); !own.empty()) folders.push_back(std::move(own));
  const auto shipped = shipped_skin_folders();
  folders.insert(folders.end(), shipped.begin(), shipped.end());
  return folders;
}

std::vector<fs::path> skin_files() {
  std::map<std::string, fs::path> by_name;
  for (const auto& folder : skin_folders()) {
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
      if (it->path().extension() == ".toml") by_name.emplace(it->path().stem(), it->path());
  }
  std::vector<fs::path> files;
  for (const auto& [name, file] : by_name) files.push_back(file);
  return files;
}

Skin find_skin(std::string_view name_or_file) {
  if (name_or_file.ends_with(".toml")) return load_skin(name_or_file);
  const auto files = skin_files();
  for (const auto& file : files)
    if (file.stem() == name_or_file) return load_skin(file);
  const std::string names =
      joined(files, [](const fs::path& file) { return file.stem().string(); });
  throw Error("there is no skin '" + std::string(name_or_file) +
              (names.empty()
                   ? "', nor any other; set EYEHAND_SKINS to the folder that contains them."
                   : "'; the skins are " + names + "; or give the path of a .toml file."));
}

std::vector<Skin> all_skins() {
  std::vector<Skin> skins;
  for (const auto& file : skin_files()) skins.push_back(load_skin(file));
  return skins;
}

}  // namespace eyehand
