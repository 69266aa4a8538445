// Lights Out: pressing a tile flips a set of tiles, turning lit ones off and unlit ones on. Solved
// when no tile is lit. In the plain game (GNOME Lights Off) the set is the tile and its four
// neighbours; in others it can be any set. "Lit" here means "still to be changed": in sgt-flip the
// dark tiles are lit, and in a game that asks for all lamps to be on, the ones that are off.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace eyehand::lights {

/// The most tiles a board may have.
inline constexpr std::size_t kMaxTiles = 1u << 20;

/// The most tiles that the sets of Board::same may have in total.
inline constexpr std::size_t kMaxFlips = 1u << 24;

/// The position of a tile relative to another: columns to the right, rows down.
struct Offset {
  int x = 0, y = 0;
  bool operator==(const Offset&) const = default;
};
inline constexpr std::array<Offset, 5> kPlus = {{{0, -1}, {-1, 0}, {0, 0}, {1, 0}, {0, 1}}};

/// Plain data; tile (x, y) is at index y * width + x, row 0 on top.
struct Board {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> lit;        ///< per tile, 0 or 1
  std::vector<std::vector<int>> flips;  ///< per tile, what pressing it flips, ascending

  /// An unlit board with empty sets. Throws Error unless it has 1 to kMaxTiles tiles.
  static Board make(int width, int height);
  /// An unlit board where each tile flips itself and its four neighbours.
  static Board plus(int width, int height);
  /// An unlit board where every tile flips the tiles at these offsets: across the rim if it wraps,
  /// otherwise those on the board. A tile that two offsets lead to is flipped once. Throws Error
  /// for more than kMaxFlips.
  static Board same(int width, int height, std::span<const Offset> offsets, bool wrapping);

  std::size_t size() const { return lit.size(); }
  bool operator==(const Board&) const = default;
};

/// Throws Error if the fields are inconsistent (sizes, values, a set that leaves the board or is
/// not ascending). Call it once for a board built by hand; everything else relies on it. O(all
/// sets).
void validate(const Board& board);

/// Whether the sets are those of Board::plus. O(tiles).
bool has_plus_sets(const Board& board);

/// The offsets for which Board::same has this board's sets, row by row; nothing if there are none.
/// O(all sets).
std::optional<std::vector<Offset>> same_offsets(const Board& board, bool wrapping);

/// Presses a tile, which must be one of the board's.
void press(Board& board, int tile);

/// Whether no tile is lit.
bool is_solved(const Board& board);

}  // namespace eyehand::lights
