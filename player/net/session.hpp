// A Net board on the screen, from the first capture to the win, and the parts of a board.
#pragma once

#include <memory>
#include <vector>

#include "player/games.hpp"
#include "puzzle/net/board.hpp"

namespace eyehand::net {

/// Reads [lattice], [appearance], [controls] and [rules] of the skin; throws Error for anything
/// wrong in them.
std::unique_ptr<PuzzleSession> begin_session(const Skin& skin);

/// Per tile: its wires, whether a barrier (or the rim) is right of it and below it, and whether it
/// is locked. O(parts).
std::vector<Part> parts_of(const Board& board);

}  // namespace eyehand::net
