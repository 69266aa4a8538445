#include "calibration/pace_search.hpp"

#include <algorithm>
#include <array>

namespace eyehand::calibration {
namespace {

using std::chrono::milliseconds;

struct Step {
  milliseconds hold, gap;
};
/// The fastest first; programs that look at the mouse once a frame need some 20 ms.
constexpr std::array kSteps = {
    Step{milliseconds(0), milliseconds(0)},   Step{milliseconds(0), milliseconds(2)},
    Step{milliseconds(0), milliseconds(10)},  Step{milliseconds(20), milliseconds(5)},
    Step{milliseconds(20), milliseconds(25)}, Step{milliseconds(40), milliseconds(60)},
    Step{milliseconds(60), milliseconds(200)}};
constexpr int kAttempts = 3;
/// Even where clicks may come at once, a busy machine is glad of this.
constexpr milliseconds kLeastGap{2};
/// Frames of programs on a busy machine come further apart than here and now.
constexpr milliseconds kLeastSettle{120};
constexpr milliseconds kLeastReaction{100};

}  // namespace

Pace find_pace(const std::function<bool(const Pace&)>& attempt) {
  Pace pace;
  for (const Step& step : kSteps) {
    pace.hold = step.hold;
    pace.gap = step.gap;
    int good = 0;
    while (good < kAttempts && attempt(pace)) ++good;
    if (good == kAttempts) break;
  }
  pace.gap = std::max(2 * pace.gap, kLeastGap);
  return pace;
}

void Timing::note(const Effect& effect) {
  if (!effect.changed) return;
  first_.push_back(effect.first);
  longest_gap_.push_back(effect.longest_gap);
}

void Timing::set_waits(Pace& pace) const {
  const auto usual = [](std::vector<milliseconds> spans, int times) {
    if (spans.empty()) return milliseconds(0);
    const auto half = spans.begin() + static_cast<std::ptrdiff_t>(spans.size() / 2);
    std::nth_element(spans.begin(), half, spans.end());
    return milliseconds((times * half->count() + 9) / 10 * 10);
  };
  pace.settle = std::clamp(usual(longest_gap_, 2), kLeastSettle, milliseconds(1000));
  pace.reaction = std::clamp(usual(first_, 4), kLeastReaction, milliseconds(2000));
}

}  // namespace eyehand::calibration
