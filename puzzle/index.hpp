// Subscripts and sizes of boards kept in flat arrays.
#pragma once

#include <cassert>
#include <cstddef>

namespace eyehand {

/// Converts a cell, tile or count, all of which are ints, to a subscript: `tiles[at(i)]`. `i` >= 0.
constexpr std::size_t at(int i) {
  assert(i >= 0);
  return static_cast<std::size_t>(i);
}

/// Whether a board of this size has 1 to `max_tiles` tiles.
constexpr bool is_board_size(int width, int height, std::size_t max_tiles) {
  return width >= 1 && height >= 1 && at(width) <= max_tiles / at(height);
}

}  // namespace eyehand
