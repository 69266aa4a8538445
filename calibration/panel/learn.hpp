// Learning a panel program by acting.
#pragma once

#include "calibration/guess_game.hpp"
#include "calibration/learn.hpp"
#include "calibration/prober.hpp"

namespace eyehand::calibration {

/// By effects, whatever tiles look like. If they are flat, the skin describes how they are drawn;
/// otherwise it contains pictures of them. See learn_by_acting.
Learned learn_panel(Prober& prober, const LearnOptions& options);
constexpr EffectKind effect_of_panel() {
  return EffectKind::flips_one;
}

}  // namespace eyehand::calibration
