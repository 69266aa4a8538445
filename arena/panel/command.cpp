// eyehand-arena panel

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <random>
#include <sstream>

#include "arena/commands.hpp"
#include "arena/deal.hpp"
#include "arena/panel/game.hpp"
#include "arena/theme.hpp"
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
  bars      bars of one colour have regions of one shape, at the same position in it
  slashes   bars whose shape may be rotated
  flowers   as many neighbours as it has yellow petals are in its tile's state

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

PanelGame::Deal deal_panels(const std::vector<std::string>& panels) {
  std::vector<DealtPanel> all;
  int codes = 0;
  for (const std::string& text : panels) {
    if (is_file(text))
      for (DealtPanel& dealt :
           read_dealt(text, panel::kMaxTextBytes, panel::split_texts, panel::from_code))
        all.push_back(std::move(dealt));
    else
      all.push_back({panel::from_code(text), "panel " + std::to_string(++codes)});
  }
  return deal_in_turn(std::move(all));
}

PanelGame::Deal deal_random(const panel::GenerateOptions& request) {
  return [request](int number) {
    const std::uint64_t seed = request.seed + static_cast<std::uint64_t>(number);
    panel::GenerateOptions options = request;
    // Panels with few symbols may be solved from the start.
    for (std::uint64_t attempt = 0; attempt < 100; ++attempt) {
      options.seed = seed + attempt * 0x9e3779b97f4a7c15u;
      auto board = panel::generate(options);
      if (board && !PanelPlay(*board).is_solved())
        return DealtPanel{std::move(*board), "seed " + std::to_string(seed)};
    }
    throw Error("For seed " + std::to_string(seed) +
                " no panel was found that is not solved from the start: allow more tiles or other "
                "symbols.");
  };
}

/// "dots,flowers": one or more.
bool read_symbols(const std::string& text, panel::GenerateOptions& options) {
  using panel::Symbol;
  constexpr std::array<std::pair<std::string_view, Symbol>, 5> kNames = {
      {{"dots", Symbol::dot},
       {"diamonds", Symbol::diamond},
       {"bars", Symbol::bar},
       {"slashes", Symbol::slash},
       {"flowers", Symbol::flower}}};
  options.symbols.clear();
  std::istringstream names(text);
  for (std::string name; std::getline(names, name, ',');) {
    const auto* found = std::ranges::find(kNames, name, [](const auto& one) { return one.first; });
    if (found == kNames.end()) return false;
    options.symbols.push_back(found->second);
  }
  return !options.symbols.empty();
}

/// "5x5": 1 to 64 each.
bool read_tiles(const std::string& text, panel::GenerateOptions& options) {
  int width = 0, height = 0, end = 0;
  if (std::sscanf(text.c_str(), "%2dx%2d%n", &width, &height, &end) != 2) return false;
  const auto fits = [](int count) { return count >= 1 && count <= 64; };
  if (end != static_cast<int>(text.size()) || !fits(width) || !fits(height)) return false;
  options.width = width;
  options.height = height;
  return true;
}

void add_random(CLI::App& command, PanelOptions& options, CLI::Option* panel) {
  panel::GenerateOptions& request = options.generate;
  // Short enough to retype from the window.
  request.seed = std::random_device()() % 100'000;
  command
      .add_option_function<std::string>(
          "--tiles",
          [&request](const std::string& text) {
            if (!read_tiles(text, request))
              throw CLI::ValidationError(
                  "--tiles", "'" + text +
                                 "' is not a size from 1 to 64 tiles each way; write it "
                                 "like 5x5");
          },
          "size of a random panel (default 5x5)")
      ->type_name("WxH")
      ->excludes(panel);
  command.add_option("--seed", request.seed, "seed of a random panel (default: random)")
      ->excludes(panel);
  command
      .add_option_function<std::string>(
          "--symbols",
          [&request](const std::string& text) {
            if (!read_symbols(text, request))
              throw CLI::ValidationError(
                  "--symbols", "'" + text +
                                   "' is not a list of symbols; write it like dots,flowers "
                                   "(there are dots, diamonds, bars, slashes, flowers)");
          },
          "symbols of a random panel: dots, diamonds, bars, slashes, flowers (default: all)")
      ->type_name("NAME,...")
      ->excludes(panel);
  command.add_flag("--walk", request.walk, "a random panel to walk")->excludes(panel);
  command.add_option("--locked", request.locked, "share of the tiles that are locked")
      ->check(CLI::Range(0.0, 1.0))
      ->excludes(panel)
      ->capture_default_str();
  command.add_option("--holes", request.holes, "share of the tiles that are missing")
      ->check(CLI::Range(0.0, 0.9))
      ->excludes(panel)
      ->capture_default_str();
}

}  // namespace

void add_panel(CLI::App& app, Chosen& chosen) {
  CLI::App* command = app.add_subcommand("panel", "tiles with symbols, to toggle or walk");
  auto options = std::make_shared<PanelOptions>();
  auto* panel = command
                    ->add_option("--panel", options->panels,
                                 "codes, or files with one code per line; N cycles through them")
                    ->type_name("CODE|FILE")
                    ->check(check_panel);
  add_random(*command, *options, panel);
  command->add_option("--theme", options->theme, "colours and shapes")
      ->check(CLI::IsMember(theme_names(panel_themes())))
      ->capture_default_str();
  add_window(*command, chosen.window);
  command->footer(std::string(kHelp) + "\n\n" + kExitCodeHelp);
  command->callback([options, &chosen] {
    chosen.make = [options]() -> std::unique_ptr<Game> {
      auto deal =
          options->panels.empty() ? deal_random(options->generate) : deal_panels(options->panels);
      return std::make_unique<PanelGame>(panel_theme(options->theme), std::move(deal));
    };
  });
}

}  // namespace eyehand::arena
