// Labels for a panel: the state of a tile, and what is on it.
#pragma once

#include <memory>

#include "calibration/learn_labels.hpp"

namespace eyehand::calibration {

/// See find_groups: tiles that look the same. O(pixels), about ten times.
std::unique_ptr<Labelling> label_panel(const Frame& frame);

}  // namespace eyehand::calibration
