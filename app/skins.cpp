#include <algorithm>
#include <memory>

#include "app/commands.hpp"
#include "app/output.hpp"
#include "player/files.hpp"
#include "player/games.hpp"
#include "player/skin.hpp"

namespace eyehand {
namespace {

struct SkinsArguments {
  std::string name;
  bool keys = false;
};

std::string padded(std::string text, std::size_t width) {
  if (text.size() < width) text.resize(width, ' ');
  return text;
}

ExitCode run_skins(const SkinsArguments& options) {
  if (options.keys) {
    for (const Game* game : games())
      print("# " + std::string(game->name()) + ": " + std::string(game->about()) + '\n' +
            skin_reference(*game));
  } else if (!options.name.empty()) {
    const Skin skin = find_skin(options.name);
    print(read_file(skin.file.name(), kMaxSettingsBytes));
  } else {
    const auto skins = all_skins();
    if (skins.empty())
      note("no skins were found; set EYEHAND_SKINS to the folder that contains them.");
    std::size_t name = 0, game = 0, about = 0;
    for (const Skin& skin : skins) {
      name = std::max(name, skin.name.size());
      game = std::max(game, skin.game.size());
      about = std::max(about, skin.about.size());
    }
    for (const Skin& skin : skins)
      print_line(padded(skin.name, name) + "  " + padded(skin.game, game) + "  " +
                 padded(skin.about, about) + "  " + skin.file.name());
  }
  return ExitCode::ok;
}

}  // namespace

Command skins_command() {
  const auto options = std::make_shared<SkinsArguments>();
  return {
      .name = "skins",
      .group = "Programs",
      .summary = "List the programs that Eyehand knows",
      .options = {text("SKIN", options->name, "NAME", "print this skin's file"),
                  flag("--keys", options->keys, "print every key that a skin may have")
                      .excludes({"SKIN"})},
      .about = "A skin is a file that says how one program draws a game and how it is played.",
      .examples = {{"eyehand skins", "list the skins"},
                   {"eyehand skins sgt-net > mine.toml", "a starting point for another program"},
                   {"eyehand skins --keys", "every key, with its range and default"},
                   {"eyehand read --skin mine.toml", "try it"}},
      .notes = R"(Skins are searched for in each folder of $EYEHAND_SKINS (separated by colons), in
$XDG_CONFIG_HOME/eyehand/skins, and among Eyehand's own; the first skin found with a name is used. The
manual page eyehand-skin(5) has every key, too.)",
      .run = [options] { return run_skins(*options); }};
}

}  // namespace eyehand
