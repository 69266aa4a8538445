// What a panel's tiles look like with nothing on them, from tiles that were toggled: what changed
// is the tile, and what did not is the symbol on it.
#pragma once

#include <opencv2/core.hpp>
#include <optional>
#include <vector>

#include "vision/panel/read_cells.hpp"

namespace eyehand::calibration {

/// A cell before and after it was toggled: kCellPixels wide and high, CV_32FC3.
struct ToggledCell {
  cv::Mat before, after;
};

/// The brighter of the two states is lit. Nothing if nothing changed. Where a filled tile was never
/// seen without a symbol, its colours follow from those around.
std::optional<panel::PlainTile> plain_tile(const std::vector<ToggledCell>& cells);

}  // namespace eyehand::calibration
