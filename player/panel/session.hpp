// A panel on the screen, from the first look to the win.
#pragma once

#include <memory>

#include "player/games.hpp"

namespace eyehand {

/// Reads [appearance] and [controls] of the skin; throws Error for what is wrong in them.
std::unique_ptr<PuzzleSession> begin_panel(const Skin& skin);

}  // namespace eyehand
