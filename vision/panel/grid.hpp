// Locates the tiles of a panel in a picture.
#pragma once

#include <opencv2/core.hpp>
#include <string>
#include <vector>

#include "vision/panel/palette.hpp"

namespace eyehand::panel {

/// Lengths in pixels; coordinates are of pixels' edges: pixel (x, y) reaches from x to x + 1.
struct Grid {
  cv::Point2d origin;  ///< the outer corner of the first cell
  double pitch = 0;    ///< from one cell to the next
  cv::Point2d step;    ///< pitch across and down: a scaled window may differ slightly in the two
  double tile = 0;     ///< approximate width of a tile
  int columns = 0;     ///< 0: none was found
  int rows = 0;
  std::string why_not;
};

/// The rows and columns that have tiles, by the runs of pixels that cross them; the most likely
/// grid first. There may be several, because in a picture of few tiles the symbols may be as
/// regular as the tiles. If there is none, the only one has no columns and says why. O(pixels).
std::vector<Grid> find_grids(const cv::Mat& bgr, const Palette& palette, double cell_min_px);

}  // namespace eyehand::panel
