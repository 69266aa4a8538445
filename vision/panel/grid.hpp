// Where the tiles of a panel are in a picture.
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
  cv::Point2d step;    ///< ... across and down: scaled windows are not scaled quite alike in both
  double tile = 0;     ///< the width of a tile, or so
  int columns = 0;     ///< 0: none was found
  int rows = 0;
  std::string why_not;
};

/// The rows and columns that have tiles, given by the runs that cross them: the most likely
/// grid first. In a picture of few tiles what is on them may be as regular as they are, so there
/// may be several. If there is none, one without columns says why. O(pixels).
std::vector<Grid> find_grids(const cv::Mat& bgr, const Palette& palette, double cell_min_px);

}  // namespace eyehand::panel
