#include "actuator/guard.hpp"

#include <vector>

#include "x11/interruption.hpp"

namespace eyehand {
namespace {

template <typename... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

/// What is to be known of the screen before the gesture.
x11::Glance::Wanted wanted_for(const Gesture& gesture) {
  return std::visit(Overloaded{
                        [](const Click& click) {
                          return x11::Glance::Wanted{.points = {click.at}, .pointer = true};
                        },
                        [](const Drag& drag) {
                          std::vector<ScreenPoint> points = {drag.from};
                          points.insert(points.end(), drag.via.begin(), drag.via.end());
                          points.push_back(drag.to);
                          return x11::Glance::Wanted{.points = points, .pointer = true};
                        },
                        [](const Key&) { return x11::Glance::Wanted{.keyboard = true}; },
                        [](const Pause&) { return x11::Glance::Wanted{}; },
                    },
                    gesture);
}

}  // namespace

Outcome Guard::check(const Gesture& gesture, std::optional<ScreenPoint> left_at) {
  if (const Outcome time = check_time(); time != Outcome::ok) return time;
  const x11::Glance::Wanted wanted = wanted_for(gesture);
  const auto seen = glance_.take(wanted);
  if (!seen) return Outcome::window_gone;
  if (const Outcome hand = judge_hand(*seen, left_at, 0, 0); hand != Outcome::ok) return hand;
  if (seen->is_pointer_taken || seen->is_keyboard_taken) return Outcome::taken;
  if (wanted.keyboard && !seen->has_keyboard) return Outcome::no_keyboard;
  for (std::size_t i = 0; i < wanted.points.size(); ++i) {
    const Outcome point = judge_point(wanted.points[i], seen->is_on_top[i]);
    if (point != Outcome::ok) return point;
  }
  return Outcome::ok;
}

Outcome Guard::check_hand(std::optional<ScreenPoint> left_at, unsigned held_buttons,
                          unsigned held_modifiers) {
  if (const Outcome time = check_time(); time != Outcome::ok) return time;
  const auto seen = glance_.take({});
  return seen ? judge_hand(*seen, left_at, held_buttons, held_modifiers) : Outcome::window_gone;
}

Outcome Guard::check_time() {
  if (x11::interruption()) return Outcome::interrupted;
  if (aim_.deadline.passed()) return Outcome::deadline;
  return life_.is_over() ? Outcome::window_gone : Outcome::ok;
}

Outcome Guard::judge_hand(const x11::Glance::Seen& seen, std::optional<ScreenPoint> left_at,
                          unsigned held_buttons, unsigned held_modifiers) const {
  const x11::Pointer& pointer = seen.pointer;
  if ((pointer.buttons & ~held_buttons) || (pointer.modifiers & ~held_modifiers))
    return Outcome::user_has_mouse;
  if (left_at && *left_at != pointer.at) return Outcome::user_has_mouse;
  // Minimised in the middle of a drag, it no longer gets what its button sends; whatever lay
  // beneath does.
  if (!seen.is_viewable) return Outcome::not_viewable;
  if (seen.on_root.origin() != aim_.window.origin()) return Outcome::moved;
  return seen.on_root.size() == aim_.window.size() ? Outcome::ok : Outcome::resized;
}

Outcome Guard::judge_point(ScreenPoint at, bool is_on_top) const {
  if (!aim_.window.contains(at)) return Outcome::outside;
  if (!screen_.contains(at)) return Outcome::off_screen;
  return is_on_top ? Outcome::ok : Outcome::covered;
}

}  // namespace eyehand
