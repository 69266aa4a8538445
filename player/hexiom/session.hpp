// A Hexiom board on the screen, from the first capture to the win, and the parts of a board.
#pragma once

#include <memory>
#include <vector>

#include "player/games.hpp"
#include "puzzle/hexiom/board.hpp"

namespace eyehand::hexiom {

/// Reads [appearance] and [controls] of the skin; throws Error for anything wrong in them. Of a
/// solution and its images under the puzzle's symmetries, the one with the fewest drags is played.
std::unique_ptr<PuzzleSession> begin_session(const Skin& skin);

/// Per cell: what is on it, and whether it is locked. O(parts).
std::vector<Part> parts_of(const Board& board);

}  // namespace eyehand::hexiom
