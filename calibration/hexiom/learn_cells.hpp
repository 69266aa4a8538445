// Learning a Hexiom program by moving pieces, whatever they look like.
#pragma once

#include "calibration/learn.hpp"
#include "calibration/prober.hpp"

namespace eyehand::calibration {

/// See learn_by_acting. Drags between likely places until a piece moves, which shows two cells;
/// then moves pieces to each cell and from it, and all of them back.
Learned learn_hexiom_cells(Prober& prober, const LearnOptions& options);

}  // namespace eyehand::calibration
