// Learning a program of Slitherlink by its geometry: dots that are joined by strokes.
#pragma once

#include "calibration/learn.hpp"
#include "calibration/prober.hpp"

namespace eyehand::calibration {

/// For programs with faces other than squares, or in which errors have a colour of their own, which
/// learn_slitherlink_cells does not support. See learn_by_acting.
Learned learn_slitherlink_geometry(Prober& prober, const LearnOptions& options);

}  // namespace eyehand::calibration
