// Small random Hexiom boards, and all their answers, found by trying every pattern of filled cells:
// plain, and sharing no code with the solver.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "puzzle/hexiom/board.hpp"
#include "puzzle/index.hpp"
#include "solver/random.hpp"

namespace eyehand::hexiom {

class BruteForce {
 public:
  /// Records for every pattern of a board of this side, at most 3 (2^19 patterns), how many pieces
  /// of each number it would hold.
  explicit BruteForce(int side) : hexagon_(side) {
    for (std::uint32_t pattern = 0; pattern < 1u << hexagon_.size(); ++pattern) {
      std::uint64_t key = 0;
      for (int c = 0; c < hexagon_.size(); ++c)
        if (pattern >> c & 1) key += std::uint64_t{1} << 8 * touched(pattern, c);
      patterns_[key].push_back(pattern);
    }
  }

  std::vector<std::vector<Cell>> answers(const Board& board) const {
    std::uint64_t key = 0;
    for (const Cell cell : board.cells)
      if (is_piece(cell)) key += std::uint64_t{1} << 8 * cell;
    std::vector<std::vector<Cell>> found;
    const auto same = patterns_.find(key);
    if (same == patterns_.end()) return found;
    for (const std::uint32_t pattern : same->second) {
      Board answer = board;
      bool fits = true;
      for (int c = 0; c < hexagon_.size() && fits; ++c) {
        const bool is_filled = pattern >> c & 1;
        Cell& cell = answer.cells[at(c)];
        if (cell == kHole)
          fits = !is_filled;
        else
          cell = is_filled ? static_cast<Cell>(touched(pattern, c)) : kEmpty;
        if (board.locked[at(c)]) fits = cell == board.cells[at(c)];
      }
      if (fits) found.push_back(answer.cells);
    }
    return found;
  }

  /// The number of answers up to symmetry.
  static std::size_t count(const std::vector<std::vector<Cell>>& answers, const Board& board) {
    const Hexagon hexagon(board.side);
    std::set<std::vector<Cell>> seen;
    std::size_t different = 0;
    for (const auto& answer : answers) {
      different += !seen.count(answer);
      for (const int s : symmetries(board)) seen.insert(image(answer, hexagon, s));
    }
    return different;
  }

 private:
  int touched(std::uint32_t pattern, int cell) const {
    int count = 0;
    for (const int other : hexagon_.neighbours(cell)) count += other >= 0 && pattern >> other & 1;
    return count;
  }

  Hexagon hexagon_;
  std::map<std::uint64_t, std::vector<std::uint32_t>> patterns_;
};

/// Of side 2 or 3.
inline const BruteForce& brute_force(int side) {
  static const BruteForce two(2), three(3);
  return side == 2 ? two : three;
}

/// A board of side 2 or 3, with many answers, a few, or none.
inline Board random_board(Random& random) {
  const int side = 2 + static_cast<int>(random.below(2));
  const Hexagon hexagon(side);
  Board board = Board::make(side);
  const double filled = 0.1 * random.below(11), locked = random.chance(0.5) ? 0.4 : 0.1;
  const double holes = random.chance(0.3) ? 0.3 : 0;
  for (Cell& cell : board.cells)
    cell = random.chance(filled) ? Cell{0} : random.chance(holes) ? kHole : kEmpty;
  const std::vector<Cell> pattern = board.cells;
  for (int c = 0; c < hexagon.size(); ++c)
    for (const int other : hexagon.neighbours(c))
      if (other >= 0 && is_piece(pattern[at(c)]) && is_piece(pattern[at(other)]))
        ++board.cells[at(c)];
  std::vector<std::size_t> free;
  for (std::size_t c = 0; c < board.cells.size(); ++c) {
    if (board.cells[c] == kHole) continue;
    board.locked[c] = random.chance(locked);
    if (!board.locked[c]) free.push_back(c);
  }
  for (std::size_t i = free.size(); i > 1; --i)
    std::swap(board.cells[free[i - 1]],
              board.cells[free[random.below(static_cast<std::uint32_t>(i))]]);
  // With two numbers changed there is usually no answer.
  if (random.chance(0.3))
    for (const int by : {1, -1}) {
      Cell& cell = random.pick(board.cells);
      if (is_piece(cell) && cell + by >= 0 && cell + by <= 6) cell = static_cast<Cell>(cell + by);
    }
  validate(board);
  return board;
}

}  // namespace eyehand::hexiom
