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

UserWatch::UserWatch(x11::Connection& connection) {
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
    if (event.kind == Kind::motion && !is_ours(moves_, event.at)) user_acted_ = true;
    if (event.kind == Kind::button_press && !is_ours(presses_, event.detail)) user_acted_ = true;
  }
}

}  // namespace eyehand
