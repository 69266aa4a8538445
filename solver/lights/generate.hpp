// Makes Lights Out boards from a seed: sets of a given shape, and the lights that random presses
// leave.
#pragma once

#include <cstdint>
#include <vector>

#include "puzzle/lights/board.hpp"

namespace eyehand::lights {

enum class Shape {
  plus,    ///< a tile and its four neighbours
  random,  ///< a tile and each of its eight neighbours with probability 3/8, like sgt-flip's
           ///< "Random"
  dense,   ///< each tile of the board with probability 1/2
  same,    ///< the tiles at GenerateOptions::offsets
};

struct GenerateOptions {
  int width = 5, height = 5;
  Shape shape = Shape::plus;
  std::vector<Offset> offsets = {};  ///< for same
  bool wrapping = false;  ///< for plus and same: sets continue across the rim of the board
  std::uint64_t seed = 0;
};

/// A board that has an answer and is not solved, unless all of its sets are empty. The same options
/// give the same board on every platform. Throws Error for an invalid size.
Board generate(const GenerateOptions& options);

}  // namespace eyehand::lights
