// Makes Hexiom boards from a seed: fills cells at random, each with the piece that its neighbours
// require, then shuffles the pieces that are not locked.
#pragma once

#include <cstdint>
#include <optional>

#include "puzzle/deadline.hpp"
#include "puzzle/hexiom/board.hpp"

namespace eyehand::hexiom {

struct GenerateOptions {
  int side = 5;
  double density = 0.6;  ///< share of the cells that hold a piece, 0 to 1
  double locked = 0.1;   ///< share of the pieces that are locked, in their right places, 0 to 1
  std::uint64_t seed = 0;
  bool unique = false;  ///< lock more pieces until the answer is unique up to symmetry
  Deadline deadline{};
};

/// A board that has an answer, scrambled; not solved yet, unless every arrangement is an answer.
/// The same options give the same board everywhere. Nothing if no unique one was found before the
/// deadline. Throws Error for an invalid side or share.
std::optional<Board> generate(const GenerateOptions& options);

}  // namespace eyehand::hexiom
