// Labels for a Net board: which sides of a tile wires reach, and where the source is.
#pragma once

#include <memory>

#include "calibration/learn_labels.hpp"

namespace eyehand::calibration {

/// See find_groups: tiles whose sides are reached in the same pattern, however it is turned, and
/// with the same mark on their centres. The label of one holds for all, turned. About 40 lattice
/// searches, O(pixels) each.
std::unique_ptr<Labelling> label_net(const Frame& frame);

}  // namespace eyehand::calibration
