// Counts the answers of small Net boards by trying every orientation of every tile: slow, simple,
// and sharing no code with the solver.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "puzzle/net/board.hpp"

namespace eyehand::net {

class BruteForce {
 public:
  explicit BruteForce(const Board& board) : board_(board), given_(board) {
    for (std::size_t t = 0; t < board.size(); ++t) {
      std::vector<Sides> ways;
      const bool fixed = board.locked[t] != 0 || board.may_dangle(static_cast<int>(t));
      for (int q = 0; q < (fixed ? 1 : 4); ++q) {
        const Sides way = turned(board.wires[t], q);
        if (std::find(ways.begin(), ways.end(), way) == ways.end()) ways.push_back(way);
      }
      ways_.push_back(ways);
    }
  }

  std::uint64_t count() {
    count_ = 0;
    place(0);
    return count_;
  }

 private:
  void place(int tile) {
    if (tile == static_cast<int>(board_.size())) {
      if (is_solved(board_) && is_turning_of(board_, given_)) ++count_;
      return;
    }
    for (const Sides way : ways_[static_cast<std::size_t>(tile)]) {
      board_.wires[static_cast<std::size_t>(tile)] = way;
      if (fits(tile)) place(tile + 1);
    }
  }
  /// Whether the tile agrees with those placed before it. (Only saves time.)
  bool fits(int tile) const {
    for (const Sides side : kEachSide) {
      const bool here = board_.wires[static_cast<std::size_t>(tile)] & side;
      if (!board_.is_open(tile, side)) {
        if (here && !board_.may_dangle(tile)) return false;
        continue;
      }
      const int other = board_.neighbour(tile, side);
      if (other > tile) continue;
      const bool there = board_.wires[static_cast<std::size_t>(other)] & opposite(side);
      if ((here && !there && !board_.may_dangle(tile)) ||
          (there && !here && !board_.may_dangle(other)))
        return false;
    }
    return true;
  }

  Board board_;
  const Board given_;
  std::vector<std::vector<Sides>> ways_;
  std::uint64_t count_ = 0;
};

}  // namespace eyehand::net
