// Where the cells of an unknown board are and what a click changes on it, found by clicking alone:
// however cells are drawn, a click on one changes it, or cells at fixed offsets from it.
#pragma once

#include <opencv2/core.hpp>
#include <optional>
#include <vector>

#include "calibration/pitch.hpp"
#include "calibration/prober.hpp"
#include "vision/cells/atlas.hpp"
#include "vision/lattice.hpp"

namespace eyehand::calibration {

/// The lattice of this pitch whose cells these masks fill as completely as possible while leaving
/// others empty, with as many columns and rows as needed. O(masks * pitch^2 * cells).
Lattice lattice_around(const std::vector<cv::Mat>& masks, double pitch);

/// The share of each cell of a lattice that a mask covers, row by row.
std::vector<double> coverage(const cv::Mat& mask, const Lattice& lattice);
/// The cells that a mask covers nearly as completely as the one that it covers most.
std::vector<bool> cells_changed(const cv::Mat& mask, const Lattice& lattice);

/// Finds a place where a click changes something that a second click changes back, then the cells
/// around it, by how the change moves when the click does. Clicks each place an even number of
/// times, so that the board is as it was, unless it throws LearnStopped.
class Survey {
 public:
  explicit Survey(Prober& prober) : prober_(prober) {}

  void run();

  const Lattice& lattice() const { return lattice_; }
  /// All clicks that changed something; half of them changed it back.
  const std::vector<Press>& presses() const { return presses_; }
  /// The first clicks whose effect a second click did not undo altogether. One may have won a game.
  const std::vector<Press>& unreturned() const { return unreturned_; }
  /// Clicks the centre of a cell twice; returns what the first click did. Nothing if it changed
  /// nothing.
  std::optional<Press> press(int column, int row);
  /// Pictures of cells that a click changed, before and after: patches of `pixels` per side.
  std::vector<cells::Sample> changed_cells(int pixels) const;

 private:
  bool find_first();
  /// Clicks a place twice, and, unless this is that attempt, twice again if what that shows is
  /// unclear.
  std::optional<Press> press_twice(cv::Point at, bool is_again = false);
  /// Across and down, pixels; both the same if only one is found.
  cv::Size2d find_pitches();
  /// Stretches frames so that cells of these sides are square, and presses again.
  void make_square(cv::Size2d pitches);
  /// Appends presses that do not show a step to `unclear`.
  std::optional<cv::Point> step_towards(cv::Point direction, std::vector<Press>& unclear);
  void find_extent();
  /// The lattice of this pitch, with all its cells.
  void fit_lattice(double pitch);
  /// Fits the lattice again where a step from one cell to the next was not measured precisely
  /// enough for the whole board, and stretches frames, and the pictures of presses, if need be.
  void refine();

  Prober& prober_;
  Lattice lattice_;
  std::vector<Press> presses_, unreturned_;
};

/// Places to click, the most promising first: the middles of regions that differ from the common
/// background, then everywhere.
std::vector<cv::Point> promising_places(const cv::Mat& bgr);

}  // namespace eyehand::calibration
