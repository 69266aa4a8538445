// A panel on the screen, from the first capture to the win, and the parts of a board.
#pragma once

#include <memory>
#include <vector>

#include "player/games.hpp"
#include "puzzle/panel/board.hpp"

namespace eyehand::panel {

/// Reads [appearance] and [controls] of the skin; throws Error for anything wrong in them.
std::unique_ptr<PuzzleSession> begin_session(const Skin& skin);

/// Per tile: its state, symbol, hue, lock, start mark and links, as they are drawn: hidden symbols
/// and links to nothing do not show. O(parts).
std::vector<Part> parts_of(const Board& board);

}  // namespace eyehand::panel
