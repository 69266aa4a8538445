// How many repetitions a test runs, always from the same seeds: with EYEHAND_EFFORT=all in the
// environment all of them, otherwise a tenth, and in sanitized builds always a thirtieth.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace eyehand {

#ifdef EYEHAND_SANITIZED
inline constexpr bool kIsSanitized = true;
#else
inline constexpr bool kIsSanitized = false;
#endif

inline bool is_full_effort() {
  static const char* const wanted = std::getenv("EYEHAND_EFFORT");
  return !kIsSanitized && wanted && std::string_view(wanted) == "all";
}

inline int effort(int times) {
  constexpr int kUsualShare = kIsSanitized ? 30 : 10;
  return is_full_effort() ? times : std::max(1, times / kUsualShare);
}

}  // namespace eyehand
