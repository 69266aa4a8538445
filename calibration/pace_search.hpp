// How fast a program may be clicked, found by clicking faster and faster.
#pragma once

#include <chrono>
#include <functional>
#include <vector>

#include "actuator/controls.hpp"
#include "calibration/prober.hpp"

namespace eyehand::calibration {

/// `attempt` sends some clicks at a pace, restores the board, and returns whether the program
/// counted them all. Gives the fastest pace at which three attempts in a row succeed, plus a
/// margin; if none does, the slowest.
Pace find_pace(const std::function<bool(const Pace&)>& attempt);

/// Timing of the effects seen.
class Timing {
 public:
  void note(const Effect& effect);
  /// Sets how long a board must be still to count as still, and how soon a click must show: the
  /// median longest pause within an animation and the median time to the first change, each with a
  /// margin.
  void set_waits(Pace& pace) const;

 private:
  std::vector<std::chrono::milliseconds> first_, longest_gap_;
};

}  // namespace eyehand::calibration
