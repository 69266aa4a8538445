// Light chasing on any sets: which tile's press each light gives, in which order, and which presses
// become parameters. Only the sets matter here, not what is lit.
#pragma once

#include <vector>

#include "puzzle/lights/board.hpp"

namespace eyehand::lights {

/// A light's equation: the presses that flip it add up to whether it is lit.
struct ChaseStep {
  int light = 0;
  int gives = -1;  ///< the tile whose press it gives; -1: all are given, so it binds the parameters
};

struct Chase {
  /// For each light the tiles that flip it, one after the other; light t's are those from start[t]
  /// to before start[t + 1].
  std::vector<int> members;
  std::vector<std::size_t> start;

  std::vector<ChaseStep> steps;  ///< one a light, in an order in which each can be worked out
  /// Per tile: its number as a parameter, or -1 - n for the press that the nth giving step gives.
  std::vector<int> place;
  std::size_t parameters = 0;
};

/// O(all sets).
Chase chase(const Board& board);

}  // namespace eyehand::lights
