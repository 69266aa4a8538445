// The odd tile: a straight has equal states on its left and right sides, a corner opposite ones. In
// a wrapping row of straights and corners with one other tile, following the row around shows
// whether the left and right sides of that tile are equal or opposite.
//
// We state this for every tile and every two of its open sides on which all its orientations agree
// (a straight's left and upper sides are opposite, so rows and columns work together), in disjoint
// sets of open edges with equal/opposite flags. If the sets relate two sides of a tile, the
// orientations that disagree are ruled out. O(open tiles).
#include "solver/net/state.hpp"

namespace eyehand::net {
namespace {

/// Two sides of a tile, by the position of their bit in a set of pairs.
constexpr int kPairs[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};

using PairTable = std::array<std::array<std::uint8_t, 16>, kKinds>;

struct PairTables {
  std::array<std::uint8_t, 16> among{};  ///< the pairs within a set of sides
  PairTable equal{};  ///< [kind][options]: pairs that all options agree are equal
  PairTable opposite{};
  /// Enough of these to imply the rest. The sides they relate are either all open or all known.
  PairTable needed{};
};

constexpr PairTables make_pair_tables() {
  PairTables t;
  for (std::size_t set = 0; set < 16; ++set) {
    for (int p = 0; p < 6; ++p) {
      const int a = kPairs[p][0];
      const int b = kPairs[p][1];
      const auto bit = static_cast<std::uint8_t>(1 << p);
      if ((set >> a & 1) && (set >> b & 1)) t.among[set] |= bit;
      for (std::size_t kind = 0; kind < kTurnable; ++kind) {
        const auto opposite = kShapes.opposite[kind][static_cast<std::size_t>(a * 4 + b)] & set;
        if (opposite == 0) t.equal[kind][set] |= bit;
        if (opposite == set) t.opposite[kind][set] |= bit;
        if (opposite != 0 && opposite != set) continue;
        bool first = true;  // among the pairs whose second side is b
        for (int q = 0; q < p; ++q)
          if (kPairs[q][1] == b && (t.needed[kind][set] >> q & 1)) first = false;
        if (first) t.needed[kind][set] |= bit;
      }
    }
  }
  // Nothing can be concluded about the sides of a source that may dangle.
  for (std::size_t kind = kDangling; kind < kKinds; ++kind) t.equal[kind].fill(63);
  return t;
}
constexpr PairTables kPairTables = make_pair_tables();

}  // namespace

State::Stage State::find_odd_tiles() {
  return open_tiles_.size() > tiles_ / 2 ? find_odd_tiles_among<true>()
                                         : find_odd_tiles_among<false>();
}

/// Edges are numbered by the numbers of their tiles: of all tiles, or of the open ones if few are.
template <bool kAll>
State::Stage State::find_odd_tiles_among() {
  if (!kAll)
    for (std::uint32_t i = 0; i < open_tiles_.size(); ++i) numbering_[open_tiles_[i]] = i;
  // Memory that is already in use, or soon will be, costs less than fresh pages.
  const std::size_t count = 2 * (kAll ? tiles_ : open_tiles_.size());
  LargeVector<std::uint32_t> memory(bounds_started_ ? count : 0);
  SignedSets edges(bounds_started_
                       ? std::span(memory)
                       : std::span(reinterpret_cast<std::uint32_t*>(entered_.data()), count));

  // Each tile owns the edges on its right and lower sides.
  const auto edges_of = [&](std::uint32_t t) {
    const auto owned_by = [&](std::uint32_t owner) {
      return 2 * (kAll ? owner : numbering_[owner]);
    };
    const std::uint32_t own = owned_by(t);
    return std::array{own, owned_by(neighbour(t, 1)) + 1, owned_by(neighbour(t, 2)), own + 1};
  };
  for (const std::uint32_t t : open_tiles_) {
    const Tile& tile = tile_[t];
    unsigned left =
        kPairTables.needed[tile.kind()][tile.options()] & unsigned{kPairTables.among[tile.open()]};
    if (left == 0) continue;
    const auto edge = edges_of(t);
    const unsigned opposite = kPairTables.opposite[tile.kind()][tile.options()];
    for (; left; left &= left - 1) {
      const int p = std::countr_zero(left);
      // The second edge is more often related to others already.
      if (!edges.relate(edge[kPairs[p][1]], edge[kPairs[p][0]], opposite >> p & 1))
        return Stage::contradiction;
    }
  }

  bool progress = false;
  for (const std::uint32_t t : open_tiles_) {
    const Tile& tile = tile_[t];
    const std::size_t kind = tile.kind();
    const Options options = tile.options();
    unsigned left = kPairTables.among[tile.open()] & ~unsigned{kPairTables.equal[kind][options]} &
                    ~unsigned{kPairTables.opposite[kind][options]};
    if (left == 0) continue;
    const auto edge = edges_of(t);
    SignedSets::Place place[4];
    for (std::uint32_t side = 0; side < 4; ++side)
      place[side] =
          tile.open() >> side & 1 ? edges.find(edge[side]) : SignedSets::Place{~side, false};
    // Mostly none of them are related.
    unsigned related = 0;
    for (int p = 0; p < 6; ++p)
      related |= unsigned{place[kPairs[p][0]].root == place[kPairs[p][1]].root} << p;
    left &= related;
    if (left == 0) continue;
    Options keep = options;
    for (; left; left &= left - 1) {
      const auto [a, b] = kPairs[std::countr_zero(left)];
      const Options opposite = kShapes.opposite[kind][static_cast<std::size_t>(a * 4 + b)];
      keep &= place[a].opposite != place[b].opposite ? opposite : static_cast<Options>(~opposite);
    }
    if (keep == options) continue;
    progress = true;
    wait(t);
    if (!restrict_options(t, keep) || !settle_waiting()) return Stage::contradiction;
  }
  return progress ? Stage::progress : Stage::quiet;
}

}  // namespace eyehand::net
