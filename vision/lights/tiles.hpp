// Locates the tiles of a Lights Out board: components of a picture that gaps of one colour
// separate.
#pragma once

#include <opencv2/core.hpp>
#include <string>
#include <vector>

#include "vision/lattice.hpp"
#include "vision/lights/read.hpp"

namespace eyehand::lights {

struct Tiles {
  Lattice lattice;              ///< through the tiles' centres; no columns if none was found
  std::vector<cv::Rect> boxes;  ///< per tile; empty where there is no separate one
  std::string why_not;          ///< if a board cannot be read, for people
};

/// Tiles may differ in size by half, and gaps have any width of at least one pixel. Two or more
/// tiles in a row or a column make a board. If some are missing, the picture may be blurred or
/// compressed: gaps of half a pixel, and almost of their colour, count if with them all tiles are
/// found. O(pixels), then some 10 ms per million.
Tiles find_tiles(const cv::Mat& bgr, const Appearance& appearance);

/// The light cross (like the letter x) that closes a banner: the rightmost within `area`.
std::optional<cv::Point2d> find_cross(const cv::Mat& bgr, cv::Rect area);

}  // namespace eyehand::lights
