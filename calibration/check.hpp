// How well does this skin read? Labelled boards are shown to its reader as the program draws them
// and degraded in every way that desktops degrade them, each step by step, and the results are
// counted.
//
//   Samples samples(skin, {});
//   const Checked checked = check(skin, samples, {.boards = 3});
//   to_text(checked), to_json(checked), to_html(checked)         calibration/check_report.hpp
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "calibration/check_score.hpp"
#include "calibration/samples.hpp"
#include "puzzle/shard.hpp"

namespace eyehand::calibration {

/// One step of a sweep, over all boards.
struct SweepStep {
  double amount = 0;  ///< in the units of calibration/distort.hpp; for "size", pixels per cell
  std::string word;   ///< for tables: "1.25", "500x540"
  Counts boards;      ///< one count per reading
  Counts parts;
  double cell_px = 0;  ///< median width of a cell in these pictures; 0 if unknown
};
struct Sweep {
  std::string name;  ///< "size", or a distortion's
  std::string what;  ///< what the amount is, for people
  std::vector<SweepStep> points;
};

/// A part for people to inspect.
struct Crop {
  cv::Mat image;
  std::string where;  ///< "board 3, blur 1.3"
  std::string kind, truth, read_as;
  float confidence = 0;
  bool refused = false;
  bool accepted = false;  ///< the reader accepted the board
};

struct Checked {
  std::string skin, game;
  int boards = 0;      ///< number of boards used
  bool drawn = false;  ///< by the program
  bool live =
      false;  ///< captured from its window; otherwise stored pictures, rescaled for other sizes
  std::string truth;  ///< how the contents of live boards are known, for people; otherwise empty
  std::uint64_t seed = 0;
  Counts plain_boards, plain_parts;  ///< as the program shows them, at the usual size
  std::vector<Sweep> sweeps;
  Confusions confusions;                 ///< over all readings
  std::vector<Reliability> reliability;  ///< over all readings
  /// In the sweep over sizes, every board was read correctly at this cell width and above; empty if
  /// even the largest was not.
  std::optional<double> smallest_px;
  double us_per_cell = 0;   ///< median over undistorted readings: time divided by cells
  double ms_per_board = 0;  ///< median over undistorted readings
  /// Errors on accepted boards first, then other errors, each with the most confident first; then
  /// rejected parts.
  std::vector<Crop> crops;
};

struct CheckOptions {
  int boards = 3;                        ///< the first samples, up to this many
  Shard shard;                           ///< only its share of these; it must have some
  std::vector<std::string> sweeps;       ///< by name; empty: all
  std::uint64_t seed = 1;                ///< for random distortions
  int crops = 24;                        ///< maximum to keep
  std::function<void()> step = nullptr;  ///< called after each of the reading_count() readings
};

/// "size" and the names of the distortions.
std::vector<std::string> sweep_names();

/// How many readings check() takes.
std::size_t reading_count(const Samples& samples, const CheckOptions& options);

/// The counts of a shard are those of its boards in the whole check. Throws Error for an unknown
/// sweep, a shard without boards, a sample whose text is not a board of the game, or a program
/// that fails. Costs one reading per step and board, about 50 per board, plus the drawing.
Checked check(const Skin& skin, const Samples& samples, const CheckOptions& options);

}  // namespace eyehand::calibration
