// The results of a check, for people and for programs, and their comparison with a stored baseline.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "calibration/check.hpp"

namespace eyehand::calibration {

/// Where the boards came from, for people.
std::string source_text(const Checked& checked);

/// The size from which the skin reads without error, as a clause without its subject; empty if
/// sizes were not swept.
std::string size_text(const Checked& checked);

/// Tables for a terminal.
std::string to_text(const Checked& checked);

/// One self-contained page: the tables, the sweeps as curves, a heat map for each kind of part, and
/// the worst crops with what was read and what is true.
std::string to_html(const Checked& checked);

/// Everything except the crops' pictures. Keys of times end in _ms or _us.
nlohmann::json to_json(const Checked& checked);

/// The baseline to store: everything except times and confusions.
std::string to_baseline(const Checked& checked);

/// A stored baseline.
struct Baseline {
  int boards = 0;
  std::uint64_t seed = 0;
  std::vector<std::string> sweeps;
  struct Line {
    std::string sweep;  ///< "plain" for undistorted pictures
    Counts boards, parts;
  };
  std::vector<Line> lines;
};
/// Throws Error, naming `name`, if the text was not written by to_baseline.
Baseline parse_baseline(std::string_view text, const std::string& name);

/// What became worse or better, for people.
struct Comparison {
  std::vector<std::string> worse;   ///< regressions
  std::vector<std::string> better;  ///< improvements: the baseline should be rewritten
  bool holds() const { return worse.empty(); }
};
/// Compares the sweeps that both have. Any increase of misread parts or boards is worse, and so is
/// a considerable increase of refusals (2 % of all parts; 5 % of all boards plus one). Shares are
/// compared where the numbers of boards differ.
Comparison compare(const Checked& now, const Baseline& before);

}  // namespace eyehand::calibration
