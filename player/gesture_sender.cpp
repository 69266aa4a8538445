#include "player/gesture_sender.hpp"

#include <algorithm>

#include "player/parking.hpp"

namespace eyehand {
namespace {

using std::chrono::milliseconds;

/// How often the pointer is moved away after each burst.
constexpr int kMaxParkings = 2;
/// How often the window is raised, or found where it has moved to, without a gesture in between.
constexpr int kMaxRecoveries = 8;

}  // namespace

GestureSender::Burst GestureSender::send(std::span<const Gesture> gestures, const Frame& frame,
                                         const cv::Rect& board) {
  aim(frame, board);
  parked_ = 0;
  Burst burst;
  for (const Gesture& gesture : gestures) {
    const auto outcome = perform(gesture);
    if (outcome != GestureStatus::ok) {
      burst.end = end_of_outcome(outcome, where(gesture));
      break;
    }
    ++burst.sent;
    ++report_.clicks;
    recoveries_ = 0;
  }
  return burst;
}

std::optional<End> GestureSender::park(const cv::Rect& board, const cv::Rect& button,
                                       const Frame& frame) {
  if (report_.clicks == 0 || board.empty() || parked_ == kMaxParkings) return std::nullopt;
  const cv::Point last = frame.to_image(last_at_);
  const auto place = parking_place(board, button, frame.on_screen, last);
  if (parked_ > 0 && board.contains(last))  // not if only keys were pressed so far
    if (const auto end = move_to(board.tl() + board.br() - last, frame)) return end;
  ++parked_;
  return place ? move_to(*place, frame) : std::nullopt;
}

void GestureSender::slow_down() {
  // A program that is slower than these limits already has its own pace.
  const auto doubled = [](milliseconds span, milliseconds most) {
    return std::max(span, std::min(std::max(2 * span, milliseconds(8)), most));
  };
  pace_.hold = doubled(pace_.hold, milliseconds(60));
  pace_.gap = doubled(pace_.gap, milliseconds(250));
  if (options_.report)
    options_.report("slow", "some clicks had no effect; now " + std::to_string(pace_.gap.count()) +
                                " ms between clicks");
}

std::optional<End> GestureSender::end_of_outcome(GestureStatus outcome, ScreenPoint at) {
  report_.why = std::string(name(outcome));
  if (const auto end = end_of(outcome)) return end;
  const bool is_in_the_way =
      outcome == GestureStatus::covered || outcome == GestureStatus::no_keyboard;
  if (is_in_the_way && !input_.raise(at)) {
    report_.why = "something covers the window, and it cannot be raised";
    return End::no_window;
  }
  if (++recoveries_ > kMaxRecoveries) {
    report_.why = "the window does not stay where it can be clicked";
    return End::no_window;
  }
  report_.why.clear();
  return std::nullopt;
}

std::optional<End> GestureSender::move_to(cv::Point in_image, const Frame& frame) {
  aim(frame);
  const cv::Point at = frame.to_screen(in_image);
  const GestureStatus outcome = perform(Move{{at.x, at.y}});
  if (outcome == GestureStatus::ok) return std::nullopt;
  const auto end = end_of(outcome);
  if (end) report_.why = std::string(name(outcome));
  return end;
}

void GestureSender::aim(const Frame& frame, const cv::Rect& board) {
  const cv::Point from = frame.to_screen(board.tl()), to = frame.to_screen(board.br());
  input_.aim({.window = {frame.origin.x, frame.origin.y, frame.image.cols, frame.image.rows},
              .deadline = options_.deadline,
              .board = {from.x, from.y, to.x - from.x, to.y - from.y}});
}

GestureStatus GestureSender::perform(const Gesture& gesture) {
  const auto outcome = input_.perform(gesture, pace_);
  const std::chrono::duration<double> at = Deadline::Clock::now() - started_;
  report_.gestures.push_back({at.count(), gesture, outcome});
  const bool is_button =
      std::holds_alternative<Click>(gesture) || std::holds_alternative<Drag>(gesture);
  if (const ScreenPoint to = where(gesture); is_button) last_at_ = {to.x, to.y};
  return outcome;
}

std::optional<End> end_of(GestureStatus outcome) {
  switch (outcome) {
    case GestureStatus::ok:
    case GestureStatus::moved:
    case GestureStatus::resized:
    case GestureStatus::outside:
    case GestureStatus::off_screen:
    case GestureStatus::covered:
    case GestureStatus::no_keyboard:
      return std::nullopt;
    case GestureStatus::window_gone:
    case GestureStatus::not_viewable:
      return End::no_window;
    case GestureStatus::grabbed:
    case GestureStatus::user_has_mouse:
      return End::user_has_mouse;
    case GestureStatus::deadline:
      return End::timeout;
    case GestureStatus::interrupted:
      return End::interrupted;
  }
  return std::nullopt;
}

}  // namespace eyehand
