// Corrects a square lattice by the centres of cells that were seen: what was measured between a few
// neighbours is off by some tenths of a pixel, which add up across the board.
#pragma once

#include <opencv2/core.hpp>
#include <optional>
#include <span>

namespace eyehand::calibration {

struct SeenCentre {
  cv::Point cell;   ///< its column and row in the lattice
  cv::Point2d off;  ///< of its centre, from where the lattice has it, pixels
};

/// What is to be added to the lattice, pixels.
struct LatticeCorrection {
  cv::Point2d origin, pitches;
  bool is_oblong = false;  ///< cells are surely not square, so the pitches differ
};

/// By linear regression. Nothing if the cells lie too close together to say more than what the
/// lattice was made of. `may_be_oblong` is false once cells are known to be square. O(n^2).
std::optional<LatticeCorrection> correct_lattice(std::span<const SeenCentre> centres,
                                                 bool may_be_oblong);

}  // namespace eyehand::calibration
