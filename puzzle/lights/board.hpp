// Lights Out: pressing a tile flips a set of tiles, turning lit ones off and unlit ones on. Solved
// when no tile is lit. In the plain game (GNOME Lights Off) the set is the tile and its four
// neighbours; in others (sgt-flip, whose dark tiles are the lit ones here) it can be any set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace eyehand::lights {

/// Maximum number of tiles.
inline constexpr std::size_t kMaxTiles = 1u << 20;

/// Plain data; tile (x, y) is at index y * width + x, row 0 on top.
struct Board {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> lit;        ///< per tile, 0 or 1
  std::vector<std::vector<int>> flips;  ///< per tile, the tiles that pressing it flips, ascending

  /// An unlit board of empty sets. Throws Error unless it has 1 to kMaxTiles tiles.
  static Board make(int width, int height);
  /// An unlit board where each tile flips itself and its four neighbours.
  static Board plus(int width, int height);

  std::size_t size() const { return lit.size(); }
  bool operator==(const Board&) const = default;
};

/// Throws Error if the fields are inconsistent (sizes, values, tiles of a set outside the board or
/// not ascending). Whoever builds a board by hand calls it once. O(all sets).
void validate(const Board& board);

/// Whether the sets are those of Board::plus. O(tiles).
bool has_plus_sets(const Board& board);

/// Presses a tile, which must be one of the board's.
void press(Board& board, int tile);

/// Whether no tile is lit.
bool is_solved(const Board& board);

}  // namespace eyehand::lights
