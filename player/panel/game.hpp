// Panels, as the registry of games sees them.
#pragma once

#include "player/games.hpp"

namespace eyehand {

const Game& panel_game();

}  // namespace eyehand
