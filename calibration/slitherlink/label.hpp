// Labels for a Slitherlink board: what the edges' states mean, and which digit each number is.
#pragma once

#include <memory>

#include "calibration/learn_labels.hpp"

namespace eyehand::calibration {

/// See find_groups: edges on which the same thing is drawn, and faces whose numbers look alike, on
/// any grid. About ten times the cost of a reading.
std::unique_ptr<Labelling> label_slitherlink(const Frame& frame);

}  // namespace eyehand::calibration
