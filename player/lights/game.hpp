// Lights Out, as the registry of games sees it.
#pragma once

#include "player/games.hpp"

namespace eyehand {

const Game& lights_game();

}  // namespace eyehand
