// Labels for a Lights Out board: which tiles are lit.
#pragma once

#include <memory>

#include "calibration/learn_labels.hpp"

namespace eyehand::calibration {

/// See find_groups: tiles separated by gaps of one of the picture's common colours, clustered by
/// the colours near their rims. O(pixels), about 60 times.
std::unique_ptr<Labelling> label_lights(const Frame& frame);

}  // namespace eyehand::calibration
