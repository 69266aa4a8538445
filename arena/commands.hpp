// The practice games, a subcommand each. Each `add` adds its options to the command line and, if it
// is chosen, sets what is to be run.
#pragma once

#include <functional>
#include <memory>

#include "arena/game.hpp"
#include "arena/options.hpp"

namespace eyehand::arena {

/// What was chosen. Options are read before Qt starts (--screenshot must have its platform without
/// a display), the game is made after it.
struct Chosen {
  std::function<std::unique_ptr<Game>()> make;
  WindowOptions window;
};

void add_hexiom(CLI::App& app, Chosen& chosen);
void add_panel(CLI::App& app, Chosen& chosen);

}  // namespace eyehand::arena
