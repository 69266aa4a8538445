// An order in which to visit points so that the pointer travels a short distance.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "actuator/gesture.hpp"

namespace eyehand {

/// Every index of `points` once, in an order of short travel: strips walked back and forth, then
/// improved by 2-opt among near neighbours. Compared with n - 1 cells, the lower bound for n cells
/// of a grid: optimal if all cells are visited, 13 % longer with 80 % of them, 35 % with 50 %.
/// About 4 microseconds per point; O(n log n) in practice. Deterministic.
std::vector<std::size_t> short_travel(std::span<const ScreenPoint> points);

}  // namespace eyehand
