#include "player/missed_clicks.hpp"

#include <array>
#include <variant>

namespace eyehand {
namespace {

/// By how many pixels clicks are moved each time they had no effect, right and down.
constexpr std::array kBeside = {0, 1, -1};

}  // namespace

void MissedClicks::aim_beside(Plan& plan, bool keys_follow_clicks) {
  const std::map<Place, int> before = std::exchange(wanted_, {});
  places_.clear();
  for (const Gesture& gesture : plan) {
    const auto* click = std::get_if<Click>(&gesture);
    places_.push_back(click ? std::optional(Place(click->at.x, click->at.y)) : std::nullopt);
    if (click) ++wanted_[*places_.back()];
  }
  for (const Place& place : std::exchange(sent_to_, {}))
    if (const auto now = wanted_.find(place); now != wanted_.end())
      if (now->second == before.at(place)) ++misses_[place];
  for (std::size_t i = 0; i < plan.size(); ++i) {
    const bool is_typed_into =
        keys_follow_clicks && i + 1 < plan.size() && std::holds_alternative<Key>(plan[i + 1]);
    if (!places_[i] || is_typed_into) continue;
    const auto missed = misses_.find(*places_[i]);
    if (missed == misses_.end()) continue;
    const int by = kBeside[static_cast<std::size_t>(missed->second) % kBeside.size()];
    ScreenPoint& at = std::get<Click>(plan[i]).at;
    at.x += by, at.y += by;
  }
}

void MissedClicks::sent(std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    if (places_[i]) sent_to_.insert(*places_[i]);
}

void MissedClicks::clear() {
  sent_to_.clear();
  misses_.clear();
}

}  // namespace eyehand
