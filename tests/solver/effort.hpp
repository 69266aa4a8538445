// How much a test does: all of it in a plain build, a share where sanitizers slow it down.
#pragma once

namespace eyehand {

#ifdef EYEHAND_SLOW_BUILD
inline constexpr int kEffortDivisor = 4;
#else
inline constexpr int kEffortDivisor = 1;
#endif
constexpr int effort(int times) {
  return times / kEffortDivisor;
}

}  // namespace eyehand
