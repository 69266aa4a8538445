// Labels for a Hexiom board: which number each piece shows.
#pragma once

#include <memory>

#include "calibration/learn_labels.hpp"

namespace eyehand::calibration {

/// See find_groups: the cells that are not empty, clustered by likeness. O(pixels) and O(cells *
/// clusters).
std::unique_ptr<Labelling> label_hexiom(const Frame& frame);

}  // namespace eyehand::calibration
