// The appearance of a panel program that draws flat tiles on a background of one colour, from
// pictures of a panel whose tiles are known.
#pragma once

#include <opencv2/core.hpp>
#include <optional>
#include <string>
#include <vector>

#include "calibration/panel/tiles.hpp"
#include "puzzle/panel/board.hpp"
#include "vision/panel/read.hpp"

namespace eyehand::calibration {

/// Links are not considered.
struct KnownPanel {
  cv::Mat picture;
  std::vector<std::optional<panel::Tile>> tiles;  ///< empty: not known
};

struct FittedPanel {
  panel::Appearance appearance;
  std::string unseen_hues;  ///< that have their usual colours, separated by commas
  int disagreements = 0;    ///< how many tiles are read differently, or rejected, in all pictures
};

/// Pictures of one panel. What they do not show is guessed: the foregrounds and the bolts of locks,
/// bridges, the walker. The size of symbols is found by trial, with 17 readings of each picture.
/// Throws LearnStopped (unreadable) if they lack one of the states, or a tile that stands alone.
FittedPanel fit_panel(const std::vector<KnownPanel>& panels, const PanelTiles& places);

}  // namespace eyehand::calibration
