// Pictures of tiles in their two states, from presses that were observed.
#pragma once

#include <opencv2/core.hpp>
#include <span>
#include <vector>

#include "calibration/survey.hpp"
#include "vision/cells/atlas.hpp"
#include "vision/lattice.hpp"

namespace eyehand::calibration {

struct States {
  std::vector<cells::Sample> samples;  ///< labels: 0 and 1 for the states, 2 for what is beside
  int plainer = 0;  ///< the state that stands out less from the board's surroundings
};

/// Divides the pictures of all tiles, `now` and before and after the presses, by what a press
/// changes. At least one press must have changed a tile.
States find_states(std::span<const Press> presses, const Lattice& lattice, const cv::Mat& now);

/// The picture of a tile.
cv::Mat patch_of(const cv::Mat& picture, const Lattice& lattice, int tile);

}  // namespace eyehand::calibration
