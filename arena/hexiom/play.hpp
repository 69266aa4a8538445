// A game of Hexiom in progress: which pieces can be moved where, and how many moves were made.
#pragma once

#include <utility>

#include "puzzle/hexiom/board.hpp"
#include "puzzle/index.hpp"

namespace eyehand::arena {

class HexiomPlay {
 public:
  /// Throws Error if the board is not valid.
  explicit HexiomPlay(hexiom::Board board) : board_(std::move(board)) {
    hexiom::validate(board_);
    is_solved_ = hexiom::is_solved(board_);
  }

  const hexiom::Board& board() const { return board_; }
  /// Pieces moved or swapped; putting a piece back does not count.
  int moves() const { return moves_; }
  bool is_solved() const { return is_solved_; }

  /// Whether the cell has a piece that is not locked, and the game is not solved yet.
  bool may_lift(int cell) const {
    return !is_solved_ && is_free(cell) && hexiom::is_piece(board_.cells[at(cell)]);
  }
  /// Whether a piece lifted from `from` can be dropped on `to`: another cell, not locked.
  bool may_drop(int from, int to) const { return may_lift(from) && from != to && is_free(to); }
  /// Moves the piece to an empty cell, or swaps it with the piece there. Returns false and changes
  /// nothing if that is not allowed. Cells can be any number; -1 is none.
  bool drop(int from, int to) {
    if (!may_drop(from, to)) return false;
    std::swap(board_.cells[at(from)], board_.cells[at(to)]);
    ++moves_;
    is_solved_ = hexiom::is_solved(board_);
    return true;
  }

 private:
  bool is_free(int cell) const {
    return cell >= 0 && at(cell) < board_.cells.size() && board_.cells[at(cell)] != hexiom::kHole &&
           board_.locked[at(cell)] == 0;
  }

  hexiom::Board board_;
  int moves_ = 0;
  bool is_solved_ = false;
};

}  // namespace eyehand::arena
