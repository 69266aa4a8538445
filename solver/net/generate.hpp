// Generates Net boards from a seed. A source that may dangle is drawn with four wires, of which
// only those of the generated network meet others in the solution.
//
// A tree of wires grows from the centre tile at random places of its rim, as in sgt-net. Without
// the rule `acyclic` some wires are then added, without `connected` some are cut. For a unique
// solution, wires around tiles that deduction leaves open are moved until none is left open, so
// such a board can be solved by deduction alone.
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

/// A board with its tiles turned at random and its source at the centre. The same options give the
/// same board everywhere. Nothing if no unique board was found in time or after many tries: some
/// sizes have none (two-wide wrapping ones), and with both rules off large ones are rare. Throws
/// Error for an invalid size. Cost: about 0.5 microseconds per tile; for unique boards under both
/// rules about 2.5 (2 to 3 seconds for 1000x1000), under others more.
std::optional<Board> generate(const GenerateOptions& options);

}  // namespace eyehand::net
