// Labels for a board of Lights Out: which tiles are lit.
#pragma once

#include <memory>

#include "calibration/learn_labels.hpp"

namespace eyehand::calibration {

/// See find_groups: tiles parted by gaps of one of the picture's usual colours, grouped by the
/// colours at their rims. O(pixels), some 60 times.
std::unique_ptr<Labelling> label_lights(const Frame& frame);

}  // namespace eyehand::calibration
