// The appearance of a panel program from pictures of it before and after its tiles were toggled:
// what changed is the tile, what stayed is the symbol on it, and what came and went with the state
// is the foreground of outlines and marks.
#pragma once

#include <opencv2/core.hpp>
#include <optional>

#include "vision/panel/read.hpp"

namespace eyehand::calibration {

/// A tile that was seen to toggle.
struct ToggledTile {
  cv::Mat before, after;  ///< the window
  cv::Rect box;           ///< around what changed
};

/// The appearance as far as one tile shows it: the background, both states, the tile's shape. Hues
/// are the defaults, and the rest is guessed. Empty if no lattice of such tiles is found.
std::optional<panel::Appearance> appearance_of_tile(const ToggledTile& tile);

/// Two pictures of one panel between which as many tiles as possible have changed their state.
struct ToggledPanel {
  cv::Mat before, after;
  panel::Reading where;        ///< of either: only the places of its tiles can be relied on
  std::vector<bool> is_there;  ///< per tile: not missing
  std::vector<bool> toggled;   ///< per tile
};

/// Whether the tile is lit, by the colour along its rim; empty if it is in neither state.
std::optional<bool> is_lit(const cv::Mat& bgr, const panel::Appearance& appearance,
                           cv::Point2d middle, double pitch);
/// The distance between neighbours' centres.
double pitch_of(const panel::Reading& reading);

/// Adds the hues, foregrounds, bolts and bridges that occur on the panel, and finds the size of
/// symbols by trial: the one with which both pictures are accepted. About 30 readings.
void complete_appearance(panel::Appearance& appearance, const ToggledPanel& panel);

}  // namespace eyehand::calibration
