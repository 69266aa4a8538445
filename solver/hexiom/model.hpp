// A Hexiom board as the engines use it.
//
// Which piece goes where follows from which cells are filled: a piece's number is that of the
// filled cells around it. So an answer is a pattern of filled and empty cells in which, for each n,
// as many filled cells have n filled neighbours as there are pieces numbered n.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "puzzle/hexiom/board.hpp"

namespace eyehand::hexiom {

/// The contents that are possible in a cell: bit v for a piece numbered v, bit kNothing for none.
using Domain = std::uint8_t;
inline constexpr int kNothing = 7;
constexpr Domain only(int content) {
  return static_cast<Domain>(1 << content);
}
inline constexpr Domain kNoPiece = only(kNothing);
inline constexpr Domain kAnyPiece = kNoPiece - 1;

/// At most six cells; iterable.
struct Neighbours {
  std::array<std::int16_t, 6> cells;
  std::int16_t count = 0;

  const std::int16_t* begin() const { return cells.data(); }
  const std::int16_t* end() const { return begin() + count; }
};

struct Model {
  explicit Model(const Board& board);

  int size() const { return static_cast<int>(domains.size()); }

  Hexagon hexagon;
  /// Per cell, its neighbours that exist.
  std::vector<Neighbours> neighbours;
  /// Per cell, what its lock and the number of its neighbours allow. A hole must be empty.
  std::vector<Domain> domains;
  /// Per cell, what is in it now.
  std::vector<int> contents;
  /// By content, the number of cells that have it in every answer; holes count as empty.
  std::array<int, 8> places{};
  /// For each symmetry of the board except the identity, per cell of an image: the cell from which
  /// its content comes.
  std::vector<std::vector<int>> sources;

  /// The contents of the cells in an answer, given which are filled (1) and empty (0).
  std::vector<Cell> answer(const std::vector<std::uint8_t>& filled) const;

 private:
  std::vector<std::uint8_t> holes_;
};

}  // namespace eyehand::hexiom
