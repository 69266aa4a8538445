#include "actuator/guard.hpp"

#include <utility>
#include <vector>

#include "actuator/user_watch.hpp"
#include "x11/interruption.hpp"

namespace eyehand {
namespace {

/// What must be known of the screen before the gesture.
x11::WindowSnapshot::Query query_for(const Gesture& gesture) {
  if (std::holds_alternative<Key>(gesture)) return {.keyboard = true};
  if (std::holds_alternative<Pause>(gesture)) return {};
  std::vector<ScreenPoint> points;
  if (const auto* click = std::get_if<Click>(&gesture)) points.push_back(click->at);
  if (const auto* move = std::get_if<Move>(&gesture)) points.push_back(move->at);
  if (const auto* drag = std::get_if<Drag>(&gesture)) {
    points.push_back(drag->from);
    points.insert(points.end(), drag->via.begin(), drag->via.end());
    points.push_back(drag->to);
  }
  return {.points = std::move(points), .pointer_grab = true};
}

}  // namespace

GestureStatus Guard::check(const Gesture& gesture, std::optional<ScreenPoint> left_at) {
  if (const GestureStatus time = check_time(); time != GestureStatus::ok) return time;
  const x11::WindowSnapshot::Query query = query_for(gesture);
  const auto seen = snapshot_.take(query);
  if (!seen) return GestureStatus::window_gone;
  if (const GestureStatus input = check_user_and_window(*seen, left_at, 0, 0);
      input != GestureStatus::ok)
    return input;
  const auto* key = std::get_if<Key>(&gesture);
  const bool is_for_menu = aim_.is_menu_ours && (std::holds_alternative<Click>(gesture) ||
                                                 (key != nullptr && key->name == "Escape"));
  if (!is_for_menu && (seen->is_pointer_grabbed || seen->is_keyboard_grabbed))
    return GestureStatus::grabbed;
  if (query.keyboard && !seen->has_keyboard) return GestureStatus::no_keyboard;
  for (std::size_t i = 0; i < query.points.size(); ++i) {
    const GestureStatus point = check_point(query.points[i], seen->screen, seen->is_on_top[i]);
    if (point != GestureStatus::ok) return point;
  }
  return GestureStatus::ok;
}

GestureStatus Guard::check_during(std::optional<ScreenPoint> left_at, unsigned held_buttons,
                                  unsigned held_modifiers) {
  if (const GestureStatus time = check_time(); time != GestureStatus::ok) return time;
  const auto seen = snapshot_.take({});
  return seen ? check_user_and_window(*seen, left_at, held_buttons, held_modifiers)
              : GestureStatus::window_gone;
}

GestureStatus Guard::check_time() {
  if (x11::interruption()) return GestureStatus::interrupted;
  if (aim_.deadline.passed()) return GestureStatus::deadline;
  return life_.is_over() ? GestureStatus::window_gone : GestureStatus::ok;
}

GestureStatus Guard::check_user_and_window(const x11::WindowSnapshot::State& seen,
                                           std::optional<ScreenPoint> left_at,
                                           unsigned held_buttons, unsigned held_modifiers) const {
  const x11::Pointer& pointer = seen.pointer;
  if ((pointer.buttons & ~held_buttons) || (pointer.modifiers & ~held_modifiers))
    return GestureStatus::user_has_mouse;
  if (left_at && kept_on(seen.screen, *left_at) != pointer.at) return GestureStatus::user_has_mouse;
  // If it is minimised during a drag, the events of the held button no longer go to it but to
  // whatever is beneath.
  if (!seen.is_viewable) return GestureStatus::not_viewable;
  if (seen.on_root.origin() != aim_.window.origin()) return GestureStatus::moved;
  return seen.on_root.size() == aim_.window.size() ? GestureStatus::ok : GestureStatus::resized;
}

GestureStatus Guard::check_point(ScreenPoint at, const x11::Rect& screen, bool is_on_top) const {
  if (!aim_.window.contains(at)) return GestureStatus::outside;
  if (!screen.contains(at)) return GestureStatus::off_screen;
  return is_on_top ? GestureStatus::ok : GestureStatus::covered;
}

}  // namespace eyehand
