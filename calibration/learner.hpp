// What all have in common that learn a game by acting: how they say what they have found, how they
// give up, the pace, and how the skin is written and tried at the end.
#pragma once

#include <string>
#include <string_view>

#include "calibration/learn.hpp"
#include "calibration/pace_search.hpp"
#include "calibration/prober.hpp"
#include "calibration/skin_text.hpp"

namespace eyehand::calibration {

/// The base of those that learn one game each; holds what they are given and what they measure.
class Learner {
 protected:
  Learner(Prober& prober, const LearnOptions& options) : prober_(prober), options_(options) {}
  ~Learner() = default;

  /// Tells of a stage that is done.
  void say(std::string_view stage, const std::string& what) const;
  [[noreturn]] static void give_up(End end, const std::string& why);

  /// The waits that belong to the pace, by all effects that were noted; and says what it is.
  void settle_pace(std::string_view gestures = "clicks");

  /// The beginning of a skin: the game, and how its window is told from others.
  SkinText begin_skin() const;
  /// Its pace, measured by `acting` ("clicking") faster and faster, and its keys.
  void write_pace(SkinText& skin, std::string_view acting) const;
  /// What the skin reads off the window now. Throws LearnStopped if it cannot (not sure).
  Learned try_skin(const std::string& skin);
  /// Gives up (stuck) if that is not the board that was found.
  static void check_as_found(bool is_as_found, std::string_view board = "board");

  Prober& prober_;
  const LearnOptions& options_;
  Pace pace_;
  Timing timing_;
};

}  // namespace eyehand::calibration
