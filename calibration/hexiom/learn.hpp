// Learning a Hexiom program by acting.
#pragma once

#include "calibration/learn.hpp"
#include "calibration/prober.hpp"

namespace eyehand::calibration {

Learned learn_hexiom(Prober& prober, const LearnOptions& options);

}  // namespace eyehand::calibration
