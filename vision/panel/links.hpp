// Bridges between tiles that toggle together.
#pragma once

#include <opencv2/core.hpp>

#include "vision/panel/cell.hpp"

namespace eyehand::panel {

/// Half the width of the widest bridges, pixels of a cell.
inline constexpr int kWideBridge = 16;

/// How much there seems to be a bridge between two cells side by side, or (not `across`) one above
/// the other: see CellsAppearance::link_contrast. `outside`: distances from the tile's edge
/// outwards, pixels, CV_32F. O(pixels of a cell's side).
float link_contrast(const Cell& left, const Cell& right, const cv::Mat& outside, bool across);

}  // namespace eyehand::panel
