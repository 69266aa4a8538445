// What the parts of the panel solver share about a board: adjacency and connected sets of tiles.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "puzzle/panel/board.hpp"

namespace eyehand::panel {

/// Directions, in the order of Grid::around.
inline constexpr int kRight = 0, kDown = 1, kLeft = 2, kUp = 3;

struct Grid {
  explicit Grid(const Board& board);

  int width, height;
  std::vector<std::uint8_t> exists;
  /// Each tile's neighbours; -1 where there is none or it is missing. Missing tiles have none.
  std::vector<std::array<int, 4>> around;

  int size() const { return width * height; }
  /// "row 1, column 2", for people.
  std::string name(int tile) const {
    return "row " + std::to_string(row(tile) + 1) + ", column " + std::to_string(column(tile) + 1);
  }
  int column(int tile) const { return tile % width; }
  int row(int tile) const { return tile / width; }
  /// The tile `columns` to the right and `rows` down; -1 if there is none.
  int shifted(int tile, int columns, int rows) const {
    const int x = column(tile) + columns, y = row(tile) + rows;
    if (x < 0 || y < 0 || x >= width || y >= height) return -1;
    const int to = y * width + x;
    return exists[static_cast<std::size_t>(to)] ? to : -1;
  }

  /// The connected set around `first` of tiles with `inside(tile)`, which `first` must satisfy.
  template <class Inside>
  std::vector<int> joined(int first, Inside&& inside) const {
    std::vector<int> tiles = {first};
    std::vector<std::uint8_t> met(exists.size(), 0);
    met[static_cast<std::size_t>(first)] = 1;
    for (std::size_t i = 0; i < tiles.size(); ++i)
      for (const int other : around[static_cast<std::size_t>(tiles[i])])
        if (other >= 0 && !met[static_cast<std::size_t>(other)] && inside(other)) {
          met[static_cast<std::size_t>(other)] = 1;
          tiles.push_back(other);
        }
    return tiles;
  }
};

}  // namespace eyehand::panel
