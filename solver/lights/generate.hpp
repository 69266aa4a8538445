// Makes Lights Out boards from a seed: sets by a shape, and lights that some presses have left.
#pragma once

#include <cstdint>

#include "puzzle/lights/board.hpp"

namespace eyehand::lights {

enum class Shape {
  plus,    ///< a tile and its four neighbours
  random,  ///< a tile and three in eight of its eight neighbours, much as sgt-flip's random type
  dense,   ///< any tiles at all, each with an even chance
};

struct GenerateOptions {
  int width = 5;
  int height = 5;
  Shape shape = Shape::plus;
  std::uint64_t seed = 0;
};

/// A board that has an answer and is not solved yet, unless all of its sets are empty. The same
/// options give the same board everywhere. Throws Error for a size that no board can have.
Board generate(const GenerateOptions& options);

}  // namespace eyehand::lights
