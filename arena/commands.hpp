// The practice games, one subcommand each. `add_...` adds a game's options to the command line and,
// if its subcommand is chosen, sets what to run. Includes CLI11, which is slow to compile.
#pragma once

#include <CLI/CLI.hpp>
#include <QSize>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "arena/game.hpp"
#include "arena/style.hpp"

namespace eyehand::arena {

/// The exit codes of eyehand-arena.
enum class ExitCode {
  solved = 0,    ///< or the picture was written
  unsolved = 1,  ///< or something unexpected happened (an Error); the message says what
  usage = 2,
};

inline constexpr const char* kExitCodeHelp =
    R"(Exit codes:
  0  the game on the screen was solved when the window was closed, or the picture was written
  1  it was not solved, or there was an error, with a message
  2  usage error)";

struct WindowOptions {
  std::optional<std::chrono::seconds> limit;
  QSize size{720, 780};
  std::string screenshot;  ///< a file; empty: show a window
};

/// The chosen game. Options are read before Qt starts (--screenshot needs a platform without a
/// display); the game is made afterwards.
struct Chosen {
  std::function<std::unique_ptr<Game>()> make;
  WindowOptions window;
};

void add_hexiom(CLI::App& app, Chosen& chosen);
void add_panel(CLI::App& app, Chosen& chosen);

/// An option whose value is parsed by `take`, which returns false if it is not valid: `expected`
/// completes "'x' is not ...".
CLI::Option* add_parsed(CLI::App& command, const std::string& name, const std::string& value,
                        const std::string& help, const std::string& expected,
                        const std::function<bool(const std::string&)>& take);
/// "720x780", each from `min` to `max`; nothing for any other text.
std::optional<QSize> to_size(const std::string& text, int min, int max);

/// Adds --time-limit, --size and --screenshot.
void add_window(CLI::App& command, WindowOptions& options);

/// Adds the options that all games share. `BoardGame` is constructed from a theme and what `deal`
/// returns; `Options` has the name of its `theme`.
template <class BoardGame, class Options, class Themes, class Deal>
void add_common(CLI::App& command, const std::shared_ptr<Options>& options, const Themes& themes,
                Deal deal, const std::string& help, Chosen& chosen) {
  command.add_option("--theme", options->theme, "colours and shapes")
      ->check(CLI::IsMember(theme_names(themes)))
      ->capture_default_str();
  add_window(command, chosen.window);
  command.footer(help + "\n\n" + kExitCodeHelp);
  command.callback([=, &chosen] {
    chosen.make = [=]() -> std::unique_ptr<Game> {
      return std::make_unique<BoardGame>(find_theme(themes, options->theme), deal(*options));
    };
  });
}

}  // namespace eyehand::arena
