// The odd tile: a straight has equal states on its left and right sides, a corner opposite ones. In
// a wrapping row of straights and corners but for one tile, going round the row says of that tile
// whether its left and right sides are equal or opposite.
//
// We state this for every tile and every two of its open sides on which all its orientations agree
// (a straight's left and upper sides are opposite, so rows and columns work together), in disjoint
// sets of open edges that carry equal/opposite flags. What the sets then say of two sides of a tile
// rules out those of its orientations that disagree. O(open tiles).
#include "solver/net/state.hpp"

namespace eyehand::net {

State::Outcome State::find_odd_tiles() {
  for (std::uint32_t i = 0; i < open_tiles_.size(); ++i) numbering_[open_tiles_[i]] = i;
  std::vector<std::uint32_t> memory(2 * open_tiles_.size());
  SignedSets edges(memory);

  // Each tile owns the edges on its right and lower sides.
  const auto edge = [&](std::uint32_t t, int side) {
    switch (side) {
      case 0:
        return 2 * numbering_[t];
      case 1:
        return 2 * numbering_[neighbour(t, 1)] + 1;
      case 2:
        return 2 * numbering_[neighbour(t, 2)];
      default:
        return 2 * numbering_[t] + 1;
    }
  };
  const auto for_each_pair = [](unsigned open, auto&& look) {
    for (unsigned a = open; a; a &= a - 1)
      for (unsigned b = a & (a - 1); b; b &= b - 1)
        if (!look(std::countr_zero(a), std::countr_zero(b))) return false;
    return true;
  };
  // The orientations in which exactly one of two sides has a wire.
  const auto where_opposite = [](std::size_t kind, int a, int b) {
    return kShapes.opposite[kind][static_cast<std::size_t>(a * 4 + b)];
  };

  for (const std::uint32_t t : open_tiles_) {
    const Tile& tile = tile_[t];
    const bool agrees = for_each_pair(tile.open(), [&](int a, int b) {
      const Options opposite = tile.options() & where_opposite(tile.kind(), a, b);
      if (opposite != 0 && opposite != tile.options()) return true;
      return edges.relate(edge(t, a), edge(t, b), opposite != 0);
    });
    if (!agrees) return Outcome::contradiction;
  }

  bool progress = false;
  for (const std::uint32_t t : open_tiles_) {
    const Tile& tile = tile_[t];
    const bool possible = for_each_pair(tile.open(), [&](int a, int b) {
      const auto pa = edges.find(edge(t, a));
      const auto pb = edges.find(edge(t, b));
      if (pa.root != pb.root) return true;
      const Options opposite = where_opposite(tile.kind(), a, b);
      const Options keep =
          tile.options() &
          (pa.opposite != pb.opposite ? opposite : static_cast<Options>(~opposite));
      if (keep == tile.options()) return true;
      progress = true;
      wait(t);
      return restrict_options(t, keep, "odd_tile");
    });
    if (!possible) return Outcome::contradiction;
  }
  if (!settle_waiting()) return Outcome::contradiction;
  return progress ? Outcome::progress : Outcome::quiet;
}

}  // namespace eyehand::net
