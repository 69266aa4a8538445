// A game for each puzzle that is a page of rules (puzzle/model/rules.hpp).
#pragma once

#include <vector>

#include "player/games.hpp"

namespace eyehand::model {

/// In the order of pages().
const std::vector<const Game*>& page_games();

}  // namespace eyehand::model
