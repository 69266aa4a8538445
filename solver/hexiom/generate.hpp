// Makes Hexiom boards from a seed: cells are filled at random, each with the piece that its
// neighbours ask for; then the pieces that are not locked change places at random.
#pragma once

#include <cstdint>
#include <optional>

#include "puzzle/deadline.hpp"
#include "puzzle/hexiom/board.hpp"

namespace eyehand::hexiom {

struct GenerateOptions {
  int side = 5;
  double density = 0.6;  ///< share of the cells that hold a piece, 0 to 1
  double locked = 0.1;   ///< share of the pieces that are locked, at their right places, 0 to 1
  std::uint64_t seed = 0;
  bool unique = false;  ///< one answer up to symmetry; more pieces are locked until there is
  Deadline deadline{};
};

/// A board that has an answer, scrambled: not solved yet, where some arrangement is not an answer.
/// The same options give the same board everywhere. Nothing if a unique one was not made before the
/// deadline. Throws Error for a side that no board can have or a share that is none.
std::optional<Board> generate(const GenerateOptions& options);

}  // namespace eyehand::hexiom
