// Parity: the sum of the wires that the tiles of a region still need counts each wire inside the
// region twice and each one across its border once. So if a single border edge is open, the parity
// of the sum decides whether it has a wire; a region without an open border edge must have an even
// sum.
//
// Such edges are the bridges of the graph of open tiles and open edges. One depth-first search
// finds them all (Tarjan's low points), in O(open tiles), with its own stack.
#include <algorithm>

#include "solver/net/state.hpp"

namespace eyehand::net {
namespace {

/// A visited open tile, in order of visit.
struct Visit {
  std::uint32_t tile;
  std::uint32_t parent;  // its position in the walk
  std::uint32_t low;     // the earliest visit that its subtree has an edge to
  std::int8_t back;      // the side it was entered by; -1 at the start of a region
  std::uint8_t untried;  // sides not visited yet
  bool odd;              // parity of the wires its subtree needs
};

struct Bridge {
  std::uint32_t tile;
  int side;
  bool wire;
};

}  // namespace

State::Stage State::find_parities() {
  constexpr std::uint32_t kUnseen = ~0u;
  for (const std::uint32_t t : open_tiles_) numbering_[t] = kUnseen;
  LargeVector<Visit> visits;
  visits.reserve(open_tiles_.size());
  LargeVector<Bridge> bridges;

  const auto enter = [&](std::uint32_t t, std::uint32_t parent, int back) {
    const Tile& tile = tile_[t];
    const auto number = static_cast<std::uint32_t>(visits.size());
    const bool odd = is_odd(kFirstOrientation[tile.kind()]) != is_odd(tile.on());
    const unsigned untried = tile.open() & ~(back < 0 ? 0u : 1u << back);
    numbering_[t] = number;
    visits.push_back({t, parent, number, static_cast<std::int8_t>(back),
                      static_cast<std::uint8_t>(untried), odd});
  };

  for (const std::uint32_t start : open_tiles_) {
    if (numbering_[start] != kUnseen) continue;
    if (deadline_.passed()) return Stage::timeout;
    const auto first = static_cast<std::uint32_t>(visits.size());
    enter(start, first, -1);
    for (std::uint32_t at = first;;) {
      Visit& here = visits[at];
      if (here.untried) {
        const int side = std::countr_zero(here.untried);
        here.untried &= static_cast<std::uint8_t>(here.untried - 1);
        const std::uint32_t other = neighbour(here.tile, side);
        if (numbering_[other] == kUnseen) {
          enter(other, at, opposite_side(side));
          at = static_cast<std::uint32_t>(visits.size()) - 1;
        } else {
          here.low = std::min(here.low, numbering_[other]);
        }
        continue;
      }
      if (at == first) break;
      Visit& parent = visits[here.parent];
      if (here.low == at) bridges.push_back({here.tile, here.back, here.odd});
      parent.low = std::min(parent.low, here.low);
      parent.odd ^= here.odd;
      at = here.parent;
    }
    if (visits[first].odd) return Stage::contradiction;
  }

  for (const Bridge& bridge : bridges) {
    if (!set_edge(bridge.tile, bridge.side, bridge.wire)) return Stage::contradiction;
    wait(bridge.tile);
  }
  if (!settle_waiting()) return Stage::contradiction;
  return bridges.empty() ? Stage::quiet : Stage::progress;
}

}  // namespace eyehand::net
