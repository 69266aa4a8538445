#include "calibration/pace_search.hpp"

#include <algorithm>
#include <array>

#include "vision/statistics.hpp"

namespace eyehand::calibration {
namespace {

using std::chrono::milliseconds;

struct Step {
  milliseconds hold, gap;
};
/// Fastest first; programs that poll the mouse once per frame need about 20 ms.
constexpr std::array kSteps = {
    Step{milliseconds(0), milliseconds(0)},   Step{milliseconds(0), milliseconds(2)},
    Step{milliseconds(0), milliseconds(10)},  Step{milliseconds(20), milliseconds(5)},
    Step{milliseconds(20), milliseconds(25)}, Step{milliseconds(40), milliseconds(60)},
    Step{milliseconds(60), milliseconds(200)}};
constexpr int kAttempts = 3;
/// Even where clicks need no gap, a busy machine does.
constexpr milliseconds kMinGap{2};
/// On a busy machine a program's frames come at longer intervals than during learning.
constexpr milliseconds kMinSettle{120};
constexpr milliseconds kMinReaction{100};

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
  pace.gap = std::max(2 * pace.gap, kMinGap);
  return pace;
}

void Timing::note(const Effect& effect) {
  if (!effect.changed) return;
  first_.push_back(effect.first);
  longest_gap_.push_back(effect.longest_gap);
}

void Timing::set_waits(Pace& pace) const {
  // In whole steps of 10 ms.
  const auto usual = [](const std::vector<milliseconds>& spans, int times) {
    return milliseconds((times * eyehand::median(spans).count() + 9) / 10 * 10);
  };
  pace.settle = std::clamp(usual(longest_gap_, 2), kMinSettle, milliseconds(1000));
  pace.reaction = std::clamp(usual(first_, 4), kMinReaction, milliseconds(2000));
}

}  // namespace eyehand::calibration
