// The order in which to visit points so that the pointer travels a short way.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "actuator/gesture.hpp"

namespace eyehand {

/// Every index of `points` once, in an order of short travel: strips walked to and fro, then
/// shortened by 2-opt among near neighbours. Against n - 1 cells, which no way over n cells of a
/// grid can beat: exactly that when all cells are wanted, 13 % more with 80 % of them, 35 % more
/// with 50 %. About 4 microseconds a point; O(n log n) in practice. The same points always give the
/// same order.
std::vector<std::size_t> short_travel(std::span<const ScreenPoint> points);

}  // namespace eyehand
