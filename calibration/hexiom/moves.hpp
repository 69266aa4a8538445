// Where the cells of an unknown Hexiom board are, from what drags change: a piece that goes from
// one cell to another changes both, in opposite ways, no matter how they are drawn.
#pragma once

#include <opencv2/core.hpp>
#include <optional>
#include <vector>

#include "vision/hexiom/lattice.hpp"

namespace eyehand::calibration {

/// A piece that moved, or changed places with another, in image pixels.
struct MovedPiece {
  cv::Point2d shift;  ///< from where it was to where it is
  cv::Rect box;       ///< around what changed where it was
  /// Whether that fills its box as a piece does. Otherwise only numbers changed, as may be if it
  /// does.
  bool is_whole = false;
};

/// What a drag between these two points moved, each of which may be up to kReach from the middle of
/// its cell. `difference` is what differs between the pictures, an 8-bit mask. Other cells may have
/// changed as well, as long as it is less. O(pixels around the drag * log).
inline constexpr int kDragReach = 50;
std::optional<MovedPiece> find_move(const cv::Mat& before, const cv::Mat& after,
                                    const cv::Mat& difference, cv::Point from, cv::Point to);

/// The place of a lattice next to a point.
HexStep nearest_step(const HexLattice& lattice, cv::Point2d point);

/// The one lattice with a pitch in this range on which all these points lie, the first of which is
/// its middle; nothing if there is none, or too few points to know. Its side is 0.
std::optional<HexLattice> lattice_through(const std::vector<cv::Point2d>& points, double pitch_min,
                                          double pitch_max);

/// Moves a lattice and changes its pitch, so that these points are as near as possible to the
/// places that they are next to. Least squares.
void settle_on(HexLattice& lattice, const std::vector<cv::Point2d>& points);

}  // namespace eyehand::calibration
