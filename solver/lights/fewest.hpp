// Of all answers one with the fewest presses.
#pragma once

#include <cstdint>
#include <vector>

#include "puzzle/deadline.hpp"
#include "solver/lights/bit_matrix.hpp"

namespace eyehand::lights {

/// Up to so many dimensions the fewest presses are found for certain. The transform takes 4 bytes
/// for each of 2^24 answers, and some 0.3 s.
inline constexpr std::size_t kMostExactNullity = 24;

/// `presses`, one a tile, become those of the lightest answer that is found when rows of `quiet`
/// are added, each of which has a bit for each tile and changes no light. True if no sum of these
/// rows gives a lighter one; never with more than kMostExactNullity of them, or when the deadline
/// passed.
bool lighten(std::vector<std::uint8_t>& presses, const BitMatrix& quiet, const Deadline& deadline);

}  // namespace eyehand::lights
