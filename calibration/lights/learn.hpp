// Learning a program of Lights Out by pressing its tiles.
#pragma once

#include "calibration/guess_game.hpp"
#include "calibration/learn.hpp"
#include "calibration/prober.hpp"

namespace eyehand::calibration {

/// See learn_by_acting. About 20 s.
Learned learn_lights(Prober& prober, const LearnOptions& options);
constexpr EffectKind effect_of_lights() {
  return EffectKind::flips_several;
}

}  // namespace eyehand::calibration
