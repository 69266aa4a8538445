// A Hexiom board as the engines want it.
//
// Which piece lies where follows from which cells are filled alone: a piece must be the number of
// filled cells around it. So an answer is a pattern of filled and empty cells in which as many
// filled cells as there are pieces of a number have so many filled neighbours.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "puzzle/hexiom/board.hpp"

namespace eyehand::hexiom {

/// What may be on a cell: bit v for a piece of number v, and kNothing.
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
  /// Where a cell is, for people: row and cell in it, from 1.
  std::string name(int cell) const;

  Hexagon hexagon;
  /// Those on the board only, -1 behind them.
  std::vector<std::array<std::int16_t, 6>> neighbours;
  /// From what is locked and how many neighbours there are. A hole is a cell that must be empty.
  std::vector<Domain> domains;
  /// How many cells hold each content in an answer; holes are among the empty ones.
  std::array<int, 8> places{};
  /// For each symmetry of the board but the first: from which cell each cell's content comes.
  std::vector<std::vector<int>> sources;

  /// The cells' contents for a pattern of filled cells (1) and empty ones, which must be an answer.
  std::vector<Cell> answer(const std::vector<std::uint8_t>& filled) const;
  std::vector<std::uint8_t> holes;
};

}  // namespace eyehand::hexiom
