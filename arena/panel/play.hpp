// A game on a panel in progress: what is lit, where the walker is, and how many moves were made.
#pragma once

#include <span>
#include <vector>

#include "puzzle/panel/board.hpp"

namespace eyehand::arena {

/// A panel with start tiles is walked, any other is toggled. Tile arguments can be any number; -1
/// is none. Once solved, it no longer changes.
class PanelPlay {
 public:
  /// A panel to toggle starts with its own states; linked tiles that differ take the state of a
  /// locked one among them, otherwise of the first. A panel to walk starts with its locked lit
  /// tiles and the first start tile. Throws Error if the board is not valid, or if a start tile is
  /// locked unlit.
  explicit PanelPlay(panel::Board board);

  const panel::Board& board() const { return board_; }
  bool is_walked() const { return !starts_.empty(); }
  /// The tiles walked, in the order of steps, with the walker on the last. Empty if toggled.
  std::span<const int> walk() const { return walk_; }
  /// The number of toggles or steps; those undone by a reset count too.
  int moves() const { return moves_; }
  bool is_solved() const { return is_solved_; }

  // Each returns whether it was possible; otherwise nothing changes.

  /// Toggles a tile and all linked with it, unless one of them is locked.
  bool toggle(int tile);
  /// Steps to the neighbour `columns` to the right or `rows` down (1 or -1), which must exist and
  /// must be neither walked already nor locked unlit.
  bool step(int columns, int rows);
  /// Back to the first start tile.
  bool reset();
  /// Before the first step: moves to the next start tile in row order, cyclically.
  bool next_start();

 private:
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
