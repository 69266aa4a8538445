// A first look at an unknown program: what a few clicks and drags do, so that the games it may be
// are tried in the likeliest order. It knows effects only, no game; each game's learner names the
// effect that its programs have (learners.hpp).
#pragma once

#include <opencv2/core.hpp>
#include <optional>
#include <string_view>
#include <vector>

#include "calibration/prober.hpp"

namespace eyehand::calibration {

/// What clicks and drags do to a board.
enum class EffectKind {
  turns,          ///< four clicks restore a cell, two do not
  flips_several,  ///< two clicks restore what changed; clicks elsewhere on it change other cells
                  ///< too
  flips_one,      ///< two clicks restore what changed; clicks elsewhere on it do the same
  draws,          ///< something thin and long appears; most clicks do nothing
  moves,          ///< clicks do nothing, but something follows a drag
};

constexpr std::string_view name(EffectKind kind) {
  switch (kind) {
    case EffectKind::turns:
      return "clicks turn something";
    case EffectKind::flips_several:
      return "clicks flip several cells";
    case EffectKind::flips_one:
      return "clicks flip one cell";
    case EffectKind::draws:
      return "clicks draw lines";
    case EffectKind::moves:
      return "drags move something";
  }
  return "";
}

/// Clicks on one place until the window looked as before.
struct ClickCycle {
  cv::Point at;
  int clicks = 0;    ///< how many; 0: it never did
  cv::Mat strength;  ///< 8-bit: by how much each pixel differs after the first click
};

/// What these clicks show about the program. `other` are clicks on another part of what `first`
/// changed, if they had an effect. Nothing if it cannot be said.
std::optional<EffectKind> kind_of(const ClickCycle& first, const std::optional<ClickCycle>& other);

/// Another place on what the clicks changed, as far inside it as possible.
cv::Point place_elsewhere(const ClickCycle& cycle);

/// Clicks, and if nothing reacts drags, at some promising places, and undoes each effect. Returns
/// all kinds of effects, likeliest first. 2 to 15 s, twice that on a busy machine. `report` gets
/// what was seen. Throws LearnStopped as the prober does.
std::vector<EffectKind> likely_effects(Prober& prober, const StageReport& report);

}  // namespace eyehand::calibration
