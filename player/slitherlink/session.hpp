// A Slitherlink board on the screen, from the first capture to the win, and the parts of a board.
#pragma once

#include <memory>
#include <vector>

#include "player/games.hpp"
#include "puzzle/slitherlink/board.hpp"

namespace eyehand::slitherlink {

/// Reads [appearance] and [controls] of the skin; throws Error for anything wrong in them.
std::unique_ptr<PuzzleSession> begin_session(const Skin& skin);

/// The clue of each face, then the mark of each edge. O(parts).
std::vector<Part> parts_of(const Board& board);

}  // namespace eyehand::slitherlink
