// How many repetitions a test runs, always from the same seeds: with EYEHAND_EFFORT=all in the
// environment all of them, otherwise a tenth, and in sanitized builds always a thirtieth.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace eyehand {

inline bool is_full_effort() {
#ifdef EYEHAND_SANITIZED
  return false;
#else
  static const char* const wanted = std::getenv("EYEHAND_EFFORT");
  return wanted && std::string_view(wanted) == "all";
#endif
}

inline int effort(int times) {
#ifdef EYEHAND_SANITIZED
  constexpr int kUsualShare = 30;
#else
  constexpr int kUsualShare = 10;
#endif
  return is_full_effort() ? times : std::max(1, times / kUsualShare);
}

}  // namespace eyehand
