// Sends a game's gestures, for play(): notes them in the report, copes with those that were not
// performed, and moves the pointer out of the way.
#pragma once

#include <chrono>
#include <opencv2/core.hpp>
#include <optional>
#include <span>

#include "actuator/input_sink.hpp"
#include "player/play.hpp"
#include "vision/frame.hpp"

namespace eyehand {

/// How a game ends when a gesture was not performed; nothing if capturing again may help.
std::optional<End> end_of(GestureStatus outcome);

class GestureSender {
 public:
  /// All references must outlive it. The deadline is that of the options.
  GestureSender(InputSink& input, const Pace& pace, const PlayOptions& options, GameReport& report)
      : input_(input), pace_(pace), options_(options), report_(report) {}

  struct Burst {
    std::optional<End> end;  ///< nothing: capture again, whether or not all were performed
    std::size_t sent = 0;    ///< how many were
  };
  /// Performs gestures that were planned for the board in this frame. If one is refused, the window
  /// is raised where it is covered, and the rest is left for the next capture; a few times in a
  /// row.
  Burst send(std::span<const Gesture> gestures, const Frame& frame, const cv::Rect& board);

  /// Moves the pointer off the board and the button that checks it, if it is seen, at most twice
  /// after each burst: the program may highlight the cell beneath it, or draw a pointer of its own
  /// over it. If that is not enough, it is moved once more by way of another cell, since some
  /// programs go on highlighting the last cell that the pointer was over. Returns an end if that is
  /// not possible.
  std::optional<End> park(const cv::Rect& board, const cv::Rect& button, const Frame& frame);

  /// Gives a program that lost clicks more time for each.
  void slow_down();

 private:
  std::optional<End> end_of_outcome(GestureStatus outcome, ScreenPoint at);
  std::optional<End> move_to(cv::Point in_image, const Frame& frame);
  void aim(const Frame& frame, const cv::Rect& board = {});
  GestureStatus perform(const Gesture& gesture);

  InputSink& input_;
  Pace pace_;
  const PlayOptions& options_;
  GameReport& report_;
  const Deadline::Clock::time_point started_ = Deadline::Clock::now();
  cv::Point last_at_;   ///< where the last click or drag was, on the screen
  int recoveries_ = 0;  ///< in a row
  int parked_ = 0;      ///< how often since the last burst
};

}  // namespace eyehand
