// How long to wait for a program after a click, from what was seen of it.
#pragma once

#include <chrono>
#include <vector>

#include "actuator/controls.hpp"
#include "calibration/prober.hpp"

namespace eyehand::calibration {

/// Timing of the effects seen.
class Timing {
 public:
  void note(const Effect& effect);
  /// Sets how long a board must be still to count as still, and how soon a click must show: the
  /// median longest pause within an animation and the median time to the first change, each with a
  /// margin.
  void set_waits(Pace& pace) const;
  /// From a click until its effect is complete, with a margin; 0 if none was noted. A program that
  /// asks a server about each click may lose those sent before the answer.
  std::chrono::milliseconds answer() const;

 private:
  std::vector<std::chrono::milliseconds> first_, last_, longest_gap_;
};

}  // namespace eyehand::calibration
