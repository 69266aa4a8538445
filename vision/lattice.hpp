// Locates the cells of a rectangular board by the picture alone, at any window size and any board
// size, to a fraction of a pixel.
#pragma once

#include <array>
#include <opencv2/core.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "vision/appearance.hpp"

namespace eyehand {

/// Square cells of `pitch` pixels. Coordinates are of pixel centres: a one-pixel line drawn at x =
/// 16 lies at 16.0.
struct Lattice {
  cv::Point2d origin;  ///< the outer corner of the first cell, image pixels
  double pitch = 0;    ///< from one cell to the next, pixels
  int columns = 0;
  int rows = 0;

  cv::Point2d centre(int column, int row) const {
    return origin + cv::Point2d((column + 0.5) * pitch, (row + 0.5) * pitch);
  }
  /// All cells, rounded outwards.
  cv::Rect bounds() const;
};

enum class LatticeMethod {
  lines,    ///< straight lines over an even background separate the cells
  fields,   ///< likewise, but all except the left and the bottom one may be covered in part
  blocks,   ///< lines of one colour, any of which may be hidden in part, around square blocks of
            ///< cells
  strokes,  ///< no lines; strokes run through the centres of the cells
};

constexpr auto choices(LatticeMethod) {
  using enum LatticeMethod;
  return std::array{std::pair{std::string_view{"lines"}, lines},
                    std::pair{std::string_view{"fields"}, fields},
                    std::pair{std::string_view{"blocks"}, blocks},
                    std::pair{std::string_view{"strokes"}, strokes}};
}

struct LatticeAppearance {
  LatticeMethod method = LatticeMethod::lines;
  double cell_min_px = 10;
  double line_contrast = 60;      ///< `lines`: a line differs from the background by this, 0 to 255
  std::vector<Colour> line = {};  ///< `lines`: the colours of lines, instead of line_contrast
  int block_side = 3;             ///< `blocks`: how many cells are between lines
  int line_gap_px = 0;            ///< `lines`: the width of what may part or interrupt a line
  std::string runs_on = {};       ///< `lines`: the sides where lines run on beyond the board
  double background_hue_deg = 0;  ///< `strokes`: the hue of the area behind the board
  double background_hue_span_deg = 0;    ///< `strokes`: how far from that hue the background may be
  double background_saturation_min = 0;  ///< `strokes`: 0 to 1
  double stroke_saturation_max = 0;      ///< `strokes`: 0 to 1
  double stroke_brightness_min = 0;      ///< `strokes`: 0 to 1
  bool square = false;                   ///< the board has as many rows as columns
  bool centred = false;                  ///< the board lies in the middle of its background
};

template <class Visitor>
void describe(LatticeAppearance& appearance, Visitor&& visit) {
  visit("method", appearance.method,
        About{"how cells are found: \"lines\" between them, \"fields\" of a square board whose "
              "lines are "
              "partly hidden, \"blocks\" of cells with lines around them, or \"strokes\" through "
              "their centres"});
  visit("cell_min_px", appearance.cell_min_px, About{"the smallest cell to look for", 4, 500});
  visit("line_contrast", appearance.line_contrast,
        About{"lines: how much a line differs from the background", 5, 250});
  visit("line", appearance.line,
        About{"lines: the lines' colours, where what lies between them is of several"});
  visit("block_side", appearance.block_side,
        About{"blocks: how many cells a block has at each side", 2, 10});
  visit("line_gap_px", appearance.line_gap_px,
        About{"lines: the width of other lines that may run along a line, or cross it", 0, 20});
  visit("runs_on", appearance.runs_on,
        About{"lines: the sides where lines run on beyond the board, and part the numbers there: t "
              "above, b below, l left, r right"});
  visit("background_hue_deg", appearance.background_hue_deg,
        About{"strokes: the hue of the area behind the board", 0, 360});
  visit("background_hue_span_deg", appearance.background_hue_span_deg,
        About{"strokes: how far from that hue the background may be", 0, 180});
  visit("background_saturation_min", appearance.background_saturation_min,
        About{"strokes: the background's minimum saturation", 0, 1});
  visit("stroke_saturation_max", appearance.stroke_saturation_max,
        About{"strokes: a stroke's maximum saturation", 0, 1});
  visit("stroke_brightness_min", appearance.stroke_brightness_min,
        About{"strokes: a stroke's minimum brightness", 0, 1});
  visit("square", appearance.square, About{"the board has as many rows as columns"});
  visit("centred", appearance.centred, About{"the board lies in the middle of its background"});
}

struct LatticeResult {
  std::optional<Lattice> lattice;
  std::string why_not;  ///< if there is none, for people
};

/// O(pixels). If other colours may have run over lines of known colours, as JPEG lets them, lines
/// are also found by their brightness alone; that takes as long again. Throws Error unless `bgr` is
/// 8UC3, not empty, and at most 16384 pixels per side.
LatticeResult find_lattice(const cv::Mat& bgr, const LatticeAppearance& appearance,
                           bool may_be_run_over = false);

/// A position that may be part of a periodic fit, and the evidence for it.
struct Peak {
  double at = 0;  ///< pixels
  double weight = 1;
};
/// Places of which each is less than `within` from the next, as their mean, weighted by how many
/// they are; ascending. O(n log n).
std::vector<Peak> cluster_means(std::vector<double> places, double within);

/// Evenly spaced positions: `first`, `first + pitch`, ...
struct PeriodicFit {
  double first = 0;
  double pitch = 0;
  int count = 0;
  double explained = 0;  ///< share of the peaks' weight that lies on them
};
/// The fit with the most positions, each of which has a peak; peaks in between do not matter. Has
/// at least three positions, `pitch_min` or more pixels apart. O(n^2 log n) for n ascending peaks;
/// nothing for more than 1000.
std::optional<PeriodicFit> fit_full_period(const std::vector<Peak>& peaks, double pitch_min);
/// The fits of the widest pitch that explains nearly all of the weight on both axes; positions
/// without a peak are allowed. O(n^2) for n ascending peaks per axis; nothing for more than 1000.
std::optional<std::pair<PeriodicFit, PeriodicFit>> fit_sparse_periods(
    const std::vector<Peak>& across, const std::vector<Peak>& down, double pitch_min);

}  // namespace eyehand
