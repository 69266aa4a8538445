// A Lights Out board on the screen, from the first look to the win.
#pragma once

#include <memory>

#include "player/games.hpp"

namespace eyehand {

/// Reads [appearance] and [controls] of the skin; throws Error for what is wrong in them. Of
/// several answers one with the fewest presses is played. Where the look says that the program goes
/// on to its next level by itself, a look that comes too late for the solved board counts as
/// showing the win, once, if the level's name has changed and the board is one that no part of the
/// presses planned for the board before leads to.
std::unique_ptr<PuzzleSession> begin_lights(const Skin& skin);

}  // namespace eyehand
