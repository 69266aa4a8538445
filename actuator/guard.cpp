#include "actuator/guard.hpp"

#include "x11/interruption.hpp"
#include "x11/xlib.hpp"

namespace eyehand {
namespace {

template <typename... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

}  // namespace

Outcome Guard::check(const Gesture& gesture, std::optional<ScreenPoint> left_at) {
  const Outcome outcome = check_hand(left_at, 0, 0);
  if (outcome != Outcome::ok) return outcome;
  return std::visit(Overloaded{
                        [&](const Click& click) {
                          return grabs_.is_pointer_taken() ? Outcome::taken : check_point(click.at);
                        },
                        [&](const Drag& drag) {
                          if (grabs_.is_pointer_taken()) return Outcome::taken;
                          Outcome along = check_point(drag.from);
                          for (const ScreenPoint point : drag.via)
                            if (along == Outcome::ok) along = check_point(point);
                          return along == Outcome::ok ? check_point(drag.to) : along;
                        },
                        [&](const Key&) {
                          if (grabs_.is_keyboard_taken()) return Outcome::taken;
                          return x11::has_keyboard(connection_, window_) ? Outcome::ok
                                                                         : Outcome::no_keyboard;
                        },
                        [](const Pause&) { return Outcome::ok; },
                    },
                    gesture);
}

Outcome Guard::check_hand(std::optional<ScreenPoint> left_at, unsigned held_buttons,
                          unsigned held_modifiers) {
  if (x11::interruption()) return Outcome::interrupted;
  if (aim_.deadline.passed()) return Outcome::deadline;
  if (life_.is_over()) return Outcome::window_gone;

  // Asked relative to the window, the pointer's place tells the window's own as well.
  x11::ErrorTrap trap(connection_);
  Window root = 0, child = 0;
  int x = 0, y = 0, in_window_x = 0, in_window_y = 0;
  unsigned mask = 0;
  XQueryPointer(connection_.xlib(), window_, &root, &child, &x, &y, &in_window_x, &in_window_y,
                &mask);
  connection_.check();
  if (trap.failed()) return Outcome::window_gone;
  const unsigned buttons = mask >> 8 & 31U;
  const unsigned modifiers = mask & (x11::kShift | x11::kControl | x11::kAlt | x11::kSuper);
  if ((buttons & ~held_buttons) || (modifiers & ~held_modifiers)) return Outcome::user_has_mouse;
  if (left_at && *left_at != ScreenPoint{x, y}) return Outcome::user_has_mouse;

  // Minimised in the middle of a drag, it no longer gets what its button sends; whatever lay
  // beneath does.
  XWindowAttributes attributes{};
  if (!XGetWindowAttributes(connection_.xlib(), window_, &attributes)) return Outcome::window_gone;
  if (attributes.map_state != IsViewable) return Outcome::not_viewable;
  if (x - in_window_x != aim_.window.x || y - in_window_y != aim_.window.y) return Outcome::moved;
  const x11::Size size{attributes.width, attributes.height};
  return size == aim_.window.size() ? Outcome::ok : Outcome::resized;
}

Outcome Guard::check_point(ScreenPoint at) {
  if (!aim_.window.contains(at)) return Outcome::outside;
  if (!connection_.screen().contains(at)) return Outcome::off_screen;
  if (x11::is_on_top_at(connection_, window_, at)) return Outcome::ok;
  // What has just been minimised is not to be raised.
  return is_viewable() ? Outcome::covered : Outcome::not_viewable;
}

bool Guard::is_viewable() {
  x11::ErrorTrap trap(connection_);
  XWindowAttributes attributes{};
  return XGetWindowAttributes(connection_.xlib(), window_, &attributes) &&
         attributes.map_state == IsViewable;
}

}  // namespace eyehand
