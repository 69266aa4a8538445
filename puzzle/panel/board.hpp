// Panels, by the rules of the game Taiji: a rectangle of tiles, each lit or unlit; a tile can be
// locked or missing, or carry a symbol. Solved when every symbol is satisfied. The player either
// toggles tiles or walks from a start tile, lighting each tile stepped on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace eyehand::panel {

/// What a tile carries. A region is a maximal set of adjacent tiles in one state.
enum class Symbol : std::uint8_t {
  none,
  dot,      ///< the dots of a region have the same hue and sum to its size or to 0
  diamond,  ///< its region has exactly two symbols of its hue, of any kind
  bar,      ///< bars of one hue have regions of the same shape, seen from the tile
  slash,    ///< a bar whose shape may be rotated
  flower,   ///< `value` of the four neighbours are in its tile's state
};

/// A flower has no hue of its own: for diamonds it counts as a yellow symbol if it has yellow
/// petals (value 1 to 4) and as a purple one if it has purple ones (0 to 3). For other symbols
/// `none` is a hue like any other.
enum class Hue : std::uint8_t { none, red, orange, yellow, green, blue, purple, white, black };
inline constexpr int kHues = 9;

struct Tile {
  /// If false, the other fields have no meaning; a missing tile is not a neighbour of any other.
  bool exists = true;
  bool lit = false;
  bool locked = false;                          ///< its state cannot change
  bool hidden = false;                          ///< its symbol is not drawn, but counts
  bool start = false;                           ///< a walk may start here
  bool linked_left = false, linked_up = false;  ///< always in that neighbour's state, if it exists
  Symbol symbol = Symbol::none;
  Hue hue = Hue::none;
  std::int8_t value = 0;  ///< dot: -9 to 9 except 0; flower: yellow petals, 0 to 4; otherwise 0

  bool operator==(const Tile&) const = default;
};

/// The most tiles a board may have.
inline constexpr std::size_t kMaxTiles = 4096;

/// Plain data; tile (x, y) is at index y * width + x, row 0 on top.
struct Board {
  int width = 0;
  int height = 0;
  std::vector<Tile> tiles;

  /// A board of empty, unlit tiles. Throws Error unless it has 1 to kMaxTiles tiles.
  static Board make(int width, int height);

  std::size_t size() const { return tiles.size(); }
  bool operator==(const Board&) const = default;
};

/// Throws Error if the fields are inconsistent: sizes, values out of range, links across the rim.
/// Call it once for a board built by hand; everything else relies on it. O(tiles).
void validate(const Board& board);

/// The tiles that are always in the same state as this one: itself and those linked with it,
/// directly or through others; ascending. O(tiles).
std::vector<int> linked_with(const Board& board, int tile);

/// Whether the board has a start tile and therefore must be walked.
bool has_start(const Board& board);

/// What the rule checker finds. It shares no code with the solver.
enum class Fault : std::uint8_t {
  none,
  walk,       ///< not a walk: empty, not from a start tile, jumps, or steps where it may not
  lock,       ///< a locked tile would have to change
  link,       ///< linked neighbours in different states
  flower,     ///< the wrong number of neighbours in the flower's state
  dot_hues,   ///< dots of two hues in a region
  dot_sum,    ///< a region's dots sum to neither its size nor 0
  diamond,    ///< a diamond's region does not have two symbols of its hue
  shape,      ///< a region of another shape than the first of its hue
  same_shape  ///< a region of the same shape as those of another hue
};

struct Verdict {
  Fault fault = Fault::none;
  /// The symbol that is not satisfied, or the first invalid step of the walk (-1: it has no steps).
  int tile = -1;
  bool operator==(const Verdict&) const = default;
};

/// Checks the tiles' `lit`; of several faults, returns the first in the order of Fault.
/// O(tiles * hues).
Verdict check(const Board& board);
inline bool is_solved(const Board& board) {
  return check(board).fault == Fault::none;
}

/// Checks these states, one per tile, instead of the board's. A locked tile must have the board's
/// state; the states of missing tiles do not matter.
Verdict check(const Board& board, std::span<const std::uint8_t> lit);

/// Checks a walk, given as the tiles in the order of steps. Walked tiles and locked lit tiles are
/// lit, all others unlit. A locked tile can be walked if it is lit.
Verdict check_walk(const Board& board, std::span<const int> path);

/// The states after a walk, one per tile.
std::vector<std::uint8_t> lit_by_walk(const Board& board, std::span<const int> path);

}  // namespace eyehand::panel
