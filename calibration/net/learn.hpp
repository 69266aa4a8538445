// Learning a program of Net by turning its tiles.
#pragma once

#include "calibration/guess_game.hpp"
#include "calibration/learn.hpp"
#include "calibration/prober.hpp"

namespace eyehand::calibration {

/// See learn_by_acting. About 30 s, plus 0.15 s per tile.
Learned learn_net(Prober& prober, const LearnOptions& options);
constexpr EffectKind effect_of_net() {
  return EffectKind::turns;
}

}  // namespace eyehand::calibration
