// Learning a Slitherlink program by acting.
#pragma once

#include "calibration/learn.hpp"
#include "calibration/prober.hpp"

namespace eyehand::calibration {

Learned learn_slitherlink(Prober& prober, const LearnOptions& options);

}  // namespace eyehand::calibration
