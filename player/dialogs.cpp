#include "player/dialogs.hpp"

#include <algorithm>

#include "actuator/input.hpp"

namespace eyehand {
namespace {

/// The topmost other window of the same program.
std::optional<x11::WindowInfo> open_dialog(x11::Connection& connection, x11::WindowId window) {
  const auto main = x11::describe(connection, window);
  if (!main) return std::nullopt;
  for (const auto& other : x11::list_windows(connection)) {
    const bool same_program =
        main->pid ? other.pid == main->pid : other.class_name == main->class_name;
    if (other.id != window && same_program && other.viewable) return other;
  }
  return std::nullopt;
}

}  // namespace

bool dismiss_dialogs(x11::Connection& connection, x11::WindowId window, const Skin& skin,
                     Deadline deadline) {
  while (const auto dialog = open_dialog(connection, window)) {
    if (skin.dismiss_keys.empty() || deadline.passed()) return false;
    const Deadline soon = deadline.at_most(std::chrono::seconds(1));
    if (!x11::raise(connection, dialog->id, dialog->on_root.centre(), soon)) return false;
    Input input(connection, dialog->id);
    input.aim({.window = dialog->on_root, .deadline = deadline});
    for (const auto& key : skin.dismiss_keys)
      if (input.perform(Key{key}, skin.pace) != GestureStatus::ok) break;
    while (!soon.passed()) {
      const auto now = x11::describe(connection, dialog->id);
      if (!now || !now->viewable) break;
      connection.wait_for_events(soon.at_most(std::chrono::milliseconds(10)));
    }
  }
  return true;
}

}  // namespace eyehand
