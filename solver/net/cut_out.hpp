// Rectangles cut out of a large solved board, so that each can be checked quickly on its own: does
// it have another solution while everything around it stays as it is? If so, the board has one too;
// the converse does not hold.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "puzzle/index.hpp"
#include "puzzle/net/board.hpp"
#include "solver/net/state.hpp"

namespace eyehand::net {

/// On a wrapping board it may extend across the rim.
struct Rectangle {
  int left, top, width, height;
  int tile(const Board& board, int i) const {
    const int x = (left + i % width + board.width) % board.width;
    const int y = (top + i / width + board.height) % board.height;
    return y * board.width + x;
  }
  int tiles() const { return width * height; }
};

/// Rectangles that contain all these tiles and a margin around each, within the board; none touches
/// another or itself. Empty if they would cover too much of the board to be worthwhile. Quadratic
/// in the number of tiles.
std::vector<Rectangle> rectangles_around(const Board& board, std::span<const int> tiles,
                                         int margin);

class CutOuts {
 public:
  /// Keeps a reference to the board, whose wires must be a solution under both rules. They may be
  /// moved within the chosen rectangle as long as the rules hold. O(board).
  CutOuts(const Board& board, std::vector<Rectangle> rectangles);

  std::size_t size() const { return rectangles_.size(); }
  const Rectangle& rectangle(std::size_t i) const { return rectangles_[i]; }
  bool is_within(int tile, std::size_t i) const {
    return owner_[at(tile)] == static_cast<std::int32_t>(i);
  }
  /// Prepares the surroundings of rectangle i. O(wires across all rims, plus the rectangle chosen
  /// before).
  void choose(std::size_t i);
  /// Calls visit(other) for the tiles of the chosen rectangle that wires outside join to this one.
  template <class Visit>
  void for_each_joined_outside(int tile, Visit visit) const {
    for (std::size_t i = 0; i < ways_.size(); ++i) {
      if (way_tiles_[i] != tile) continue;
      for (std::size_t j = 0; j < ways_.size(); ++j)
        if (i != j && ways_[i].to == ways_[j].to) visit(way_tiles_[j]);
    }
  }
  /// The chosen rectangle as it is now, and its surroundings.
  Board board() const;
  Surroundings surroundings() const { return {ways_, numbers_}; }

 private:
  /// A wire across a rim.
  struct Crossing {
    int tile;
    int side;
    std::uint32_t outside;  // the part of the board outside all rectangles that it leads to
  };
  struct Joined {
    std::uint32_t a, b;
  };
  void find_crossings();
  void find_inner_joins(std::size_t i);

  const Board& board_;
  const std::vector<Rectangle> rectangles_;
  std::vector<std::int32_t> owner_;  // by tile, -1 outside
  std::uint32_t numbers_ = 0;        // of parts outside
  std::vector<std::vector<Crossing>> crossings_;
  std::vector<std::vector<Joined>> joined_;  // parts outside that a rectangle joins
  std::size_t chosen_ = 0;
  std::vector<Surroundings::Way> ways_;
  std::vector<int> way_tiles_;  // the same tiles as numbered on the board
};

}  // namespace eyehand::net
