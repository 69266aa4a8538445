// Panels by the rules of the game Taiji: a rectangle of tiles, each lit or not, some locked, some
// missing, some carrying a symbol. Solved when every symbol is content. Either single tiles are
// toggled, or a walk from a start tile lights what it steps on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace eyehand::panel {

/// What a tile carries. A region is a largest set of tiles in one state, lit or not, joined side
/// by side.
enum class Symbol : std::uint8_t {
  none,
  dot,      ///< the dots of a region have one hue and sum to its size, or to 0
  diamond,  ///< the symbols of its hue in its region, of any kind, are two
  bar,      ///< those of its hue have regions of one shape, seen from the tile
  slash,    ///< a bar whose shape may be turned
  flower,   ///< so many of the four neighbours are in its tile's state
};

/// A flower has no hue of its own: next to diamonds it counts as a yellow symbol if it has yellow
/// petals (value 1 to 4) and as a purple one if it has purple ones (0 to 3). For other symbols
/// having no hue is a hue like any.
enum class Hue : std::uint8_t { none, red, orange, yellow, green, blue, purple, white, black };
inline constexpr int kHues = 9;

struct Tile {
  bool exists = true;  ///< of a missing tile the rest says nothing: nobody's neighbour
  bool lit = false;
  bool locked = false;                          ///< cannot change its state
  bool hidden = false;                          ///< its symbol is not drawn; it counts all the same
  bool start = false;                           ///< a walk may start here
  bool linked_left = false, linked_up = false;  ///< always in the state of that neighbour, if any
  Symbol symbol = Symbol::none;
  Hue hue = Hue::none;
  std::int8_t value = 0;  ///< of a dot -9 to 9 but 0, of a flower its yellow petals, 0 to 4; else 0

  bool operator==(const Tile&) const = default;
};

/// Most tiles that a board may have.
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

/// Throws Error when the fields do not fit together: sizes, values that no symbol can have, links
/// over the rim. Those who make boards by hand call it once; the rest relies on it. O(tiles).
void validate(const Board& board);

/// Whether the board has a start tile, and so may be walked.
bool has_start(const Board& board);

/// What the rule checker says of a board. It shares no code with the solver.
enum class Fault : std::uint8_t {
  none,
  walk,       ///< no walk: it is empty, starts at no start tile, jumps, or steps where it may not
  lock,       ///< a locked tile would have to change
  link,       ///< linked neighbours in different states
  flower,     ///< too many or too few neighbours in its state
  dot_hues,   ///< dots of two hues in a region
  dot_sum,    ///< a region's dots sum neither to its size nor to 0
  diamond,    ///< not two symbols of the hue
  shape,      ///< not the shape of its hue
  same_shape  ///< the shape of another hue
};
std::string_view name(Fault fault);

struct Verdict {
  Fault fault = Fault::none;
  int tile = -1;  ///< where it shows: the symbol that is not content, the step of the walk that is
                  ///< none (-1: it has no steps)
  bool operator==(const Verdict&) const = default;
};

/// Judges the tiles by their `lit`; of several faults the first in the order of Fault.
/// O(tiles * hues).
Verdict check(const Board& board);
inline bool is_solved(const Board& board) {
  return check(board).fault == Fault::none;
}

/// Judges these states, one a tile (those of missing tiles do not matter), instead of the board's;
/// a locked tile must have the board's.
Verdict check(const Board& board, std::span<const std::uint8_t> lit);

/// Judges a walk: the tiles in the order of steps. What is walked, and what is locked and lit, is
/// lit, all the rest is unlit. A locked tile may be walked if it is lit.
Verdict check_walk(const Board& board, std::span<const int> path);

/// The states that a walk leaves, one a tile.
std::vector<std::uint8_t> lit_by_walk(const Board& board, std::span<const int> path);

}  // namespace eyehand::panel
