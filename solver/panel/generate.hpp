// Makes panels from a seed: tiles get random states (for walking, those that a random walk leaves),
// and random tiles symbols that are content with them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "puzzle/deadline.hpp"
#include "puzzle/panel/board.hpp"

namespace eyehand::panel {

struct GenerateOptions {
  int width = 5, height = 5;
  std::vector<Symbol> symbols{};  ///< which are used (`none` is passed over); empty: all five
  bool walk = false;              ///< with a start tile, and answers that can be walked
  double locked = 0.1;            ///< share of the tiles that are locked, 0 to 1
  double holes = 0;               ///< share of the tiles that are missing, 0 to 1
  bool unique = false;            ///< one answer; more tiles are locked until there is
  std::uint64_t seed = 0;
  Deadline deadline{};
};

/// A panel that has an answer, unlit but for what is locked. The same options give the same board
/// everywhere. Nothing if a unique one was not made before the deadline. Throws Error for a size
/// that no board can have or a share that is none.
std::optional<Board> generate(const GenerateOptions& options);

}  // namespace eyehand::panel
