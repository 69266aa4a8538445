// eyehand-arena hexiom

#include <CLI/CLI.hpp>
#include <random>

#include "arena/commands.hpp"
#include "arena/deal.hpp"
#include "arena/hexiom/game.hpp"
#include "arena/theme.hpp"
#include "puzzle/error.hpp"
#include "puzzle/hexiom/text.hpp"
#include "solver/hexiom/generate.hpp"

namespace eyehand::arena {
namespace {

constexpr const char* kHelp =
    R"(Drag the pieces with the left mouse button until each touches as many pieces as its number says. A
piece dropped on another swaps with it. Locked pieces and cells cannot change. In the theme 'classic'
green pieces are satisfied, yellow ones touch too few others, red ones too many.

Keys: N next game, Q or Ctrl+Q quit, Escape puts a lifted piece back.

Examples:
  eyehand-arena hexiom                                    a random board of side 5
  eyehand-arena hexiom --side 6 --seed 7 --time-limit 3m  N continues with seed 8
  eyehand-arena hexiom --level levels/*.txt --theme neon  N continues with the next file
  eyehand-arena hexiom --seed 7 --screenshot board.png --size 500x540

A level file has the side on its first line, then the rows: '.' is an empty cell, a digit a piece, '#'
a hole, and '+' precedes what is locked:
  2
    1+.
   . 1 .
    . 0)";

struct HexiomOptions {
  std::vector<std::string> levels;
  hexiom::GenerateOptions generate;
  std::string theme{hexiom_themes().front().name};
};

HexiomGame::Deal deal_levels(const std::vector<std::string>& files) {
  std::vector<DealtHexiom> all;
  for (const std::string& file : files)
    for (DealtHexiom& level :
         read_dealt(file, hexiom::kMaxTextBytes, hexiom::split_texts, hexiom::from_text))
      all.push_back(std::move(level));
  return deal_in_turn(std::move(all));
}

HexiomGame::Deal deal_random(const hexiom::GenerateOptions& request) {
  return [request](int number) {
    hexiom::GenerateOptions options = request;
    options.seed += static_cast<std::uint64_t>(number);
    auto board = hexiom::generate(options);
    if (!board) throw Error("No board was found for seed " + std::to_string(options.seed) + ".");
    return DealtHexiom{std::move(*board), "seed " + std::to_string(options.seed)};
  };
}

}  // namespace

void add_hexiom(CLI::App& app, Chosen& chosen) {
  CLI::App* command = app.add_subcommand("hexiom", "Numbered pieces on a hexagon");
  auto options = std::make_shared<HexiomOptions>();
  // Short enough to retype from the window.
  options->generate.seed = std::random_device()() % 100'000;

  auto* level =
      command->add_option("--level", options->levels, "level files; N cycles through them")
          ->type_name("FILE...")
          ->check(CLI::ExistingFile);
  const auto random = [&](CLI::Option* option) { option->excludes(level)->capture_default_str(); };
  random(command->add_option("--side", options->generate.side, "side of a random board, in cells")
             ->check(CLI::Range(2, 20)));
  command->add_option("--seed", options->generate.seed, "seed of a random board (default: random)")
      ->excludes(level);
  random(command
             ->add_option("--density", options->generate.density,
                          "share of the cells that hold a piece")
             ->check(CLI::Range(0.05, 1.0)));
  random(
      command
          ->add_option("--locked", options->generate.locked, "share of the pieces that are locked")
          ->check(CLI::Range(0.0, 1.0)));
  command->add_option("--theme", options->theme, "colours and shapes")
      ->check(CLI::IsMember(theme_names(hexiom_themes())))
      ->capture_default_str();
  add_window(*command, chosen.window);
  command->footer(std::string(kHelp) + "\n\n" + kExitCodeHelp);
  command->callback([options, &chosen] {
    chosen.make = [options]() -> std::unique_ptr<Game> {
      auto deal =
          options->levels.empty() ? deal_random(options->generate) : deal_levels(options->levels);
      return std::make_unique<HexiomGame>(hexiom_theme(options->theme), std::move(deal));
    };
  });
}

}  // namespace eyehand::arena
