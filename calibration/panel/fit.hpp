// The look of a panel program from pictures of it before and after its tiles were toggled: what
// changed is the tile, what stayed is the symbol on it, and what came and went with the state is
// the ink for outlines and marks.
#pragma once

#include <opencv2/core.hpp>
#include <optional>

#include "vision/frame.hpp"
#include "vision/panel/read.hpp"

namespace eyehand::calibration {

/// A tile that was seen to toggle.
struct ToggledTile {
  cv::Mat before, after;  ///< the window
  cv::Rect box;           ///< around what changed
};

/// The look as far as one tile tells it: the ground, both states, the tile's shape. Hues are the
/// usual ones, and all of the rest is guessed. Nothing if there are no such tiles in a lattice.
std::optional<panel::Appearance> appearance_of_tile(const ToggledTile& tile);

/// Two pictures of one panel between which as many tiles as possible have changed their state.
struct ToggledPanel {
  cv::Mat before, after;
  panel::Reading where;        ///< of either: the places of its tiles are to be believed, no more
  std::vector<bool> is_there;  ///< one a tile: not missing
  std::vector<bool> toggled;   ///< one a tile
};

/// Whether the tile is in the lit state, by the colour along its rim; nothing if in neither.
std::optional<bool> is_lit(const cv::Mat& bgr, const panel::Appearance& appearance,
                           cv::Point2d middle, double pitch);
/// The distance between neighbours' middles.
double pitch_of(const panel::Reading& reading);

/// Adds hues, inks, bolts and bridges as far as they are on the panel, and finds out the size of
/// symbols by trying: the one with which both pictures are read for certain. Some 30 readings.
void complete_appearance(panel::Appearance& appearance, const ToggledPanel& panel);

}  // namespace eyehand::calibration
