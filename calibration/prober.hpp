// Clicks on a window of which nothing is known yet, and watches what comes of it.
#pragma once

#include <chrono>
#include <functional>
#include <opencv2/core.hpp>
#include <utility>

#include "actuator/input_sink.hpp"
#include "puzzle/deadline.hpp"
#include "vision/capture.hpp"

namespace eyehand::calibration {

/// What the window did after a click.
struct Effect {
  Frame frame;                               ///< at rest again
  cv::Mat touched;                           ///< 8U, 255 where something changed on the way
  bool changed = false;                      ///< something did
  std::chrono::milliseconds first{0};        ///< until the first change
  std::chrono::milliseconds last{0};         ///< until the last
  std::chrono::milliseconds longest_gap{0};  ///< between one change and the next
};

class Prober {
 public:
  Prober(ScreenSource& screen, InputSink& input, Deadline deadline)
      : screen_(screen), input_(input), deadline_(deadline) {}

  /// The window once nothing has changed in it for `kRest`, or after three seconds. All that is
  /// done here throws LearnStopped if the window goes away, the deadline passes, or the hand may
  /// not act.
  const Frame& rest();
  /// The frame of the last rest.
  const Frame& frame() const { return frame_; }

  /// Clicks at a place of the last frame's image, so slowly that any program counts it.
  Effect click(cv::Point2d in_image, int button = 1);
  /// Sends a plan that was made for the last frame, and watches from its last gesture on.
  Effect perform(const Plan& plan, const Pace& pace);

  /// From now on this is told of every picture that is taken while something moves; nothing: no
  /// more.
  void tell_frames(std::function<void(const Frame&)> of) { told_ = std::move(of); }

  /// A click's time with which every program should be at ease.
  static Pace careful_pace();
  /// Where on the screen a place of the last frame is.
  ScreenPoint on_screen(cv::Point2d in_image) const;

 private:
  Effect watch();
  void capture();

  static constexpr std::chrono::milliseconds kRest{300};

  ScreenSource& screen_;
  InputSink& input_;
  Deadline deadline_;
  Frame frame_;
  std::function<void(const Frame&)> told_;
};

}  // namespace eyehand::calibration
