// Marks beside a tile, or along its rim, that say that it is locked. Marks on tiles: marks.hpp.
#pragma once

#include <opencv2/core.hpp>
#include <optional>

#include "vision/panel/cell.hpp"

namespace eyehand::panel {

/// Whether what is beside the tile differs from what is beside others, on all four sides. `around`
/// masks where all tiles look the same (PlainTile::kAround). `is_in_phase`: the screen's pixels lie
/// alike in all cells, so that edges, such as those of a thin border, look the same. O(pixels of a
/// cell).
bool is_framed(const Cell& cell, const cv::Mat& around, bool is_in_phase);
/// Whether there is a line along the rim's inner edge on all four sides, where pixels differ by so
/// much if the tile is slightly off that each of them says nothing. Nothing if a symbol is so close
/// to the edge that this is unclear. `inside`: distances from the tile's edge inwards, pixels,
/// CV_32F. If `is_in_phase`, an edge is never more blurred than that of the plain tile. O(pixels of
/// a cell).
std::optional<bool> has_line_along_rim(const Cell& cell, const cv::Mat& inside, bool is_in_phase);

}  // namespace eyehand::panel
