// Net: tiles carry wires to some of their four sides and can be turned. Solved when every wire
// meets another and, depending on the rules, all wires form one network without a loop. KNetWalk,
// pipes, "Rotate" and circuit puzzles are the same game under other rules.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "puzzle/about.hpp"

namespace eyehand::net {

/// A set of a tile's sides, one bit each, as in sgt-net's game IDs.
using Sides = std::uint8_t;
inline constexpr Sides kRight = 1, kUp = 2, kLeft = 4, kDown = 8, kAllSides = 15;
inline constexpr std::array<Sides, 4> kEachSide = {kRight, kUp, kLeft, kDown};

constexpr Sides opposite(Sides s) {
  return static_cast<Sides>(((s << 2) | (s >> 2)) & kAllSides);
}
/// A quarter turn anticlockwise (right becomes up), `quarters` times; negative turns clockwise.
constexpr Sides turned(Sides s, int quarters) {
  const int q = quarters & 3;
  return static_cast<Sides>(((s << q) | (s >> (4 - q))) & kAllSides);
}
constexpr int degree(Sides s) {
  return std::popcount(s);
}

/// The most tiles a board may have.
inline constexpr std::size_t kMaxTiles = 16u << 20;

struct Rules {
  bool connected = true;  ///< all wires form one network, to which empty tiles do not belong
  bool acyclic = true;    ///< no wire runs in a loop
  /// The source cannot be turned, and its wires may be loose ends: only those that meet a wire
  /// count.
  bool source_may_dangle = false;
  bool operator==(const Rules&) const = default;
};

template <class Visitor>
void describe(Rules& rules, Visitor&& visit) {
  visit("connected", rules.connected, About{"all wires must form one network"});
  visit("acyclic", rules.acyclic, About{"no wire may run in a loop"});
  visit("source_may_dangle", rules.source_may_dangle,
        About{"the source cannot be turned, and its wires may be loose ends"});
}

/// Plain data; tile (x, y) is at index y * width + x, row 0 on top. The vectors have one entry
/// per tile, except for `linked`.
struct Board {
  int width = 0;
  int height = 0;
  bool wrapping = false;  ///< the right edge meets the left one, and the bottom meets the top
  Rules rules;
  std::vector<Sides> wires;          ///< in the tiles' present orientation
  std::vector<Sides> barriers;       ///< sides with a barrier, kept on both tiles that share it
  std::vector<std::uint8_t> locked;  ///< 1: must not be turned
  int source = -1;                   ///< index of the tile that feeds the others; -1: not known
  /// Groups of tiles that turn together by the same number of quarters, such as a source of two
  /// tiles. Each has at least two tiles, ascending; no tile is in two groups; the groups are
  /// ordered by their first tile.
  std::vector<std::vector<int>> linked;

  /// A board of empty tiles without barriers. Throws Error unless it has 1 to kMaxTiles tiles.
  static Board make(int width, int height, bool wrapping);

  std::size_t size() const { return wires.size(); }
  /// The tile next to `tile` on `side`, across the rim when the board wraps, barriers or not; -1
  /// outside. A one-wide wrapping board's tile is its own neighbour.
  int neighbour(int tile, Sides side) const;
  /// Whether a wire may cross `side` of `tile`: there is a neighbour and no barrier.
  bool is_open(int tile, Sides side) const {
    return neighbour(tile, side) >= 0 && !(barriers[static_cast<std::size_t>(tile)] & side);
  }
  /// Sets a barrier on both tiles that share this side, or on the only one at the rim of a board
  /// that does not wrap.
  void set_barrier(int tile, Sides side);
  /// Whether the wires of `tile` may be loose ends.
  bool may_dangle(int tile) const { return rules.source_may_dangle && tile == source; }

  bool operator==(const Board&) const = default;
};

/// Throws Error if the fields are inconsistent (sizes, more than four sides, a source that is
/// outside or may dangle but is unknown, groups of linked tiles not as described). Call it once for
/// a board built by hand; `check` and everything else rely on it. O(tiles).
void validate(const Board& board);

/// What the rule checker finds. It shares no code with the solver.
enum class Fault {
  none,
  loose_end,      ///< a wire that ends at a barrier, the rim or a side without a wire
  not_connected,  ///< the wires form more than one network
  loop,
};
struct Verdict {
  Fault fault = Fault::none;
  /// A tile with the fault: a loose end, one outside the source's network, one on a loop.
  int tile = -1;
  bool operator==(const Verdict&) const = default;
};

/// Checks the present orientations; of several faults, returns the first in the order of Fault.
/// O(tiles).
Verdict check(const Board& board);
inline bool is_solved(const Board& board) {
  return check(board).fault == Fault::none;
}

/// Whether turning tiles takes `board` to `answer`: size, wrapping and barriers are the same,
/// locked tiles and a source that may dangle are unturned, and linked tiles are turned by the same
/// number of quarters.
bool is_turning_of(const Board& answer, const Board& board);

}  // namespace eyehand::net
