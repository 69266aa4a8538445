// A game on a panel under way: what is lit, where the walker stands, and how many moves were made.
#pragma once

#include <span>
#include <vector>

#include "puzzle/panel/board.hpp"

namespace eyehand::arena {

/// A panel with start tiles is walked, any other is toggled. Tiles may be any number, -1 is none.
/// Once it is solved nothing changes it any more.
class PanelPlay {
 public:
  /// To be toggled, a panel begins with the states it comes with (linked tiles that differ take
  /// that of a locked one among them, else of the first); to be walked, with what is locked and lit
  /// and the first start tile. Throws Error if the board is not valid, or if a start tile is locked
  /// unlit.
  explicit PanelPlay(panel::Board board);

  const panel::Board& board() const { return board_; }
  bool is_walked() const { return !starts_.empty(); }
  /// The tiles walked, in the order of steps: the walker is on the last. Empty if it is toggled.
  std::span<const int> walk() const { return walk_; }
  /// Toggles, or steps; those that were taken back count, too.
  int moves() const { return moves_; }
  bool is_solved() const { return is_solved_; }

  // Each answers whether it could be done; else nothing is changed.

  /// Changes the state of a tile and of all that are linked with it, unless one of them is locked.
  bool toggle(int tile);
  /// Steps from the walker's tile so far to the right and down, one of which is 1 or -1: to a
  /// neighbour that exists, is not walked yet and is not locked unlit.
  bool step(int columns, int rows);
  /// Back to the first start tile.
  bool reset();
  /// Before the first step: on to the next start tile in rows, after the last the first again.
  bool next_start();

 private:
  std::vector<int> linked_with(int tile) const;
  void unite_linked();
  void begin_at(int start);
  void update();

  panel::Board board_;
  std::vector<int> starts_;
  std::vector<int> walk_;
  int moves_ = 0;
  bool is_solved_ = false;
};

}  // namespace eyehand::arena
