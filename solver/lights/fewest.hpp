// Finds an answer with the fewest presses.
#pragma once

#include <cstdint>
#include <vector>

#include "puzzle/deadline.hpp"
#include "solver/lights/bit_matrix.hpp"

namespace eyehand::lights {

/// Up to this nullity the minimum is exact. The transform then takes 64 MiB (4 bytes for each of
/// 2^24 answers) and about 0.3 s.
inline constexpr std::size_t kMaxExactNullity = 24;

/// Replaces `presses`, one per tile, by the answer with the fewest presses that was found by adding
/// rows of `quiet`, each of which has a bit per tile and changes no light. True if it is proved
/// that no sum of rows gives fewer; never with more than kMaxExactNullity rows, or if the deadline
/// passed.
bool lighten(std::vector<std::uint8_t>& presses, const BitMatrix& quiet, const Deadline& deadline);

}  // namespace eyehand::lights
