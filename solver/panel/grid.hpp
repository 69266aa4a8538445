// A panel as a grid: adjacency and connected sets of tiles. Tiles are numbered row by row.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "puzzle/index.hpp"
#include "puzzle/panel/board.hpp"

namespace eyehand::panel {

/// Directions, as indices into Grid::around[tile].
inline constexpr int kRight = 0, kDown = 1, kLeft = 2, kUp = 3;

struct Grid {
  explicit Grid(const Board& board);

  int width, height;
  std::vector<std::uint8_t> exists;
  /// Each tile's neighbours by direction; -1 where there is none. Missing tiles neither have nor
  /// are neighbours.
  std::vector<std::array<int, 4>> around;

  int size() const { return width * height; }
  int column(int tile) const { return tile % width; }
  int row(int tile) const { return tile / width; }
  /// The tile `columns` to the right and `rows` down; -1 if there is none.
  int shifted(int tile, int columns, int rows) const {
    const int x = column(tile) + columns, y = row(tile) + rows;
    if (x < 0 || y < 0 || x >= width || y >= height) return -1;
    const int to = y * width + x;
    return exists[at(to)] ? to : -1;
  }

  /// The tiles connected to `first` by steps to neighbours with `joins(from, direction, to)`.
  template <class Joins>
  std::vector<int> joined(int first, Joins&& joins) const {
    std::vector<int> tiles = {first};
    std::vector<std::uint8_t> met(exists.size(), 0);
    met[at(first)] = 1;
    for (std::size_t i = 0; i < tiles.size(); ++i)
      for (int direction = 0; direction < 4; ++direction) {
        const int other = around[at(tiles[i])][at(direction)];
        if (other < 0 || met[at(other)] || !joins(tiles[i], direction, other)) continue;
        met[at(other)] = 1;
        tiles.push_back(other);
      }
    return tiles;
  }
};

}  // namespace eyehand::panel
