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

/// What counts as gap: pixels of its colour; or, in a picture that is blurred or compressed, almost
/// of that colour, and parts of gaps that are spread over two pixels.
enum class Gaps { sharp, blurred };

/// Tiles may differ in size by half, and gaps have any width of at least one pixel, or half a pixel
/// where they are blurred. Two or more tiles in a row or a column make a board. O(pixels), some
/// 2 ms per million; 10 for blurred gaps.
Tiles find_tiles(const cv::Mat& bgr, const Appearance& appearance, Gaps kind = Gaps::sharp);

/// The light cross (like the letter x) that closes a banner: the rightmost within `area`.
std::optional<cv::Point2d> find_cross(const cv::Mat& bgr, cv::Rect area);

}  // namespace eyehand::lights
