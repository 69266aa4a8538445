// The one conversion that boards kept in flat arrays need all the time.
#pragma once

#include <cassert>
#include <cstddef>

namespace eyehand {

/// A cell, tile or count, which are ints everywhere, as a subscript: `tiles[at(i)]`. `i` >= 0.
constexpr std::size_t at(int i) {
  assert(i >= 0);
  return static_cast<std::size_t>(i);
}

}  // namespace eyehand
