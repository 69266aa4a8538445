// Learning a program of Lights Out by its geometry: tiles of one colour separated by gaps of
// another, or with their sets drawn on them.
#pragma once

#include "calibration/learn.hpp"
#include "calibration/prober.hpp"

namespace eyehand::calibration {

/// For programs that draw each tile's set on it, which learn_lights_cells does not support. See
/// learn_by_acting.
Learned learn_lights_geometry(Prober& prober, const LearnOptions& options);

}  // namespace eyehand::calibration
