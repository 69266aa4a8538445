// Makes panels from a seed: gives the tiles random states (for walks, those of a random walk), then
// puts symbols on random tiles so that these states satisfy them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "puzzle/deadline.hpp"
#include "puzzle/panel/board.hpp"

namespace eyehand::panel {

struct GenerateOptions {
  int width = 5, height = 5;      ///< at most kMaxTiles tiles
  std::vector<Symbol> symbols{};  ///< those to use (`none` is ignored); empty: all five
  bool walk = false;              ///< with a start tile and an answer by walking
  double locked = 0.1;            ///< share of the tiles that are locked, 0 to 1
  double holes = 0;               ///< share of the tiles that are missing, 0 to 1
  bool unique = false;            ///< lock more tiles until the answer is unique
  std::uint64_t seed = 0;
  Deadline deadline{};
};

/// A panel that has an answer; only locked tiles are lit. The same options give the same board on
/// every platform. Nothing if the deadline passes before the answer is unique. Throws Error for an
/// invalid size or share.
std::optional<Board> generate(const GenerateOptions& options);

}  // namespace eyehand::panel
