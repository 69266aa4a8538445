// A Lights Out board on the screen, from the first capture to the win, and the parts of a board.
#pragma once

#include <memory>
#include <vector>

#include "player/games.hpp"
#include "puzzle/lights/board.hpp"

namespace eyehand::lights {

/// Reads [appearance] and [controls] of the skin; throws Error for anything wrong in them.
///
/// Of several solutions one with the fewest presses is played. Where [appearance] says that the
/// program goes on to its next level by itself, a capture that comes too late for the solved board
/// still counts as showing the win: once, if the level's name has changed and no subset of the
/// presses planned for the previous board leads to this one.
std::unique_ptr<PuzzleSession> begin_session(const Skin& skin);

/// Per tile: its light, and what it flips, relative to it. O(parts).
std::vector<Part> parts_of(const Board& board);

}  // namespace eyehand::lights
