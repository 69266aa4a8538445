// What a check found, for people and for machines, and whether it holds against earlier figures.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "calibration/check.hpp"

namespace eyehand::calibration {

/// Where the boards came from, for people.
std::string told_source(const Checked& checked);

/// From which size on it reads without error, in a clause without its subject; empty if sizes were
/// not swept over.
std::string told_size(const Checked& checked);

/// Tables for a terminal.
std::string to_text(const Checked& checked);

/// One self-contained page: the tables, the sweeps as curves, a heat map for each kind of part, and
/// the worst crops with what was said and what is true.
std::string to_html(const Checked& checked);

/// All figures but the crops' pictures. Keys that are times end in _ms or _us.
nlohmann::json to_json(const Checked& checked);

/// What of them is kept to be held against: all but times and confusions.
std::string to_figures(const Checked& checked);

/// Figures that were kept.
struct Figures {
  int boards = 0;
  std::uint64_t seed = 0;
  std::vector<std::string> sweeps;
  struct Line {
    std::string sweep;  ///< "plain" for the unspoilt pictures
    Counts boards, parts;
  };
  std::vector<Line> lines;
};
/// Throws Error, naming `name`, if the text is not what to_figures writes.
Figures read_figures(std::string_view text, const std::string& name);

/// What has become worse or better, for people.
struct Comparison {
  std::vector<std::string> worse;   ///< it does not hold
  std::vector<std::string> better;  ///< so the figures should be written anew
  bool holds() const { return worse.empty(); }
};
/// By sweep, as far as both have it: worse is any part or board more that was read wrongly, and
/// many more that were refused (of parts a fiftieth of all, of boards a twentieth and one). Shares
/// are compared where the numbers of boards differ.
Comparison compare(const Checked& now, const Figures& before);

}  // namespace eyehand::calibration
