// How a program draws on each tile what it flips, from tiles that were pressed.
#pragma once

#include <opencv2/core.hpp>
#include <optional>
#include <span>
#include <vector>

#include "puzzle/lights/board.hpp"
#include "vision/frame.hpp"
#include "vision/lights/outlines.hpp"

namespace eyehand::calibration {

/// What pressing a tile flipped.
struct KnownSet {
  cv::Point2d centre;  ///< of the tile, image pixels
  std::vector<lights::Offset> offsets;
};

/// The appearance by which all these sets are read correctly, as clearly as possible; nothing if
/// there is none, or if all sets are alike. Some 0.3 s.
std::optional<lights::OutlineAppearance> fit_outlines(const Frame& frame, double pitch,
                                                      std::span<const KnownSet> known);

}  // namespace eyehand::calibration
