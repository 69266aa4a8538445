#include "calibration/learner.hpp"

#include <spdlog/fmt/fmt.h>

#include "x11/browsers.hpp"

namespace eyehand::calibration {

void Learner::report(std::string_view stage, const std::string& what) const {
  if (options_.report) options_.report(stage, what);
}

void Learner::stop(End end, const std::string& why) {
  throw LearnStopped(end, why);
}

void Learner::settle_pace(std::string_view gestures) {
  timing_.set_waits(pace_);
  report("pace", fmt::format("{} ms held, {} ms between {}, still after {} ms", pace_.hold.count(),
                             pace_.gap.count(), gestures, pace_.settle.count()));
}

SkinText Learner::begin_skin() const {
  return {options_.game,
          fmt::format("{}, as learned from its window", x11::page_title(options_.window)),
          options_.window};
}

void Learner::write_pace(SkinText& skin, std::string_view acting) const {
  skin.comment(fmt::format("Measured by {} faster and faster.", acting));
  skin.table("pace", pace_);
  skin.new_game(options_.new_game_keys, options_.dismiss_keys);
}

Learned Learner::try_skin(const std::string& skin) {
  return learned_from(skin, prober_.rest(), options_);
}

void Learner::check_as_found(bool is_as_found, std::string_view board) {
  if (!is_as_found) stop(End::stuck, fmt::format("the {} was not restored.", board));
}

}  // namespace eyehand::calibration
