// How each game's programs are learned. The table is generated from the games' folders (see
// CMakeLists.txt here): GAME/learn.hpp declares learn_GAME and effect_of_GAME(), GAME/label.hpp
// declares label_GAME.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "calibration/guess_game.hpp"
#include "calibration/learn.hpp"
#include "calibration/learn_labels.hpp"
#include "calibration/prober.hpp"

namespace eyehand::calibration {

struct GameLearners {
  std::string_view game;
  Learned (*by_acting)(Prober& prober, const LearnOptions& options);  ///< null if there is none
  EffectKind effect;  ///< what clicks do in its programs, if they can be learned by acting
  std::unique_ptr<Labelling> (*by_labels)(const Frame& frame);  ///< null if there is none
};

std::span<const GameLearners> all_learners();
/// With null functions for a game that has none, or does not exist.
GameLearners learners_of(std::string_view game);

/// Throws LearnStopped: the game cannot be learned this way; names those that can.
[[noreturn]] void fail_not_learned(std::string_view game, std::string_view way,
                                   bool (*can_learn)(std::string_view game));

}  // namespace eyehand::calibration
