// Where the tiles of a Lights Out board are: pieces of a picture that gaps of one colour part.
#pragma once

#include <opencv2/core.hpp>
#include <string>
#include <vector>

#include "vision/lattice.hpp"
#include "vision/lights/read.hpp"

namespace eyehand::lights {

struct Tiles {
  Lattice lattice;              ///< through the tiles' middles; no columns if none was found
  std::vector<cv::Rect> boxes;  ///< per tile; empty where none stands by itself
  std::string why_not;          ///< a board cannot be read off that; for people
};

/// Tiles may differ in size by half, and stand in gaps of any width of at least one pixel. Two or
/// more in a row or a column make a board. O(pixels).
Tiles find_tiles(const cv::Mat& bgr, const Appearance& appearance);

/// A light cross (like the letter x) on the way out of a banner: the rightmost within `area`.
std::optional<cv::Point2d> find_cross(const cv::Mat& bgr, cv::Rect area);

}  // namespace eyehand::lights
