// Hexiom as the loop and the command line see it.
#pragma once

#include "player/games.hpp"

namespace eyehand {

const Game& hexiom_game();

}  // namespace eyehand
