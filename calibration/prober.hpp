// Clicks on an unknown window and watches the effects.
#pragma once

#include <chrono>
#include <functional>
#include <opencv2/core.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "actuator/input_sink.hpp"
#include "calibration/pulses.hpp"
#include "puzzle/deadline.hpp"
#include "vision/capture.hpp"

namespace eyehand::calibration {

/// Called with each finished stage of learning, for the log.
using StageReport = std::function<void(std::string_view stage, const std::string& what)>;

/// What the window did after a click.
struct Effect {
  cv::Mat before;                            ///< the window, still
  Frame frame;                               ///< once still again
  cv::Mat difference;                        ///< 8-bit mask, 255 where these two differ
  cv::Mat touched;                           ///< 8-bit mask, 255 where anything changed in between
  bool changed = false;                      ///< whether anything changed
  std::chrono::milliseconds first{0};        ///< until the first change
  std::chrono::milliseconds last{0};         ///< until the last
  std::chrono::milliseconds longest_gap{0};  ///< between consecutive changes

  /// How long the changes went on. What passes before the first one also passes after other clicks.
  std::chrono::milliseconds animation() const { return last - first; }
};

/// What was concluded so far may be wrong: a click that seemed to have no effect has had one after
/// all, later than the window was watched, the board is another one, or the window has another
/// size.
struct StartAgain {
  std::string why;  ///< for people
};

class Prober {
 public:
  Prober(ScreenSource& screen, InputSink& input, Deadline deadline)
      : screen_(screen), input_(input), deadline_(deadline) {}

  /// The window once nothing has changed in it for a while (set_rest), or after three seconds. All
  /// functions throw LearnStopped if the window disappears, the deadline passes, or the guard
  /// refuses a gesture.
  const Frame& rest();
  /// The frame of the last rest.
  const Frame& frame() const { return frame_; }
  /// The frame of the first rest, not stretched: the window before anything was clicked.
  const Frame& found() const { return found_; }
  /// Where two pictures of the window differ, except in restless areas: an 8-bit mask.
  cv::Mat differences(const cv::Mat& a, const cv::Mat& b) const;
  /// Waits for the whole span, however still the window is. Returns an 8-bit mask of what changed
  /// meanwhile.
  cv::Mat wait(std::chrono::milliseconds span);
  /// Moves the parked pointer by a pixel: Chromium 156 at times draws nothing until something
  /// happens.
  void wake();
  /// Watches the window for a while without touching it, for up to three seconds if what changes
  /// spreads or pulses. What changes by itself (clocks, advertisements) is ignored from now on,
  /// with a margin around it; of what pulses, such as lit tiles, only its colours are.
  void find_restless(std::chrono::milliseconds span);
  /// All of the window counts again.
  void forget_restless() { restless_.clear(); }
  /// For another attempt at learning, after StartAgain: only the first frame, what is called when
  /// the window is covered or veiled, and how long effects take are still known.
  void start_again();
  /// From now on, what is above this row of a frame is restless, too, and still watched: the tabs
  /// and the address of a browser.
  void keep_below(int row) { top_ = row; }
  /// Whether a point of the last frame is in such an area. A click there shows nothing.
  bool is_restless(cv::Point in_image) const;
  /// From now on, the pointer rests at the window's edge, outside `board` (image pixels), while the
  /// window is watched: programs highlight what is under it, or draw a pointer of their own.
  void park_outside(const cv::Rect& board);

  /// From now on, the window is taken to be still once nothing has changed in it for this long. The
  /// default is long enough for any program.
  void set_rest(std::chrono::milliseconds rest) { rest_ = rest; }
  static constexpr std::chrono::milliseconds kRest{300};

  /// From now on, frames are stretched by this factor (see stretched()), because the picture of a
  /// cell must be square. Positions in earlier frames are no longer valid.
  void set_stretch(double stretch);
  double stretch() const { return stretch_; }

  /// Clicks a point of the last frame's image, slowly enough for any program. As try_out().
  Effect click(cv::Point2d in_image, int button = 1);
  /// As perform(), for clicks whose effects are unknown: closes a dialog that they open (see
  /// when_covered and when_veiled); the effect then is what was changed beneath it.
  Effect try_out(const Plan& plan, const Pace& pace);
  /// Sends a plan made for the last frame, and watches from its last gesture on. Throws StartAgain
  /// if one of the last clicks that seemed to have no effect has had it since; from then on,
  /// effects are awaited for longer. That happens a few times at most.
  Effect perform(const Plan& plan, const Pace& pace);

  /// Whether a dialog was in the way of the last gestures, or opened by them, and had to be closed.
  bool has_closed_dialog() const { return has_closed_dialog_; }
  /// The same of a menu.
  bool has_closed_menu() const { return has_closed_menu_; }
  /// Throws StartAgain if so, a few times at most: a game may have been won, and another dealt.
  void expect_no_dialog();
  /// Throws StartAgain, a few times at most, when another board has been dealt since nothing moves
  /// any more on the one before.
  void note_dealt_again();

  /// From now on, what changes is no late effect of clicks so far: a button may deal a new board.
  void forget_clicks() { without_effect_.clear(); }

  /// As try_out(), but most of the drag is skipped if nothing changes as it begins, as where
  /// there is nothing to drag. The effect is then watched for a shorter time.
  Effect try_drag(const Drag& drag, const Pace& pace);
  /// From now on, calls this with every picture taken while something moves; an empty function ends
  /// that.
  void watch_frames(std::function<void(const Frame&)> of) { watcher_ = std::move(of); }

  /// From now on, calls this after try_out() and try_drag(), which may open a dialog, and when
  /// something covers the window and it cannot be raised. It returns whether a dialog was closed.
  void when_covered(std::function<bool()> uncover) { uncover_ = std::move(uncover); }
  /// From now on, asks this where to click to close what has appeared if try_out() or try_drag()
  /// changes most of the window, as a dialog with a veil does. Both are pictures of the window.
  void when_veiled(
      std::function<std::optional<cv::Point>(const cv::Mat& before, const cv::Mat& now)> closer) {
    find_closer_ = std::move(closer);
  }
  /// From now on, avoid_buttons() asks this where buttons are in a picture of the window.
  void when_replaced(std::function<std::vector<cv::Point>(const cv::Mat& now)> find_buttons) {
    find_buttons_ = std::move(find_buttons);
  }
  /// A click may have pressed a button that replaces the board: what lies around buttons becomes
  /// restless. Costs as much as reading the window's words, the first time only.
  void avoid_buttons();
  /// Says that something else has moved the pointer, such as a click in another window.
  void forget_pointer() { input_.forget_pointer(); }

  /// A click duration that every program accepts.
  static Pace careful_pace();
  /// The screen position of a point of the last frame.
  ScreenPoint on_screen(cv::Point2d in_image) const;

 private:
  Effect without_dialog(Effect effect, const Plan& plan);
  /// What lies this near is restless from now on.
  void avoid(cv::Point in_image, int reach);
  Effect watch() { return watch(rest_); }
  Effect watch(std::chrono::milliseconds rest);
  void capture();
  /// Waits for something to change, no longer than this, and captures the window.
  void wait_for_change(Deadline end);
  void park();
  void note_what_comes_late(const cv::Mat& changed, std::span<const cv::Point> clicked);
  void send(const Gesture& gesture, const Pace& pace);
  bool uncover(ScreenPoint at);

  ScreenSource& screen_;
  InputSink& input_;
  Deadline deadline_;
  Frame frame_, found_;
  double stretch_ = 1;
  std::chrono::milliseconds rest_ = kRest;
  std::chrono::milliseconds least_rest_{0};  ///< since effects came late
  int late_effects_ = 0, closed_dialogs_ = 0, resizes_ = 0, dealt_again_ = 0;
  struct ClickAt {
    cv::Point in_image;
    Deadline::Clock::time_point when;
    int button = 1;
  };
  std::vector<ClickAt> without_effect_;  ///< the last clicks that seemed to have none
  std::vector<cv::Rect> restless_;
  int top_ = 0;
  Pulses pulses_;
  std::optional<cv::Rect> parked_outside_;
  bool has_closed_dialog_ = false, has_closed_menu_ = false;
  std::optional<ClickAt> last_click_;  ///< it may have opened a menu
  int shift_ = 0;                      ///< of the place where the pointer is parked, pixels
  std::function<void(const Frame&)> watcher_;
  std::function<bool()> uncover_;
  std::function<std::optional<cv::Point>(const cv::Mat&, const cv::Mat&)> find_closer_;
  std::function<std::vector<cv::Point>(const cv::Mat&)> find_buttons_;
};

}  // namespace eyehand::calibration
