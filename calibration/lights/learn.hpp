// Learning a program of Lights Out by pressing tiles, whatever they look like.
#pragma once

#include "calibration/guess_game.hpp"
#include "calibration/learn.hpp"
#include "calibration/prober.hpp"

namespace eyehand::calibration {

/// See learn_by_acting. Every tile must flip the same set of tiles around it, or outlined squares
/// must show what it flips. Presses some tiles twice, then solves the board for one goal or both,
/// to see which wins. 20 to 50 s.
Learned learn_lights(Prober& prober, const LearnOptions& options);
constexpr EffectKind effect_of_lights() {
  return EffectKind::flips_several;
}

}  // namespace eyehand::calibration
