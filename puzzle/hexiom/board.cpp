#include "puzzle/hexiom/board.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "puzzle/error.hpp"
#include "puzzle/index.hpp"

namespace eyehand::hexiom {

Board Board::make(int side) {
  const Hexagon hexagon(side);
  Board board;
  board.side = side;
  board.cells.assign(at(hexagon.size()), kEmpty);
  board.locked.assign(at(hexagon.size()), 0);
  return board;
}

void validate(const Board& board) {
  const std::size_t size = at(Hexagon(board.side).size());
  if (board.cells.size() != size || board.locked.size() != size)
    throw Error("A Hexiom board of side " + std::to_string(board.side) + " must have " +
                std::to_string(size) + " cells.");
  for (std::size_t i = 0; i < size; ++i) {
    if (board.cells[i] < kHole || board.cells[i] > 6)
      throw Error("Hexiom: cell " + std::to_string(i) + " holds " + std::to_string(board.cells[i]) +
                  "; pieces are 0 to 6.");
    if (board.cells[i] == kHole && board.locked[i])
      throw Error("Hexiom: cell " + std::to_string(i) + " is a hole and cannot be locked.");
  }
}

int first_fault(const Board& board) {
  const Hexagon hexagon(board.side);
  for (int cell = 0; cell < hexagon.size(); ++cell) {
    if (!is_piece(board.cells[at(cell)])) continue;
    int touched = 0;
    for (const int other : hexagon.neighbours(cell))
      touched += other >= 0 && is_piece(board.cells[at(other)]);
    if (touched != board.cells[at(cell)]) return cell;
  }
  return -1;
}

bool is_arrangement_of(std::span<const Cell> cells, const Board& board) {
  if (cells.size() != board.cells.size()) return false;
  std::array<int, 9> more{};  // surplus in `cells` of each number, of empty cells and of holes
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (cells[i] < kHole || cells[i] > 6) return false;
    const bool fixed = board.locked[i] || board.cells[i] == kHole;
    if (fixed && cells[i] != board.cells[i]) return false;
    ++more[at(cells[i] - kHole)];
    --more[at(board.cells[i] - kHole)];
  }
  return std::all_of(more.begin(), more.end(), [](int n) { return n == 0; });
}

std::vector<int> symmetries(const Board& board) {
  const Hexagon hexagon(board.side);
  // A cell whose content can change only needs an image whose content can change too.
  const auto fixed = [&](int cell) {
    const bool changes = !board.locked[at(cell)] && board.cells[at(cell)] != kHole;
    return changes ? Cell{7} : board.cells[at(cell)];
  };
  std::vector<int> found;
  for (int s = 0; s < Hexagon::kSymmetries; ++s) {
    bool holds = true;
    for (int cell = 0; cell < hexagon.size() && holds; ++cell)
      holds = fixed(cell) == fixed(hexagon.image(cell, s));
    if (holds) found.push_back(s);
  }
  return found;
}

std::vector<Cell> image(std::span<const Cell> cells, const Hexagon& hexagon, int symmetry) {
  std::vector<Cell> moved(cells.size());
  for (int cell = 0; cell < hexagon.size(); ++cell)
    moved[at(hexagon.image(cell, symmetry))] = cells[at(cell)];
  return moved;
}

}  // namespace eyehand::hexiom
