// How fast a program may be clicked, found by clicking it faster and faster.
#pragma once

#include <chrono>
#include <functional>
#include <vector>

#include "actuator/controls.hpp"
#include "calibration/prober.hpp"

namespace eyehand::calibration {

/// `attempt` sends some clicks at a pace, tells whether the program has counted them all, and
/// brings the board back. The fastest pace at which three attempts in a row succeed, with some
/// reserve; if none does, the most careful one.
Pace find_pace(const std::function<bool(const Pace&)>& attempt);

/// What was seen of effects, one after another.
class Timing {
 public:
  void note(const Effect& effect);
  /// How long a board must stand still to count as still, and how soon a click must show: by the
  /// usual longest pause within an animation, and the usual time until the first change, each with
  /// some reserve.
  void set_waits(Pace& pace) const;

 private:
  std::vector<std::chrono::milliseconds> first_, longest_gap_;
};

}  // namespace eyehand::calibration
