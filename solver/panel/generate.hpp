// Makes panels from a seed: gives tiles random states (for walks, those that a random walk leaves),
// then puts symbols on random tiles where these states satisfy them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "puzzle/deadline.hpp"
#include "puzzle/panel/board.hpp"

namespace eyehand::panel {

struct GenerateOptions {
  int width = 5, height = 5;
  std::vector<Symbol> symbols{};  ///< those to use (`none` is ignored); empty: all five
  bool walk = false;              ///< with a start tile and an answer that can be walked
  double locked = 0.1;            ///< share of the tiles that are locked, 0 to 1
  double holes = 0;               ///< share of the tiles that are missing, 0 to 1
  bool unique = false;            ///< lock more tiles until the answer is unique
  std::uint64_t seed = 0;
  Deadline deadline{};
};

/// A panel that has an answer; only locked tiles are lit. The same options give the same board on
/// every platform. Nothing if no unique one was found before the deadline. Throws Error for an
/// invalid size or share.
std::optional<Board> generate(const GenerateOptions& options);

}  // namespace eyehand::panel
