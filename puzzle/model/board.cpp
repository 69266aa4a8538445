#include "puzzle/model/board.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace eyehand::model {

std::string Board::name(int place) const {
  if (place < cells())
    return "row " + std::to_string(row_of(place) + 1) + ", column " +
           std::to_string(column_of(place) + 1);
  const std::vector<int> cells_of = line(at(place - cells()));
  const bool is_column = column_of(cells_of.front()) == column_of(cells_of.back()) &&
                         (height > 1 || place < cells() + width);
  const bool is_reversed = cells_of.front() > cells_of.back();
  const int first = cells_of.front();
  std::string name = is_column ? "column " + std::to_string(column_of(first) + 1)
                               : "row " + std::to_string(row_of(first) + 1);
  if (lines.size() > at(width + height))
    name += is_column     ? is_reversed ? " from below" : " from above"
            : is_reversed ? " from the right"
                          : " from the left";
  return name;
}

int Board::place_of_line(const std::vector<int>& cells_of) const {
  if (cells_of.front() != cells_of.back() &&
      column_of(cells_of.front()) == column_of(cells_of.back()))
    return place_of_line(at(column_of(cells_of.front())));
  const bool both = lines.size() > at(width + height);
  return place_of_line(at((both ? 2 : 1) * width + row_of(cells_of.front())));
}

std::vector<int> Board::line(std::size_t line) const {
  int i = static_cast<int>(line);
  const bool both = lines.size() > at(width + height);
  std::vector<int> cells;
  bool is_reversed = false;
  if (i < (both ? 2 * width : width)) {
    is_reversed = i >= width;
    cells = column(i % width);
  } else {
    i -= both ? 2 * width : width;
    is_reversed = i >= height;
    cells = row(i % height);
  }
  if (is_reversed) std::reverse(cells.begin(), cells.end());
  return cells;
}

std::vector<int> Board::row(int row) const {
  std::vector<int> cells;
  for (int x = 0; x < width; ++x) cells.push_back(cell(row, x));
  return cells;
}

std::vector<int> Board::column(int column) const {
  std::vector<int> cells;
  for (int y = 0; y < height; ++y) cells.push_back(cell(y, column));
  return cells;
}

std::vector<std::vector<int>> Board::rows_and_columns() const {
  std::vector<std::vector<int>> lists;
  for (int y = 0; y < height; ++y) lists.push_back(row(y));
  for (int x = 0; x < width; ++x) lists.push_back(column(x));
  return lists;
}

std::vector<std::vector<int>> Board::parts(std::size_t layer) const {
  std::map<int, std::vector<int>> cells;
  for (int cell = 0; cell < this->cells() && layer < layers.size(); ++cell)
    cells[layers[layer][at(cell)]].push_back(cell);
  std::vector<std::vector<int>> lists;
  for (auto& [number, list] : cells) lists.push_back(std::move(list));
  return lists;
}

std::vector<int> Board::beside(int cell) const {
  std::vector<int> cells;
  if (cell >= width) cells.push_back(cell - width);
  if (column_of(cell) + 1 < width) cells.push_back(cell + 1);
  if (cell + width < this->cells()) cells.push_back(cell + width);
  if (column_of(cell) > 0) cells.push_back(cell - 1);
  return cells;
}

std::vector<int> Board::around(int cell) const {
  std::vector<int> cells;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if ((dx != 0 || dy != 0) && has(row_of(cell) + dy, column_of(cell) + dx))
        cells.push_back(cell + dy * width + dx);
  return cells;
}

std::vector<int> Board::ray(int cell, int direction, const std::function<bool(int)>& stop) const {
  constexpr int kRows[] = {-1, 0, 1, 0}, kColumns[] = {0, 1, 0, -1};
  std::vector<int> cells;
  int y = row_of(cell), x = column_of(cell);
  while (has(y += kRows[direction], x += kColumns[direction])) {
    const int next = this->cell(y, x);
    if (stop && stop(next)) break;
    cells.push_back(next);
  }
  return cells;
}

}  // namespace eyehand::model
