// Samples captured from live windows, for `eyehand calibrate check --live`.
#pragma once

#include <string>
#include <vector>

#include "app/options.hpp"
#include "app/target.hpp"
#include "calibration/samples.hpp"

namespace eyehand {

struct LiveOptions {
  TargetOptions target;  ///< an open window; none: the program is started
  std::string truth;     ///< what it shows: the board's text, or a file with it; empty: not known
  int boards = 3;
  TimeLimit time_limit{std::chrono::minutes(5)};
};

struct LiveBoards {
  std::vector<calibration::Captured> boards;
  std::string truth;  ///< how the contents are known, for people
};

/// Captures boards of the skin's program. If it can be started with given boards, their contents
/// are known; for an open window the user may give the contents. Otherwise the boards are played to
/// a win. Throws Error or Failure.
LiveBoards capture_live(const Skin& skin, const LiveOptions& options);

}  // namespace eyehand
