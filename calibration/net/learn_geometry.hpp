// Learning a program of Net by its geometry: wires between thin grid lines, or pale strokes over a
// photograph.
#pragma once

#include "calibration/learn.hpp"
#include "calibration/prober.hpp"

namespace eyehand::calibration {

/// For programs that draw barriers or locks, which learn_net_cells does not support. See
/// learn_by_acting.
Learned learn_net_geometry(Prober& prober, const LearnOptions& options);

}  // namespace eyehand::calibration
