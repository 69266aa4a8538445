// Labels for a board of Hexiom: which numeral each piece shows.
#pragma once

#include <memory>

#include "calibration/learn_labels.hpp"

namespace eyehand::calibration {

/// See find_groups: the cells in which something stands, grouped by the likeness of that. O(pixels)
/// and O(cells * groups).
std::unique_ptr<Labelling> label_hexiom(const Frame& frame);

}  // namespace eyehand::calibration
