// The HTML report of a run.
#pragma once

#include <string>

#include "player/run_record.hpp"

namespace eyehand {

/// A complete HTML file: the outcome in figures, the seconds of each game by stage, distributions,
/// and every game with a link to its folder if it has one. `before` is an earlier run to compare
/// with, or null.
std::string run_page(const RunRecord& run, const RunRecord* before);

/// "83.0 ms", "4.31 s", "2:05 min", "1:00:00 h": with as many digits as are worth reading.
std::string span_text(double seconds);

}  // namespace eyehand
