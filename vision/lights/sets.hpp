// The small drawings that show what each tile of a Lights Out board flips: a plan of the tiles
// around, to one scale on the whole board. The tile's own square is in the middle and filled; each
// other tile of the set is an outlined square, and squares that touch share a line.
#pragma once

#include <opencv2/core.hpp>
#include <string>
#include <vector>

#include "vision/appearance.hpp"

namespace eyehand::lights {

/// One tile as it is drawn, and the colour around its drawing.
struct DrawnTile {
  cv::Rect box;
  cv::Point2d middle;  ///< by the board's lattice, which is more exact than the box
  Colour background;
};

/// A tile's set as it was read.
struct DrawnSet {
  std::vector<cv::Point> offsets;  ///< columns right, rows down; row by row
  std::string rejection;           ///< empty if it is sure
};

/// Reads the drawings of all tiles of a board, which are of one size. Sets that reach further than
/// three tiles, that have a square which four others surround (its outline is theirs, so it may be
/// there or not), or to which something else was drawn are not accepted. O(pixels).
std::vector<DrawnSet> read_sets(const cv::Mat& bgr, const std::vector<DrawnTile>& tiles);

}  // namespace eyehand::lights
