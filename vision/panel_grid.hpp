// Where the tiles of a panel are in a picture.
#pragma once

#include <opencv2/core.hpp>
#include <string>

#include "vision/panel_paints.hpp"

namespace eyehand::panel {

/// Lengths in pixels; coordinates are of pixels' edges: pixel (x, y) reaches from x to x + 1.
struct Grid {
  cv::Point2d origin;  ///< the outer corner of the first cell
  double pitch = 0;    ///< from one cell to the next
  cv::Point2d step;    ///< ... across and down: scaled windows are not scaled quite alike in both
  double tile = 0;     ///< the width of a tile
  int columns = 0;     ///< 0: none was found
  int rows = 0;
  std::string why_not;
};

/// The rows and columns that have tiles. Tiles are known by the stretches of the picture's rows and
/// columns between ground and ground that begin and end in a tile's colour: whatever a tile's
/// outline and whatever is on it, they lie around its middle. O(pixels).
Grid find_grid(const cv::Mat& bgr, const Paints& paints, double cell_min_px);

}  // namespace eyehand::panel
