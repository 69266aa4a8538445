// Slitherlink, as the registry of games sees it.
#pragma once

#include "player/games.hpp"

namespace eyehand {

const Game& slitherlink_game();

}  // namespace eyehand
