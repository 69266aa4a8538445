// Hexiom: numbered pieces on the cells of a hexagon. Solved when every piece touches, among its six
// neighbours, as many pieces as its number says. Pieces can swap with each other and with empty
// cells, unless locked.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "puzzle/hexiom/hexagon.hpp"

namespace eyehand::hexiom {

/// What a cell contains: a piece, given by its number 0 to 6, or one of these.
using Cell = std::int8_t;
inline constexpr Cell kEmpty = -1;
inline constexpr Cell kHole = -2;  ///< not a cell of the board
constexpr bool is_piece(Cell cell) {
  return cell >= 0;
}

/// Plain data; cells are numbered as those of Hexagon(side).
struct Board {
  int side = 0;
  std::vector<Cell> cells;
  std::vector<std::uint8_t> locked;  ///< 1: the cell's content cannot change, even if it is empty

  /// A board of empty cells. Throws Error unless `side` is 1 to Hexagon::kMaxSide.
  static Board make(int side);

  bool operator==(const Board&) const = default;
};

/// Throws Error if the fields are inconsistent. Call it once for a board built by hand; everything
/// else relies on it. O(cells).
void validate(const Board& board);

/// The rule checker, which shares no code with the solver: the first cell whose piece does not
/// touch as many pieces as its number says; -1 if the board is solved. O(cells).
int first_fault(const Board& board);
inline bool is_solved(const Board& board) {
  return first_fault(board) < 0;
}

/// Whether `cells` is a rearrangement of the board: the same pieces, with locked contents and holes
/// unchanged.
bool is_arrangement_of(std::span<const Cell> cells, const Board& board);

/// The symmetries of the hexagon (Hexagon::image) that map holes to holes and locked contents to
/// equal locked contents, and therefore answers to answers. Always includes 0, the identity.
std::vector<int> symmetries(const Board& board);

/// `cells` with each content moved to the image of its cell.
std::vector<Cell> image(std::span<const Cell> cells, const Hexagon& hexagon, int symmetry);

}  // namespace eyehand::hexiom
