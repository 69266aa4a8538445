// Generates Net boards from a seed. A source that may dangle has four wires, of which those of the
// network that was made are met in the solution.
//
// A tree of wires grows from the middle tile at random places of its rim, as in sgt-net. Without
// the rule `acyclic` some more wires are then laid, without `connected` some are cut. For a unique
// solution the wires around tiles that deduction leaves open are moved until it leaves none open,
// so such a board can be solved by deduction alone.
//
// Cost: 0.1 microseconds per tile; with a unique solution some twenty to sixty solver runs (100x100
// in some 0.05 s, 300x300 in one second, 1000x1000 in half a minute).
#pragma once

#include <cstdint>
#include <optional>

#include "puzzle/deadline.hpp"
#include "puzzle/net/board.hpp"

namespace eyehand::net {

struct GenerateOptions {
  int width = 9;
  int height = 9;
  bool wrapping = false;
  Rules rules{};
  /// The share of the sides without a wire that gets a barrier, 0 to 1.
  double barriers = 0;
  bool crosses = false;  ///< tiles may have four wires
  bool linked = false;   ///< the source and the tile on its right turn together
  bool unique = false;   ///< exactly one solution
  std::uint64_t seed = 0;
  Deadline deadline{};
};

/// A board with its tiles turned at random, the middle one being the source. The same options give
/// the same board everywhere. Nothing if no unique one was found in time or after many tries: some
/// sizes have none (two-wide wrapping ones), and with both rules off large ones are rare. Throws
/// Error for an invalid size. Cost: some 0.5 microseconds per tile; unique ones under
/// both rules some 2.5 (a 1000x1000 board takes 2 to 3 seconds), under others more.
std::optional<Board> generate(const GenerateOptions& options);

}  // namespace eyehand::net
