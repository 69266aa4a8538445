#include "calibration/pace_search.hpp"

#include <algorithm>

#include "vision/statistics.hpp"

namespace eyehand::calibration {
namespace {

using std::chrono::milliseconds;

/// On a busy machine a program's frames come at longer intervals than during learning.
constexpr milliseconds kMinSettle{120};
constexpr milliseconds kMinReaction{100};

}  // namespace

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
