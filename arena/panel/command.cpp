// eyehand-arena panel

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <random>

#include "arena/commands.hpp"
#include "arena/panel/game.hpp"
#include "puzzle/error.hpp"
#include "puzzle/panel/text.hpp"
#include "solver/panel/generate.hpp"

namespace eyehand::arena {
namespace {

constexpr const char* kHelp =
    R"(Light tiles until every symbol is satisfied. A region is a maximal set of adjacent tiles in one state,
lit or unlit.
  dots      the dots of a region have one colour and sum to its size or to 0; rings are negative
  diamonds  a region with a diamond has exactly two symbols of its colour
  bars      bars of one colour have regions of the same shape, and the same position in them
  slashes   bars whose shape may be rotated
  flowers   the number of yellow petals is the number of neighbours in the flower's state

A panel with a start tile (a circle along its rim) is walked with the arrow keys, visiting no tile
twice; walked tiles are lit. Escape returns to the start, and Tab, before the first step, moves to the
next start tile. Any other panel is toggled with the left mouse button, linked tiles together. Tiles
with bolts are locked.

Keys: N next game, Q or Ctrl+Q quit.

Examples:
  eyehand-arena panel                                       a random panel of 5x5 tiles
  eyehand-arena panel --tiles 8x6 --seed 7 --walk           N continues with seed 8
  eyehand-arena panel --symbols dots,flowers --locked 0.3   only these symbols
  eyehand-arena panel --panel codes.txt 3:Kw202200Fw62Dw4   N continues with the next one
  eyehand-arena panel --seed 7 --screenshot panel.png --size 500x540

A panel is given as a Taiji Maker code, with @ before tiles where a walk can start.)";

struct PanelOptions {
  std::vector<std::string> panels;
  panel::GenerateOptions generate;
  std::string theme{panel_themes().front().name};
};

bool is_file(const std::string& text) {
  std::error_code none;
  return std::filesystem::exists(text, none) && !std::filesystem::is_directory(text, none);
}

/// What is wrong with an argument of --panel; empty if it is valid.
std::string check_panel(const std::string& text) {
  if (is_file(text)) return "";
  try {
    panel::from_code(text);
    return "";
  } catch (const Error& error) {
    return "'" + text.substr(0, 60) +
           "' is neither a file nor the code of a panel: " + error.what();
  }
}

PanelGame::Deal deal(const PanelOptions& request) {
  std::vector<Dealt<panel::Board>> panels;
  int codes = 0;
  for (const std::string& text : request.panels) {
    if (is_file(text))
      std::ranges::move(
          read_dealt(text, panel::kMaxTextBytes, panel::split_texts, panel::from_code),
          std::back_inserter(panels));
    else
      panels.push_back({panel::from_code(text), "panel " + std::to_string(++codes)});
  }
  if (!panels.empty()) return deal_in_turn(std::move(panels));
  return [request = request.generate](int number) {
    const std::uint64_t seed = request.seed + static_cast<std::uint64_t>(number);
    panel::GenerateOptions options = request;
    // Panels with few symbols may be solved from the start.
    for (std::uint64_t attempt = 0; attempt < 100; ++attempt) {
      options.seed = seed + attempt * 0x9e3779b97f4a7c15u;
      auto board = panel::generate(options);
      if (board && !PanelPlay(*board).is_solved())
        return Dealt<panel::Board>{std::move(*board), "seed " + std::to_string(seed)};
    }
    throw Error("For seed " + std::to_string(seed) +
                " only panels were found that are solved from the start; allow more tiles or other "
                "symbols.");
  };
}

void add_random(CLI::App& command, PanelOptions& options, CLI::Option* panel) {
  panel::GenerateOptions& request = options.generate;
  // Short enough to retype from the window.
  request.seed = std::random_device()() % 100'000;
  add_parsed(command, "--tiles", "WxH", "size of a random panel (default 5x5)",
             "a size from 1 to 64 tiles each way; write it like 5x5",
             [&request](const std::string& text) {
               const auto size = to_size(text, 1, 64);
               if (size) request.width = size->width(), request.height = size->height();
               return size.has_value();
             })
      ->excludes(panel);
  command.add_option("--seed", request.seed, "seed of a random panel (default: random)")
      ->excludes(panel);
  add_parsed(command, "--symbols", "NAME,...",
             "symbols of a random panel: " + std::string(panel::kSymbolNames) + " (default: all)",
             "a list of symbols; write it like dots,flowers (there are " +
                 std::string(panel::kSymbolNames) + ")",
             [&request](const std::string& text) {
               try {
                 request.symbols = panel::symbols_named(text);
               } catch (const Error&) {
                 return false;
               }
               return !request.symbols.empty();
             })
      ->excludes(panel);
  command.add_flag("--walk", request.walk, "a random panel to walk")->excludes(panel);
  const auto add_share = [&](const char* name, double& share, double max, const char* help) {
    command.add_option(name, share, help)
        ->check(CLI::Range(0.0, max))
        ->excludes(panel)
        ->capture_default_str();
  };
  add_share("--locked", request.locked, 1.0, "share of the tiles that are locked");
  add_share("--holes", request.holes, 0.9, "share of the tiles that are missing");
}

}  // namespace

void add_panel(CLI::App& app, Chosen& chosen) {
  CLI::App* command = app.add_subcommand("panel", "Tiles with symbols, to toggle or walk");
  auto options = std::make_shared<PanelOptions>();
  auto* panel = command
                    ->add_option("--panel", options->panels,
                                 "codes, or files with one code per line; N cycles through them")
                    ->type_name("CODE|FILE")
                    ->check(check_panel);
  add_random(*command, *options, panel);
  add_common<PanelGame>(*command, options, panel_themes(), deal, kHelp, chosen);
}

}  // namespace eyehand::arena
