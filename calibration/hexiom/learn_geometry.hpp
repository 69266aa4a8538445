// Learning a Hexiom program by its geometry: hexagons separated by gaps on a uniform background,
// and pieces whose colours show whether they touch too few others.
#pragma once

#include "calibration/learn.hpp"
#include "calibration/prober.hpp"

namespace eyehand::calibration {

/// See learn_by_acting. Every piece is moved to an empty cell and back.
Learned learn_hexiom_geometry(Prober& prober, const LearnOptions& options);

}  // namespace eyehand::calibration
