// Locked Net tiles over a photograph: each is darker than the background around it by the same
// share, and parted from it by a sharp border, while the photograph itself changes anywhere.
#pragma once

#include <cstdint>
#include <vector>

#include "vision/net/tile.hpp"

namespace eyehand::net {

/// Per tile: 1 where it lies in the shade of a lock, `shade` of the light around it, 0 to 1.
/// Neighbours without a border between them are taken as one area, and what goes on beyond the
/// board is not locked. A highlight on a locked tile may hide its shade. O(tiles).
std::vector<std::uint8_t> shaded_tiles(const TileReader& tiles, const Lattice& lattice,
                                       double shade);

}  // namespace eyehand::net
