// How many repetitions a test runs, always from the same seeds: with EYEHAND_EFFORT=all in the
// environment all of them, with EYEHAND_EFFORT=full (`scripts/test --full`) a sixth, otherwise
// a tenth, and in sanitized builds always a thirtieth.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace eyehand {

/// The environment's; "" if sanitized.
inline std::string_view effort_wanted() {
#ifdef EYEHAND_SANITIZED
  return {};
#else
  static const char* const wanted = std::getenv("EYEHAND_EFFORT");
  return wanted ? wanted : "";
#endif
}

inline bool is_full_effort() {
  return effort_wanted() == "full" || effort_wanted() == "all";
}

inline int effort(int times) {
#ifdef EYEHAND_SANITIZED
  constexpr int kUsualShare = 30;
#else
  constexpr int kUsualShare = 10;
#endif
  const int share = effort_wanted() == "all" ? 1 : is_full_effort() ? 6 : kUsualShare;
  return std::max(1, times / share);
}

}  // namespace eyehand
