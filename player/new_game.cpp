#include "player/new_game.hpp"

#include "actuator/input.hpp"

namespace eyehand {
namespace {

using std::chrono::milliseconds;

/// Longest wait for a new game after the last key, and how often the keys are sent.
constexpr std::chrono::seconds kDealLimit{3};
constexpr int kMaxTries = 3;

End send_keys(InputSink& input, const Skin& skin, const Frame& frame, Deadline deadline) {
  const cv::Size size = frame.image.size();
  input.aim(
      {.window = {frame.origin.x, frame.origin.y, size.width, size.height}, .deadline = deadline});
  for (const auto& key : skin.new_game_keys) {
    auto outcome = input.perform(Key{key}, skin.pace);
    if (outcome == GestureStatus::no_keyboard &&
        input.raise({frame.origin.x + size.width / 2, frame.origin.y + size.height / 2}))
      outcome = input.perform(Key{key}, skin.pace);
    if (outcome != GestureStatus::ok) return end_of(outcome).value_or(End::no_window);
  }
  return End::planned;
}

End try_once(ScreenSource& screen, InputSink& input, PuzzleSession& session, const Skin& skin,
             const PlayOptions& options) {
  Capture capture = screen.capture();
  if (capture.status != CaptureStatus::good) return End::no_window;
  const Observation old = session.observe(capture.frame);
  const End sent = send_keys(input, skin, capture.frame, options.deadline);
  input.release_all();
  if (sent != End::planned) return sent;

  // A change of puzzle shows only if there was one before that was not solved.
  const bool must_change = !skin.new_game_keys.empty() && old.accepted() && !old.solved;
  bool has_changed = false;
  Observation now = old;
  // A new game may begin with an animation; play() waits for its end.
  const Deadline limit = options.deadline.at_most(kDealLimit);
  while (!limit.passed()) {
    const auto stillness = screen
                               .wait_until_still({.quiet = skin.pace.settle,
                                                  .reaction = skin.pace.reaction,
                                                  .limit = milliseconds(500),
                                                  .area = old.area})
                               .stillness;
    if (stillness == Stillness::interrupted) return End::interrupted;
    capture = screen.capture();
    if (capture.status != CaptureStatus::good) return End::no_window;
    now = session.observe(capture.frame);
    if (!now.same) has_changed = true;
    if (now.accepted() && !now.solved && (has_changed || !must_change)) return End::planned;
  }
  if (options.deadline.passed()) return End::timeout;
  if (!now.accepted()) return End::unreadable;
  return has_changed ? End::planned : End::stuck;  // it was dealt solved
}

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

NewGame start_new_game(ScreenSource& screen, InputSink& input, PuzzleSession& session,
                       const Skin& skin, const PlayOptions& options, const ClearWay& clear_way) {
  NewGame begun;
  for (int tries = 0; tries < kMaxTries; ++tries) {
    if (clear_way && !clear_way(options.deadline))
      return {End::no_window,
              "a dialog of the program is in the way of a new game and does not close"};
    begun.end = try_once(screen, input, session, skin, options);
    if (begun.end != End::stuck && begun.end != End::unreadable && begun.end != End::no_window)
      break;
  }
  return begun;
}

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
