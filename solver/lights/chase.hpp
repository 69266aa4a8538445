// Light chasing for any sets: which press each light determines, in which order, and which presses
// become parameters. Depends on the sets alone, not on what is lit.
#pragma once

#include <vector>

#include "puzzle/lights/board.hpp"

namespace eyehand::lights {

/// A light's equation: the presses that flip it add up to whether it is lit.
struct ChaseStep {
  int light = 0;
  int gives =
      -1;  ///< the tile whose press it determines; -1: none, so it constrains the parameters
};

struct Chase {
  /// For each light the tiles that flip it, one after the other; light t's are those from start[t]
  /// to before start[t + 1].
  std::vector<int> members;
  std::vector<std::size_t> start;

  std::vector<ChaseStep> steps;  ///< one per light, in an order in which each can be evaluated
  /// Per tile: its index as a parameter, or -1 - n for the press determined by the nth giving step.
  std::vector<int> place;
  std::size_t parameters = 0;
};

/// O(all sets).
Chase chase(const Board& board);

}  // namespace eyehand::lights
