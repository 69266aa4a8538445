// Learning a program of Lights Out by pressing tiles, whatever they look like.
#pragma once

#include "calibration/learn.hpp"
#include "calibration/prober.hpp"

namespace eyehand::calibration {

/// See learn_by_acting. Every tile must flip the same set of tiles around it. Presses some tiles
/// twice, then solves the board, to see a win.
Learned learn_lights_cells(Prober& prober, const LearnOptions& options);

}  // namespace eyehand::calibration
