// The restart sequence of a search: 1 1 2 1 1 2 4 ... (Luby, Sinclair, Zuckerman 1993).
#pragma once

#include <cstdint>

namespace eyehand {

/// Element `i` of the sequence, counted from 0.
inline std::uint64_t luby(std::uint64_t i) {
  std::uint64_t size = 1;
  while (size < i + 1) size = 2 * size + 1;
  while (size - 1 != i) {
    size /= 2;
    i %= size;
  }
  return (size + 1) / 2;
}

}  // namespace eyehand
