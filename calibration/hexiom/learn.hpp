// Learning a Hexiom program by moving pieces, whatever they look like.
#pragma once

#include "calibration/guess_game.hpp"
#include "calibration/learn.hpp"
#include "calibration/prober.hpp"

namespace eyehand::calibration {

/// See learn_by_acting. Drags between likely places until a piece moves, which shows the lattice;
/// then moves pieces to each cell and from it, and all of them back, unless keys start new games.
Learned learn_hexiom(Prober& prober, const LearnOptions& options);
constexpr EffectKind effect_of_hexiom() {
  return EffectKind::moves;
}

}  // namespace eyehand::calibration
