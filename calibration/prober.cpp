#include "calibration/prober.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "calibration/changes.hpp"
#include "calibration/learn.hpp"

namespace eyehand::calibration {
namespace {

using std::chrono::milliseconds;

/// Limit for watching one effect.
constexpr milliseconds kLongestEffect{3000};
/// Minimum interval between changes that count as two.
constexpr milliseconds kRecaptureInterval{2};
/// How often one gesture is retried after raising the window or finding where it moved.
constexpr int kMaxRaises = 3;

[[noreturn]] void stop(GestureStatus outcome) {
  const auto [end, what] = [&]() -> std::pair<End, const char*> {
    switch (outcome) {
      case GestureStatus::user_has_mouse:
        return {End::user_has_mouse, "you took the mouse"};
      case GestureStatus::interrupted:
        return {End::interrupted, "interrupted"};
      case GestureStatus::deadline:
        return {End::timeout, "the time limit has passed"};
      case GestureStatus::off_screen:
        return {End::unreadable, "the board is partly off the screen; move the window"};
      default:
        return {End::no_window, "the window cannot be clicked"};
    }
  }();
  throw LearnStopped(end, std::string(what) + " (" + std::string(name(outcome)) +
                              "); the board may not be as it was found.");
}

void check(CaptureStatus status) {
  if (status != CaptureStatus::good)
    throw LearnStopped(End::no_window,
                       "the window cannot be seen: " + std::string(name(status)) + ".");
}

ScreenPoint where(const Gesture& gesture) {
  if (const auto* click = std::get_if<Click>(&gesture)) return click->at;
  if (const auto* drag = std::get_if<Drag>(&gesture)) return drag->from;
  if (const auto* move = std::get_if<Move>(&gesture)) return move->at;
  return {};
}

}  // namespace

Pace Prober::careful_pace() {
  Pace pace;
  pace.hold = milliseconds(20);
  pace.gap = milliseconds(40);
  return pace;
}

ScreenPoint Prober::on_screen(cv::Point2d in_image) const {
  const cv::Point at = frame_.to_screen(in_image);
  return {at.x, at.y};
}

void Prober::capture() {
  Capture capture = screen_.capture();
  check(capture.status);
  frame_ = std::move(capture.frame);
}

const Frame& Prober::rest() {
  if (frame_.image.empty()) capture();
  watch();
  return frame_;
}

Effect Prober::watch() {
  Effect effect;
  const auto start = Deadline::Clock::now();
  const auto now = [&] {
    return std::chrono::duration_cast<milliseconds>(Deadline::Clock::now() - start);
  };
  bool ask = true;
  while (now() < kLongestEffect) {
    if (deadline_.passed()) stop(GestureStatus::deadline);
    const auto report = screen_.wait_until_still({.quiet = kRecaptureInterval,
                                                  .reaction = kRest,
                                                  .limit = kLongestEffect,
                                                  .ask_program = ask});
    ask = false;
    if (report.stillness == Stillness::window_gone) check(CaptureStatus::window_gone);
    if (report.stillness == Stillness::not_viewable) check(CaptureStatus::not_viewable);
    if (report.stillness == Stillness::interrupted) stop(GestureStatus::interrupted);
    if (!report.changed) break;
    const auto at = now() - kRecaptureInterval;
    if (effect.changed)
      effect.longest_gap = std::max(effect.longest_gap, at - effect.last);
    else
      effect.first = at;
    effect.changed = true;
    effect.last = at;
    const cv::Mat before = frame_.image;
    capture();
    if (watcher_) watcher_(frame_);
    const cv::Mat now_changed = changed_pixels(before, frame_.image);
    if (effect.touched.size() == now_changed.size())
      effect.touched |= now_changed;
    else
      effect.touched = now_changed;
  }
  const cv::Mat before = frame_.image;
  capture();
  const cv::Mat last = changed_pixels(before, frame_.image);
  effect.touched = effect.touched.size() == last.size() ? cv::Mat(effect.touched | last) : last;
  effect.frame = frame_;
  return effect;
}

Effect Prober::click(cv::Point2d in_image, int button) {
  return perform({Click{on_screen(in_image), button}}, careful_pace());
}

Effect Prober::perform(const Plan& plan, const Pace& pace) {
  const cv::Point origin = frame_.origin;
  const cv::Size size = frame_.image.size();
  input_.aim({.window = {origin.x, origin.y, size.width, size.height}, .deadline = deadline_});
  for (const Gesture& gesture : plan) {
    int raises = 0;
    for (;;) {
      const GestureStatus outcome = input_.perform(gesture, pace);
      if (outcome == GestureStatus::ok) break;
      const bool may_be_raised =
          outcome == GestureStatus::covered || outcome == GestureStatus::no_keyboard;
      if (!may_be_raised || ++raises > kMaxRaises || !input_.raise(where(gesture))) stop(outcome);
    }
  }
  return watch();
}

}  // namespace eyehand::calibration
