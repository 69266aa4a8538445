// How many repetitions a test runs. With EYEHAND_EFFORT=full in the environment (`scripts/test
// --full`) it runs all of them, otherwise a tenth, from the same seeds; sanitized builds always run
// a tenth.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace eyehand {

inline bool is_full_effort() {
#ifdef EYEHAND_SANITIZED
  return false;
#else
  static const bool full = [] {
    const char* setting = std::getenv("EYEHAND_EFFORT");
    return setting && std::string_view(setting) == "full";
  }();
  return full;
#endif
}

inline int effort(int times) {
  return is_full_effort() ? times : std::max(1, times / 10);
}

}  // namespace eyehand
