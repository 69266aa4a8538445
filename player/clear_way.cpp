#include "player/clear_way.hpp"

#include <memory>
#include <optional>

#include "actuator/input.hpp"
#include "player/menu.hpp"
#include "vision/capture.hpp"
#include "x11/browsers.hpp"
#include "x11/windows.hpp"

namespace eyehand {
namespace {

using std::chrono::milliseconds;

/// Longest wait for a dialog to close, and how often closing one is tried.
constexpr milliseconds kCloseLimit{1000};
constexpr int kMaxCloses = 6;

/// Finds buttons; their words are loaded when they are first needed.
class ButtonFinder {
 public:
  std::vector<Button> operator()(const cv::Mat& before, const cv::Mat& now) {
    return find_buttons(before, now, words());
  }
  std::vector<Button> closing(const cv::Mat& before, const cv::Mat& now) {
    return find_closing_buttons(before, now, words());
  }
  std::vector<Button> fresh(const cv::Mat& window) {
    std::vector<std::string> phrases = words().fresh;
    phrases.insert(phrases.end(), words().check.begin(), words().check.end());
    return find_buttons(window, phrases);
  }
  std::vector<Button> starting(const cv::Mat& window) {
    return find_buttons(window, words().start);
  }

  const ButtonWords& words() {
    if (!words_) words_ = load_button_words();
    return *words_;
  }

 private:
  std::optional<ButtonWords> words_;
};

/// The topmost dialog of the program.
std::optional<x11::WindowInfo> open_dialog(x11::Connection& connection, x11::WindowId window) {
  const auto main = x11::describe(connection, window);
  if (!main) return std::nullopt;
  for (const auto& other : x11::list_windows(connection))
    if (x11::is_dialog_of(connection, other, *main)) return other;
  return std::nullopt;
}

bool is_open(x11::Connection& connection, x11::WindowId dialog) {
  const auto now = x11::describe(connection, dialog);
  return now && now->viewable;
}

bool press_keys(Input& input, const Skin& skin) {
  for (const auto& key : skin.dismiss_keys)
    if (input.perform(Key{key}, skin.pace) != GestureStatus::ok) return false;
  return !skin.dismiss_keys.empty();
}

bool press_button(x11::Connection& connection, const x11::WindowInfo& dialog, Input& input,
                  const Skin& skin, ButtonFinder& find) {
  WindowSource screen(connection, dialog.id);
  screen.wait_until_still({.quiet = skin.pace.settle, .limit = kCloseLimit});
  const Capture capture = screen.capture();
  if (capture.status != CaptureStatus::good) return false;
  auto buttons = find({}, capture.frame.image);
  std::erase_if(buttons, [](const Button& button) { return !button.key.empty(); });
  if (buttons.empty()) return false;
  const cv::Point at = capture.frame.to_screen(buttons.front().at);
  return input.perform(Click{{at.x, at.y}}, skin.pace) == GestureStatus::ok;
}

bool close_dialogs(x11::Connection& connection, x11::WindowId window, const Skin& skin,
                   ButtonFinder& find, Deadline deadline) {
  for (int tries = 0; const auto dialog = open_dialog(connection, window); ++tries) {
    if (deadline.passed() || tries == kMaxCloses) return false;
    const Deadline soon = deadline.at_most(kCloseLimit);
    if (!x11::raise(connection, dialog->id, dialog->on_root.centre(), soon)) return false;
    Input input(connection, dialog->id);
    input.aim({.window = dialog->on_root, .deadline = deadline});
    // A program may ignore the keys in one of its dialogs.
    const bool has_pressed = tries % 2 == 0 && press_keys(input, skin);
    if (!has_pressed && !press_button(connection, *dialog, input, skin, find)) continue;
    const Deadline closed = deadline.at_most(kCloseLimit);
    while (!closed.passed() && is_open(connection, dialog->id))
      connection.wait_for_events(closed.at_most(milliseconds(10)));
  }
  return true;
}

}  // namespace

ClearWay clear_way(x11::Connection& connection, x11::WindowId window, const Skin& skin) {
  const auto find = std::make_shared<ButtonFinder>();
  const auto info = x11::describe(connection, window);
  const bool is_page = info && x11::is_browser(*info);
  using Keys = std::vector<std::string>;
  ClearWay way{
      .has_dialog = [&connection, window] { return open_dialog(connection, window).has_value(); },
      .close_dialogs =
          [&connection, window, &skin, find](Deadline deadline) {
            return close_dialogs(connection, window, skin, *find, deadline);
          },
      .find_buttons = [find](const cv::Mat& before,
                             const cv::Mat& now) { return (*find)(before, now); },
      .find_closing_buttons = [find](const cv::Mat& before,
                                     const cv::Mat& now) { return find->closing(before, now); },
      .find_fresh_game_buttons = [find](const cv::Mat& picture) { return find->fresh(picture); },
      .find_start_buttons = [find](const cv::Mat& picture) { return find->starting(picture); },
      .usual_keys = is_page ? Keys{"F5"} : Keys{"ctrl+n", "F2"},
  };
  if (!is_page)
    way.start_from_menu = [&connection, window, &skin, find](Deadline deadline) {
      return start_game_from_menu(connection, window, find->words(), skin.pace, deadline);
    };
  return way;
}

}  // namespace eyehand
