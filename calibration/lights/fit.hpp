// The appearance of a Lights Out program from pictures of it before and after a press.
#pragma once

#include <opencv2/core.hpp>
#include <optional>
#include <vector>

#include "vision/frame.hpp"
#include "vision/lights/read.hpp"
#include "vision/lights/tiles.hpp"

namespace eyehand::calibration {

/// An observed press: the window before and after it, and the box around what changed at the
/// pointer, which is a tile.
struct TilePress {
  cv::Mat before, after;
  cv::Point at;
  cv::Rect tile;
};

/// The colour of the gaps and its tolerance: those that find the board with the most tiles, the
/// pressed one among them. Empty if none does. O(pixels), about 30 times.
std::optional<lights::Appearance> find_gaps(const TilePress& press);

/// The colours across a tile, near its rim, where nothing is drawn on it: one or, if they vary,
/// those at its left and right sides.
std::vector<Colour> colours_across(const cv::Mat& bgr, const cv::Rect& tile);

/// The distance between two lists of colours: the larger of the distances at their ends.
int apart(const std::vector<Colour>& a, const std::vector<Colour>& b);

/// The tile of a board at this place; empty if there is none.
cv::Rect tile_at(const lights::Tiles& tiles, cv::Point at);

}  // namespace eyehand::calibration
