// Makes Lights Out boards from a seed: sets of a given shape, and lights left by random presses.
#pragma once

#include <cstdint>
#include <vector>

#include "puzzle/lights/board.hpp"

namespace eyehand::lights {

enum class Shape {
  plus,    ///< a tile and its four neighbours
  random,  ///< a tile and each of its eight neighbours with probability 3/8, like sgt-flip's random
           ///< type
  dense,   ///< each tile of the board with probability 1/2
  same,    ///< the tiles at GenerateOptions::offsets
};

struct GenerateOptions {
  int width = 5;
  int height = 5;
  Shape shape = Shape::plus;
  std::vector<Offset> offsets = {};
  bool wrapping = false;  ///< a plus, or the same offsets, go across the rim
  std::uint64_t seed = 0;
};

/// A board that has an answer and is not solved yet, unless all of its sets are empty. The same
/// options give the same board everywhere. Throws Error for an invalid size.
Board generate(const GenerateOptions& options);

}  // namespace eyehand::lights
