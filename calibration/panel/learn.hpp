// Learning a panel program by acting.
#pragma once

#include "calibration/learn.hpp"
#include "calibration/prober.hpp"

namespace eyehand::calibration {

Learned learn_panel(Prober& prober, const LearnOptions& options);

}  // namespace eyehand::calibration
