// eyehand-arena hexiom

#include <algorithm>
#include <iterator>
#include <random>

#include "arena/commands.hpp"
#include "arena/hexiom/game.hpp"
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

HexiomGame::Deal deal(const HexiomOptions& request) {
  std::vector<Dealt<hexiom::Board>> levels;
  for (const std::string& file : request.levels)
    std::ranges::move(
        read_dealt(file, hexiom::kMaxTextBytes, hexiom::split_texts, hexiom::from_text),
        std::back_inserter(levels));
  if (!levels.empty()) return deal_in_turn(std::move(levels));
  return [request = request.generate](int number) {
    hexiom::GenerateOptions options = request;
    options.seed += static_cast<std::uint64_t>(number);
    auto board = hexiom::generate(options);
    if (!board) throw Error("No board was found for seed " + std::to_string(options.seed) + ".");
    return Dealt<hexiom::Board>{std::move(*board), "seed " + std::to_string(options.seed)};
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
  const auto add_random = [&](const char* name, auto& target, auto min, auto max,
                              const char* help) {
    command->add_option(name, target, help)
        ->check(CLI::Range(min, max))
        ->excludes(level)
        ->capture_default_str();
  };
  add_random("--side", options->generate.side, 2, 20, "side of a random board, in cells");
  command->add_option("--seed", options->generate.seed, "seed of a random board (default: random)")
      ->excludes(level);
  add_random("--density", options->generate.density, 0.05, 1.0,
             "share of the cells that hold a piece");
  add_random("--locked", options->generate.locked, 0.0, 1.0, "share of the pieces that are locked");
  add_common<HexiomGame>(*command, options, hexiom_themes(), deal, kHelp, chosen);
}

}  // namespace eyehand::arena
