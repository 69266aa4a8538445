#include "actuator/user_watch.hpp"

#include <algorithm>

namespace eyehand {
namespace {

/// Whether it is one of ours. Removes it and those before it, which the server may have merged or
/// dropped.
template <typename T>
bool is_ours(std::deque<T>& sent, const T& seen) {
  const auto found = std::find(sent.begin(), sent.end(), seen);
  if (found == sent.end()) return false;
  sent.erase(sent.begin(), found + 1);
  return true;
}

}  // namespace

ScreenPoint kept_on(const x11::Rect& screen, ScreenPoint left_at) {
  return {std::clamp(left_at.x, 0, screen.width - 1), std::clamp(left_at.y, 0, screen.height - 1)};
}

UserWatch::UserWatch(x11::Connection& connection, x11::XcbConnection& xcb) : xcb_(xcb) {
  if (connection.has_extension("RECORD")) events_.emplace(connection.name(), x11::Devices::mouse);
}

bool UserWatch::user_acted() {
  read();
  return user_acted_;
}

void UserWatch::forget() {
  read();
  user_acted_ = false;
}

void UserWatch::read() {
  if (!events_) {
    moves_.clear();
    presses_.clear();
    return;
  }
  using Kind = x11::DeviceEvent::Kind;
  for (const x11::DeviceEvent& event : events_->take()) {
    if (event.kind == Kind::motion && !is_ours(moves_, event.at) && !is_of_server(event.at))
      user_acted_ = true;
    if (event.kind == Kind::button_press && !is_ours(presses_, event.detail)) user_acted_ = true;
  }
}

bool UserWatch::is_of_server(ScreenPoint motion) const {
  if (!left_at_ || *left_at_ == motion) return false;
  const auto screen =
      reply_to(xcb_, xcb_get_geometry(xcb_.xcb(), xcb_.root()), xcb_get_geometry_reply);
  return screen && kept_on({0, 0, screen->width, screen->height}, *left_at_) == motion;
}

}  // namespace eyehand
