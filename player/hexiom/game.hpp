// Hexiom, as the registry of games sees it.
#pragma once

#include "player/games.hpp"

namespace eyehand {

const Game& hexiom_game();

}  // namespace eyehand
