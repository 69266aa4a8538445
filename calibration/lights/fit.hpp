// The look of a Lights Out program from pictures of it before and after a press.
#pragma once

#include <opencv2/core.hpp>
#include <optional>
#include <vector>

#include "vision/frame.hpp"
#include "vision/lights/read.hpp"
#include "vision/lights/tiles.hpp"

namespace eyehand::calibration {

/// A press that was watched: the window before and after it, and the box around what changed where
/// it was pressed, which is a tile.
struct Press {
  cv::Mat before, after;
  cv::Point at;
  cv::Rect tile;
};

/// The gaps' colour and its tolerance: those by which a board is found that has the pressed tile
/// among its tiles, with the most tiles. Nothing if there are none. O(pixels), some 30 times.
std::optional<lights::Appearance> find_gaps(const Press& press);

/// The colours across the tile at `at` in a picture, at its rim, where nothing is drawn on it: one,
/// or, where they are not all alike, those at its left and its right side.
std::vector<Colour> colours_across(const cv::Mat& bgr, const cv::Rect& tile);

/// How far two lists of colours are apart: the largest distance at either end.
int apart(const std::vector<Colour>& a, const std::vector<Colour>& b);

/// The tile of a board at this place; empty if there is none.
cv::Rect tile_at(const lights::Tiles& tiles, cv::Point at);

}  // namespace eyehand::calibration
