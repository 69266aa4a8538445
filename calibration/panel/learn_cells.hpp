// Learning a panel program by toggling tiles, whatever they look like.
#pragma once

#include "calibration/learn.hpp"
#include "calibration/prober.hpp"

namespace eyehand::calibration {

/// See learn_by_acting. Toggles some tiles twice, and never so that the panel is solved, as far as
/// it can be read at that point.
Learned learn_panel_cells(Prober& prober, const LearnOptions& options);

}  // namespace eyehand::calibration
