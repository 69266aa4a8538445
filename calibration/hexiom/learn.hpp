// Learning a Hexiom program by acting.
#pragma once

#include "calibration/guess_game.hpp"
#include "calibration/learn.hpp"
#include "calibration/prober.hpp"

namespace eyehand::calibration {

Learned learn_hexiom(Prober& prober, const LearnOptions& options);
constexpr EffectKind effect_of_hexiom() {
  return EffectKind::moves;
}

}  // namespace eyehand::calibration
