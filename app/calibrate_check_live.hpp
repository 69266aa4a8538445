// Samples of live windows for `eyehand calibrate check --live`.
#pragma once

#include <string>
#include <vector>

#include "app/options.hpp"
#include "app/target.hpp"
#include "calibration/samples.hpp"

namespace eyehand {

struct LiveOptions {
  TargetOptions target;  ///< a window to be taken; none: the program is started
  std::string truth;     ///< what is on it: the board's text, or a file with it; empty: not known
  int boards = 3;
  TimeLimit time_limit{std::chrono::minutes(5)};
};

struct LiveBoards {
  std::vector<calibration::Captured> boards;
  std::string truth;  ///< how it is known what is on them, for people
};

/// Captures boards of the skin's program. One that is started with boards of our choice knows what
/// is on them; a window that is taken has the board that the user says. Of others the boards are
/// played to a win. Throws Error or Failure.
LiveBoards capture_live(const Skin& skin, const LiveOptions& options);

}  // namespace eyehand
