// Makes Hexiom boards from a seed: fills random cells with the pieces that their neighbours
// require, then shuffles the pieces that are not locked.
#pragma once

#include <cstdint>
#include <optional>

#include "puzzle/deadline.hpp"
#include "puzzle/hexiom/board.hpp"

namespace eyehand::hexiom {

struct GenerateOptions {
  int side = 5;          ///< 1 to Hexagon::kMaxSide
  double density = 0.6;  ///< share of the cells that hold a piece, 0 to 1
  double locked = 0.1;   ///< share of the pieces that are locked where they belong, 0 to 1
  std::uint64_t seed = 0;
  bool unique = false;  ///< lock more pieces until the answer is unique up to symmetry
  Deadline deadline{};
};

/// A board that has an answer, shuffled, and not solved unless (nearly) every arrangement is an
/// answer. The same options give the same board on every platform. Nothing if the deadline passes
/// before the answer is unique. Throws Error for an invalid side or share.
std::optional<Board> generate(const GenerateOptions& options);

}  // namespace eyehand::hexiom
