#include "puzzle/model/parts.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace eyehand::model {
namespace {

/// The cells of this one's part that are connected with it.
std::vector<int> connected_with(const Board& board, const std::vector<int>& parts, int cell) {
  std::vector<int> cells = {cell};
  for (std::size_t i = 0; i < cells.size(); ++i)
    for (const int next : board.beside(cells[i]))
      if (parts[at(next)] == parts[at(cell)] && std::ranges::count(cells, next) == 0)
        cells.push_back(next);
  return cells;
}

void name_by_first_cell(std::vector<int>& parts) {
  std::map<int, int> first;
  for (std::size_t cell = 0; cell < parts.size(); ++cell)
    parts[cell] = first.emplace(parts[cell], static_cast<int>(cell)).first->second;
}

int one_of(const std::vector<int>& cells, const Draw& draw) {
  return cells[at(draw(static_cast<int>(cells.size())))];
}

}  // namespace

std::vector<int> joined_parts(const Board& board,
                              const std::function<bool(int cell, int next)>& are_joined) {
  std::vector<int> parts(at(board.cells()), kBlank);
  for (int start = 0; start < board.cells(); ++start) {
    if (parts[at(start)] != kBlank) continue;
    std::vector<int> part = {start};
    parts[at(start)] = start;
    for (std::size_t i = 0; i < part.size(); ++i)
      for (const int next : board.beside(part[i]))
        if (parts[at(next)] == kBlank &&
            are_joined(std::min(part[i], next), std::max(part[i], next))) {
          parts[at(next)] = start;
          part.push_back(next);
        }
  }
  return parts;
}

std::vector<int> rectangles(const Board& board, int width) {
  const int height = board.width / width;
  std::vector<int> first;
  for (int cell = 0; cell < board.cells(); ++cell)
    first.push_back(
        board.cell(board.row_of(cell) / height * height, board.column_of(cell) / width * width));
  return first;
}

int width_of_rectangles(const Board& board, const std::vector<int>& parts) {
  const auto width = static_cast<int>(std::count(parts.begin(), parts.begin() + board.width, 0));
  return board.width % width == 0 && parts == rectangles(board, width) ? width : 0;
}

void mix_parts(const Board& board, std::vector<int>& parts, const Draw& draw) {
  constexpr int kTriesPerCell = 50;  // a few of them succeed
  if (board.cells() == 1) return;
  for (int i = 0; i < kTriesPerCell * board.cells(); ++i) {
    const int a = draw(board.cells()), beside = one_of(board.beside(a), draw);
    const std::vector<int> here = connected_with(board, parts, a);
    const std::vector<int> there = connected_with(board, parts, beside);
    const int b = one_of(there, draw);
    std::swap(parts[at(a)], parts[at(b)]);
    if (connected_with(board, parts, a).size() != there.size() ||
        connected_with(board, parts, b).size() != here.size())
      std::swap(parts[at(a)], parts[at(b)]);
  }
  name_by_first_cell(parts);
}

std::vector<int> random_parts(const Board& board, int largest, const Draw& draw) {
  std::vector<int> parts(at(board.cells()), kBlank), order;
  for (int cell = 0; cell < board.cells(); ++cell)
    order.insert(order.begin() + draw(cell + 1), cell);
  const auto beside = [&](const std::vector<int>& cells, bool is_free) {
    std::vector<int> found;
    for (const int cell : cells)
      for (const int next : board.beside(cell))
        if ((parts[at(next)] == kBlank) == is_free) found.push_back(next);
    return found;
  };
  for (const int start : order) {
    if (parts[at(start)] != kBlank) continue;
    parts[at(start)] = start;
    std::vector<int> part = {start};
    const int size = std::min(largest, 2 + draw(std::max(1, largest - 1)));
    while (static_cast<int>(part.size()) < size) {
      const std::vector<int> next = beside(part, true);
      if (next.empty()) break;
      part.push_back(one_of(next, draw));
      parts[at(part.back())] = start;
    }
    if (part.size() > 1) continue;
    // A cell that was left over joins another part, if one has room.
    for (const int next : beside(part, false))
      if (std::ranges::count(parts, parts[at(next)]) < largest) parts[at(start)] = parts[at(next)];
  }
  name_by_first_cell(parts);
  return parts;
}

}  // namespace eyehand::model
