#include "calibration/pace_search.hpp"

#include <algorithm>

#include "vision/statistics.hpp"

namespace eyehand::calibration {
namespace {

using std::chrono::milliseconds;

/// On a busy machine a program's frames come at longer intervals than during learning.
constexpr milliseconds kMinSettle{120};
constexpr milliseconds kMinReaction{100};
/// Where changes go on for longer after each click, something else is moving.
constexpr milliseconds kLongestAnswer{1500};

}  // namespace

void Timing::note(const Effect& effect) {
  if (!effect.changed) return;
  first_.push_back(effect.first);
  last_.push_back(effect.last);
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

milliseconds Timing::answer() const {
  if (last_.empty()) return milliseconds(0);
  return std::min(3 * eyehand::median(last_) / 2, kLongestAnswer);
}

}  // namespace eyehand::calibration
