#include "arena/hexiom/play.hpp"

#include <utility>

#include "puzzle/index.hpp"

namespace eyehand::arena {
HexiomPlay::HexiomPlay(hexiom::Board board) : board_(std::move(board)) {
  hexiom::validate(board_);
  is_solved_ = hexiom::is_solved(board_);
}

bool HexiomPlay::is_free(int cell) const {
  return cell >= 0 && at(cell) < board_.cells.size() && board_.cells[at(cell)] != hexiom::kHole &&
         board_.locked[at(cell)] == 0;
}

bool HexiomPlay::may_lift(int cell) const {
  return !is_solved_ && is_free(cell) && hexiom::is_piece(board_.cells[at(cell)]);
}

bool HexiomPlay::may_drop(int from, int to) const {
  return may_lift(from) && from != to && is_free(to);
}

bool HexiomPlay::drop(int from, int to) {
  if (!may_drop(from, to)) return false;
  std::swap(board_.cells[at(from)], board_.cells[at(to)]);
  ++moves_;
  is_solved_ = hexiom::is_solved(board_);
  return true;
}

}  // namespace eyehand::arena
