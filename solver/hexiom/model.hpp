// A Hexiom board as the engines use it.
//
// Which piece goes where follows from which cells are filled: each piece is the number of filled
// cells around it. So an answer is a pattern of filled and empty cells in which, for each number n,
// as many filled cells have n filled neighbours as there are pieces n.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "puzzle/hexiom/board.hpp"

namespace eyehand::hexiom {

/// What a cell can contain: bit v for a piece of number v, bit kNothing for none.
using Domain = std::uint8_t;
inline constexpr int kNothing = 7;
constexpr Domain only(int content) {
  return static_cast<Domain>(1 << content);
}
inline constexpr Domain kNoPiece = only(kNothing);
inline constexpr Domain kAnyPiece = kNoPiece - 1;

struct Model {
  explicit Model(const Board& board);

  int size() const { return static_cast<int>(domains.size()); }
  /// Where a cell is, for people: "row 3, column 2", counted from 1 and from the row's left end.
  std::string name(int cell) const;

  Hexagon hexagon;
  /// Existing neighbours first, then -1.
  std::vector<std::array<std::int16_t, 6>> neighbours;
  /// From locks and numbers of neighbours. A hole is a cell that must be empty.
  std::vector<Domain> domains;
  /// How many cells have each content in an answer; holes count as empty.
  std::array<int, 8> places{};
  /// For each symmetry of the board but the identity: the cell that each cell's content comes from.
  std::vector<std::vector<int>> sources;

  /// The cells' contents for a pattern of filled (1) and empty (0) cells, which must be an answer.
  std::vector<Cell> answer(const std::vector<std::uint8_t>& filled) const;
  std::vector<std::uint8_t> holes;
};

}  // namespace eyehand::hexiom
