// The practice games, one subcommand each. `add_...` adds its options to the command line and, if
// the subcommand is chosen, sets what to run.
#pragma once

#include <functional>
#include <memory>

#include "arena/game.hpp"
#include "arena/options.hpp"

namespace eyehand::arena {

/// The chosen game. Options are read before Qt starts (--screenshot needs a platform without a
/// display); the game is made afterwards.
struct Chosen {
  std::function<std::unique_ptr<Game>()> make;
  WindowOptions window;
};

void add_hexiom(CLI::App& app, Chosen& chosen);
void add_panel(CLI::App& app, Chosen& chosen);

}  // namespace eyehand::arena
