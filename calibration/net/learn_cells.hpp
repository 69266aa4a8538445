// Learning a program of Net by turning tiles, whatever they look like.
#pragma once

#include "calibration/learn.hpp"
#include "calibration/prober.hpp"

namespace eyehand::calibration {

/// See learn_by_acting. Turns some tiles four times, then solves the board, to see what powered
/// wires and a win look like.
Learned learn_net_cells(Prober& prober, const LearnOptions& options);

}  // namespace eyehand::calibration
