// Shapes in a picture that may be cells of a hexagonal lattice: hexagons, rounded or not, and
// discs.
#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "vision/appearance.hpp"

namespace eyehand {

/// Lengths in pixels; coordinates are of pixel centres.
struct HexShape {
  cv::Point2d middle;
  int width = 0, height = 0;
};

/// At most `n` colours that may be the background: the commonest at the picture's edge, then the
/// commonest overall, each distinct from those before it. `bgr` must not be empty. O(pixels).
std::vector<Colour> likely_backgrounds(const cv::Mat& bgr, int n);

/// Components of the foreground, and holes in it, that are about as wide as they are high, fill
/// about as much of their box as a hexagon, and are at least `size_min` wide and high. `foreground`
/// is CV_8UC1, not 0 where something is drawn. O(pixels).
std::vector<HexShape> hexagonal_shapes(const cv::Mat& foreground, int size_min);

/// At most `n` clusters of shapes of one size, to a pixel or some percent: the largest, the largest
/// of the remaining shapes, and so on.
std::vector<std::vector<HexShape>> clusters_by_size(const std::vector<HexShape>& shapes, int n);

}  // namespace eyehand
