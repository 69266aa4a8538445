// Learning a program of Slitherlink on squares by what clicks and drags draw.
#pragma once

#include "calibration/learn.hpp"
#include "calibration/prober.hpp"

namespace eyehand::calibration {

/// Works however dots, lines, crosses and numbers are drawn. Some edges are drawn and crossed out,
/// never so that they form a loop, and cleared again.
Learned learn_slitherlink_cells(Prober& prober, const LearnOptions& options);

}  // namespace eyehand::calibration
