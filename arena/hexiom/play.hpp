// A game of Hexiom under way: which pieces may be moved where, and how many moves were made.
#pragma once

#include "puzzle/hexiom/board.hpp"

namespace eyehand::arena {

class HexiomPlay {
 public:
  /// Throws Error if the board is not valid.
  explicit HexiomPlay(hexiom::Board board);

  const hexiom::Board& board() const { return board_; }
  /// Pieces that were moved or swapped; those put back where they were do not count.
  int moves() const { return moves_; }
  bool is_solved() const { return is_solved_; }

  /// Whether there is a piece on the cell that is not locked, and the game is not solved yet.
  bool may_lift(int cell) const;
  /// Whether a piece lifted from `from` may be dropped on `to`: another cell, without a lock.
  bool may_drop(int from, int to) const;
  /// Moves the piece to an empty cell, or swaps it with what is there. False, and nothing is
  /// changed, where it may not be. Cells may be any number; -1 is none.
  bool drop(int from, int to);

 private:
  bool is_free(int cell) const;

  hexiom::Board board_;
  int moves_ = 0;
  bool is_solved_ = false;
};

}  // namespace eyehand::arena
