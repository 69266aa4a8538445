// Learning a Slitherlink program by acting.
#pragma once

#include "calibration/guess_game.hpp"
#include "calibration/learn.hpp"
#include "calibration/prober.hpp"

namespace eyehand::calibration {

Learned learn_slitherlink(Prober& prober, const LearnOptions& options);
constexpr EffectKind effect_of_slitherlink() {
  return EffectKind::draws;
}

}  // namespace eyehand::calibration
