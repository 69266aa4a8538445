// Labels for a board of Net: which sides of a tile wires reach, and where the source is.
#pragma once

#include <memory>

#include "calibration/learn_labels.hpp"

namespace eyehand::calibration {

/// See find_groups: tiles whose sides seem to be reached in one pattern, however it is turned, and
/// on whose middles the same sits. What is said of one of them holds for all, turned. Some 40
/// searches for a lattice, O(pixels) each.
std::unique_ptr<Labelling> label_net(const Frame& frame);

}  // namespace eyehand::calibration
