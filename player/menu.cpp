#include "player/menu.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <vector>

#include "actuator/input.hpp"
#include "vision/capture.hpp"
#include "x11/windows.hpp"

namespace eyehand {
namespace {

using std::chrono::milliseconds;

/// A menu bar is no farther down than this, in pixels.
constexpr int kBarHeight = 60;
/// How many menus of the bar are opened, and how many one within the other.
constexpr std::size_t kMostMenus = 2;
constexpr int kMostLevels = 3;
/// A menu opens within the first time, closes within the second, has been drawn once it is still
/// for the third, and is still within the last.
constexpr milliseconds kOpensWithin{800}, kClosesWithin{150}, kDrawn{50}, kStillWithin{800};
/// What a program takes for a click, also where a menu opens at the press.
constexpr milliseconds kHold{60}, kGap{60};

/// A place to click in a window of the program: the main one, or the one that shows a menu.
struct Entry {
  x11::WindowId window = 0;
  Frame frame;  ///< of that window
  cv::Point at;
};

class Menus {
 public:
  Menus(x11::Connection& connection, x11::WindowId window, const ButtonWords& words, Pace pace,
        Deadline deadline)
      : connection_(connection),
        window_(window),
        words_(words),
        pace_(pace),
        deadline_(deadline),
        screen_(connection, window) {
    pace_.hold = std::max(pace_.hold, kHold);
    pace_.gap = std::max(pace_.gap, kGap);
  }

  bool start_game() {
    if (!observe()) return false;
    const cv::Mat bar = now_.image.rowRange(0, std::min(kBarHeight, now_.image.rows));
    std::vector<Button> titles = find_menu_entries({}, bar, words_.menu);
    titles.resize(std::min(titles.size(), kMostMenus));
    for (const Button& title : titles) {
      if (!observe()) return false;
      const cv::Mat closed = now_.image;
      known_popups_ = popups();
      if (!click({window_, now_, title.at}, false)) return false;
      if (choose(closed)) return true;
      close();
    }
    return false;
  }

 private:
  bool observe() {
    screen_.wait_until_still(
        {.quiet = pace_.settle, .reaction = kClosesWithin, .limit = kStillWithin});
    Capture capture = screen_.capture();
    now_ = std::move(capture.frame);
    return capture.status == CaptureStatus::good;
  }

  /// The windows in which the program shows menus, topmost first.
  std::vector<x11::WindowInfo> popups() const {
    std::vector<x11::WindowInfo> shown = x11::find_unmanaged(connection_, {});
    const auto main = x11::describe(connection_, window_);
    std::erase_if(shown, [&](const x11::WindowInfo& popup) {
      const bool is_another_programs = main && popup.pid != 0 && popup.pid != main->pid;
      return is_another_programs || popup.id == window_;
    });
    return shown;
  }

  /// The topmost of them that was not there before.
  std::optional<x11::WindowInfo> new_popup() const {
    for (const x11::WindowInfo& popup : popups())
      if (std::ranges::none_of(known_popups_,
                               [&](const x11::WindowInfo& other) { return other.id == popup.id; }))
        return popup;
    return std::nullopt;
  }

  /// Clicks entries of the menus that have opened since `before`. False if there is none to click.
  bool choose(cv::Mat before) {
    for (int level = 0; level < kMostLevels; ++level) {
      std::optional<Entry> entry;
      // It may open before anything is written in it.
      for (const Deadline end = deadline_.at_most(kOpensWithin); !entry && !end.passed();) {
        if (!observe()) return level > 0;
        entry = find_entry(before);
      }
      if (!entry) return false;
      before = now_.image;
      for (const x11::WindowInfo& popup : popups()) known_popups_.push_back(popup);
      if (!click(*entry)) return false;
      if (!is_open()) return true;
    }
    return false;
  }

  std::optional<Entry> find_entry(const cv::Mat& before) const {
    std::vector<std::string> phrases = words_.fresh;
    phrases.insert(phrases.end(), words_.start.begin(), words_.start.end());
    if (const auto popup = new_popup()) {
      WindowSource screen(connection_, popup->id);
      screen.wait_until_still({.quiet = kDrawn, .limit = kStillWithin});
      const Capture capture = screen.capture();
      if (capture.status != CaptureStatus::good) return std::nullopt;
      const auto entries = find_menu_entries({}, capture.frame.image, phrases);
      if (entries.empty()) return std::nullopt;
      return Entry{popup->id, capture.frame, entries.front().at};
    }
    // Some toolkits draw menus in the window itself, where there is room.
    const auto entries = find_menu_entries(before, now_.image, phrases);
    if (entries.empty()) return std::nullopt;
    return Entry{window_, now_, entries.front().at};
  }

  /// A menu's window may close at the press.
  bool click(const Entry& entry, bool is_menu_open = true) {
    const cv::Point at = entry.frame.to_screen(entry.at);
    const auto outcome = perform(entry.window, entry.frame, Click{{at.x, at.y}}, is_menu_open);
    const bool has_closed =
        outcome == GestureStatus::window_gone || outcome == GestureStatus::not_viewable;
    return outcome == GestureStatus::ok || (has_closed && entry.window != window_);
  }

  /// Menus grab the mouse.
  bool is_open() {
    return observe() && perform(window_, now_, Move{x11::pointer(connection_).at}, false) ==
                            GestureStatus::grabbed;
  }

  void close() {
    for (int level = 0; level < kMostLevels && is_open(); ++level)
      perform(window_, now_, Key{"Escape"}, true);
  }

  GestureStatus perform(x11::WindowId window, const Frame& frame, const Gesture& gesture,
                        bool is_menu_open) const {
    Input input(connection_, window);
    const cv::Size size = frame.image.size();
    input.aim({.window = {frame.origin.x, frame.origin.y, size.width, size.height},
               .deadline = deadline_,
               .is_menu_ours = is_menu_open});
    return input.perform(gesture, pace_);
  }

  x11::Connection& connection_;
  const x11::WindowId window_;
  const ButtonWords& words_;
  Pace pace_;
  const Deadline deadline_;
  WindowSource screen_;  ///< since before menus cover it
  Frame now_;
  std::vector<x11::WindowInfo> known_popups_;  ///< of which no further entry is clicked
};

}  // namespace

bool start_game_from_menu(x11::Connection& connection, x11::WindowId window,
                          const ButtonWords& words, const Pace& pace, Deadline deadline) {
  return Menus(connection, window, words, pace, deadline).start_game();
}

}  // namespace eyehand
