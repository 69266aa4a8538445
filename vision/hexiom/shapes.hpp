// Shapes in a picture that may be the cells of a hexagonal lattice: hexagons, rounded ones, discs.
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

/// Colours that may be the background: the commonest at the picture's rim, then the commonest of
/// all, at most `n`, each far from those before it. `bgr` is not empty. O(pixels).
std::vector<Colour> likely_backgrounds(const cv::Mat& bgr, int n);

/// What is drawn on a background, and what is left free in what is drawn, as far as it is about as
/// wide as high, about as full as a hexagon, and at least `size_min` in width and height.
/// `foreground` is CV_8UC1, not 0 where something is drawn. O(pixels).
std::vector<HexShape> hexagonal_shapes(const cv::Mat& foreground, int size_min);

/// Shapes of one size, to a pixel or some percent: the largest such cluster, the largest of what is
/// left, and so on, at most `n` clusters.
std::vector<std::vector<HexShape>> clusters_by_size(const std::vector<HexShape>& shapes, int n);

}  // namespace eyehand
