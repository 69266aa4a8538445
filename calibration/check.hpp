// How well does this skin read? Labelled boards are shown to its reader as the program draws them
// and spoilt in every way that desktops have, each step by step, and what it says is counted.
//
//   Samples samples(skin, {});
//   const Checked checked = check(skin, samples, {.boards = 3});
//   to_text(checked), to_json(checked), to_html(checked)         calibration/check_report.hpp
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "calibration/check_score.hpp"
#include "calibration/samples.hpp"

namespace eyehand::calibration {

/// One step of a sweep, over all boards.
struct Point {
  double amount = 0;  ///< as calibration/distort.hpp has it; of "size" pixels a cell
  std::string word;   ///< for tables: "1.25", "500x540"
  Counts boards;      ///< looks
  Counts parts;
  double cell_px = 0;  ///< a cell's usual width in these pictures; 0 where not known
};
struct Sweep {
  std::string name;  ///< "size", or a distortion's
  std::string what;  ///< for people, what the amount is
  std::vector<Point> points;
};

/// A part for people to look at.
struct Crop {
  cv::Mat image;
  std::string where;  ///< "board 3, blur 1.3"
  std::string kind, truth, said;
  float confidence = 0;
  bool refused = false;
  bool vouched = false;  ///< the reader had no doubt about the board
};

struct Checked {
  std::string skin, game;
  int boards = 0;      ///< how many were used
  bool drawn = false;  ///< by the program
  bool live = false;   ///< captured from its window; else kept pictures, and sizes are scalings
  std::string truth;   ///< for people, how it is known what is on live boards; else empty
  std::uint64_t seed = 0;
  Counts plain_boards, plain_parts;  ///< as the program shows them, at the usual size
  std::vector<Sweep> sweeps;
  Confusions confusions;                 ///< over all looks
  std::vector<Reliability> reliability;  ///< over all looks
  /// The least width of a cell from which on, in the sweep over sizes, every board was read
  /// rightly; nothing if the largest was not.
  std::optional<double> smallest_px;
  double us_per_cell = 0;   ///< median over the plain looks of a look's time by its cells
  double ms_per_board = 0;  ///< median over the plain looks
  /// Wrong ones of boards that the reader vouched for, then other wrong ones, the most confident
  /// first; then refused ones.
  std::vector<Crop> crops;
};

struct CheckOptions {
  int boards = 3;                   ///< the first so many of the samples
  std::vector<std::string> sweeps;  ///< by name; empty: all
  std::uint64_t seed = 1;           ///< of what is random in distortions
  int crops = 24;                   ///< at most so many are kept
  std::function<void()> step =
      nullptr;  ///< called after each look; there are appearances() of them
};

/// "size" and the distortions.
std::vector<std::string> sweep_names();

/// How many looks check() will take.
std::size_t appearances(const Samples& samples, const CheckOptions& options);

/// Throws Error for a sweep that there is not, a sample whose text is no board of the game, or a
/// program that fails. Costs a look a step and board, 50 or so for each board, and the drawing.
Checked check(const Skin& skin, const Samples& samples, const CheckOptions& options);

}  // namespace eyehand::calibration
