// Measures one cell of a Hexiom board whose place is known, independently of the other cells.
#pragma once

#include <opencv2/core.hpp>

#include "vision/hexiom/numeral.hpp"
#include "vision/hexiom/read.hpp"

namespace eyehand::hexiom {

struct CellObservation {
  CellForeground foreground;
  cv::Vec3d fill;  ///< the cell's own colour, BGR
  /// Marks of a lock, whatever is in the cell: how far the cell differs from one without them. 0:
  /// not at all.
  double claws = 0;     ///< how far the upper edge's ends differ from its middle, 0 to 255
  double odd_edge = 0;  ///< how far that middle differs from other edges', 0 to 255
  double badge = 0;     ///< foreground above a numeral, as a share of the numeral's
  double line = 0;      ///< the line within the rim, as a share of the rim's
};

/// `middle` must be accurate to a fraction of a pixel. O(pixels of the cell).
CellObservation measure_cell(const cv::Mat& bgr, const Appearance& appearance, cv::Point2d middle,
                             double pitch, bool flat_topped);

}  // namespace eyehand::hexiom
