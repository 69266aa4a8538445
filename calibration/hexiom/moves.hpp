// Where the cells of an unknown Hexiom board are, from what drags change: a piece that goes from
// one cell to another changes both, in opposite ways, no matter how they are drawn.
#pragma once

#include <opencv2/core.hpp>
#include <optional>
#include <vector>

#include "vision/hexiom/lattice.hpp"

namespace eyehand::calibration {

/// A piece that moved, or swapped places with another, in image pixels.
struct MovedPiece {
  cv::Point2d shift;  ///< from where it was to where it is
  cv::Rect box;       ///< around what changed where it was
  /// Whether the change fills its box as a piece does. Otherwise only numbers changed, which can
  /// happen when a piece moves.
  bool is_whole = false;
};

/// What a drag between these two points moved. Each point may be up to kDragReach from the centre
/// of its cell. `difference` is an 8-bit mask of where the pictures differ. Other cells may have
/// changed as well, if they changed less. O(pixels around the drag * log).
inline constexpr int kDragReach = 50;
std::optional<MovedPiece> find_move(const cv::Mat& before, const cv::Mat& after,
                                    const cv::Mat& difference, cv::Point from, cv::Point to);

/// How wide a piece is that is on the cell around `middle` in only one of two pictures;
/// `difference` is an 8-bit mask of where these differ. Pieces around it may have changed, too.
/// Pixels.
double width_on_cell(const cv::Mat& difference, const HexLattice& lattice, cv::Point2d middle);

/// The lattice position nearest to a point.
HexStep nearest_step(const HexLattice& lattice, cv::Point2d point);

/// The only lattice with a pitch in this range on which all these points lie, the first of them at
/// its centre; nothing if there is none, or if there are too few points to decide. Its side is 0.
std::optional<HexLattice> lattice_through(const std::vector<cv::Point2d>& points, double pitch_min,
                                          double pitch_max);

/// Adjusts a lattice's origin and pitch so that these points are as close as possible to their
/// nearest positions. Least squares.
void settle_on(HexLattice& lattice, const std::vector<cv::Point2d>& points);

}  // namespace eyehand::calibration
