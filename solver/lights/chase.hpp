// Light chasing for any sets: which press each light determines, in which order, and which presses
// become parameters. Depends on the sets only, not on which lights are lit.
#pragma once

#include <vector>

#include "puzzle/lights/board.hpp"

namespace eyehand::lights {

/// The equation of a light: the number of presses that flip it is odd if and only if it is lit.
struct ChaseStep {
  int light = 0;
  int gives = -1;  ///< the tile whose press it determines, or -1: it constrains the parameters
};

struct Chase {
  /// The tiles that flip each light: those of light t are members[start[t]] to before
  /// members[start[t + 1]].
  std::vector<int> members;
  std::vector<std::size_t> start;

  std::vector<ChaseStep> steps;  ///< one per light, in an order in which each can be evaluated
  /// Per tile: the index of its press as a parameter, or -1 - n if the nth step (from 0) with
  /// `gives` determines it.
  std::vector<int> place;
  std::size_t parameters = 0;
};

/// Time and memory linear in the total size of the sets.
Chase chase(const Board& board);

}  // namespace eyehand::lights
