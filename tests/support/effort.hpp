// How much a test does: all of it in a plain build, a share where sanitizers slow it down.
#pragma once

#include <algorithm>

namespace eyehand {

#ifdef EYEHAND_SANITIZED
inline constexpr int kEffortDivisor = 10;
#else
inline constexpr int kEffortDivisor = 1;
#endif
constexpr int effort(int times) {
  return std::max(1, times / kEffortDivisor);
}

}  // namespace eyehand
