#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "app/commands.hpp"
#include "app/output.hpp"
#include "player/files.hpp"
#include "player/games.hpp"
#include "player/skin.hpp"

namespace eyehand {
namespace {

constexpr const char* kExamples =
    R"(A skin is a file that says how one program draws a game and how it is played. Examples:
  eyehand skins                        the skins there are
  eyehand skins sgt-net > mine.toml    one as a start for another program's
  eyehand skins --keys                 every key that a skin may have, its range and default
  eyehand read --skin mine.toml        try it

Skins are looked for in each folder of $EYEHAND_SKINS (parted by colons), in
$XDG_CONFIG_HOME/eyehand/skins, and where eyehand's own are; the first of a name counts.)";

struct Options {
  std::string name;
  bool keys = false;
};

std::string padded(std::string text, std::size_t width) {
  if (text.size() < width) text.resize(width, ' ');
  return text;
}

ExitCode run_skins(const Options& options) {
  if (options.keys) {
    for (const Game* game : games())
      print("# " + std::string(game->name()) + ": " + std::string(game->about()) + '\n' +
            skin_reference(*game));
  } else if (!options.name.empty()) {
    const Skin skin = find_skin(options.name);
    print(read_file(skin.file.name(), kMaxSettingsBytes));
  } else {
    const auto skins = all_skins();
    if (skins.empty()) note("there are no skins; set EYEHAND_SKINS to the folder that has them.");
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

void add_skins(CLI::App& app, Run& run) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("skins", "List the programs that eyehand knows");
  CLI::Option* name =
      command->add_option("NAME", options->name, "print this skin's file")->type_name("");
  command->add_flag("--keys", options->keys, "print every key that a skin may have")
      ->excludes(name);
  command->footer(std::string(kExamples) + "\n\n" + kExitCodeHelp);
  command->callback([options, &run] { run = [options] { return run_skins(*options); }; });
}

}  // namespace eyehand
