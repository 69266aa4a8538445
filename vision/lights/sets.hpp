// The small drawings that show which tiles each tile of a Lights Out board flips: a plan of the
// tiles around it, at one scale on the whole board. The tile's own square is in the centre and
// filled; each other tile of the set is an outlined square, and squares that touch share a line.
#pragma once

#include <opencv2/core.hpp>
#include <string>
#include <vector>

#include "vision/appearance.hpp"

namespace eyehand::lights {

/// A tile, and the colour around its drawing.
struct DrawnTile {
  cv::Rect box;
  cv::Point2d middle;  ///< by the board's lattice, which is more accurate than the box
  Colour background;
};

/// A tile's set as it was read.
struct DrawnSet {
  std::vector<cv::Point> offsets;  ///< columns right, rows down; row by row
  std::string rejection;           ///< empty if the set is accepted
};

/// Reads the drawings of all tiles of a board, which have one size. Rejects sets that reach further
/// than three tiles, sets with a square that four others surround (its outline is theirs, so it may
/// or may not be there), and drawings with anything else in them. O(pixels). Where a drawing is not
/// sharp, all are read by what they must be so that the pixels look as they do (diagram.hpp), which
/// takes some 0.1 s.
std::vector<DrawnSet> read_sets(const cv::Mat& bgr, const std::vector<DrawnTile>& tiles);

}  // namespace eyehand::lights
