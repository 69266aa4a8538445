// A program without a window, for tests of learning. It reacts at once to clicks, drags and keys,
// and no time is spent waiting for it.
#pragma once

#include <algorithm>
#include <chrono>
#include <opencv2/core.hpp>
#include <string>
#include <variant>

#include "player/play.hpp"
#include "puzzle/deadline.hpp"

namespace eyehand::calibration {

class FakeProgram : public ScreenSource, public InputSink {
 public:
  FakeProgram(cv::Size window, const cv::Scalar& background)
      : window_(window), background_(background) {}

  /// Draws the board over the background.
  virtual void draw(cv::Mat& picture) const = 0;
  virtual void click(cv::Point /*at*/) {}
  virtual void drag(cv::Point /*from*/, cv::Point /*to*/) {}
  virtual void press_key(const std::string& /*name*/) {}
  /// To be called when something else changes what is drawn.
  void redraw() { is_changed_ = true; }

  Capture capture() override {
    if (is_changed_ || !is_drawn_) {
      is_drawn_ = quiet_for() == kAlways;
      drawn_ = cv::Mat(window_, CV_8UC3, background_);
      draw(drawn_);
      is_changed_ = false;
    }
    return {CaptureStatus::good, to_frame(drawn_)};
  }
  StillnessReport wait_until_still(const StillnessOptions& options) override {
    // Who waits for a change asks again.
    const bool awaits_change = options.reaction >= options.limit;
    if (awaits_change && !is_changed_) pass(std::min(options.limit, quiet_for()));
    return {.stillness = Stillness::still, .changed = is_changed_};
  }
  void aim(const Aim&) override {}
  GestureStatus perform(const Gesture& gesture, const Pace&) override {
    if (const auto* clicked = std::get_if<Click>(&gesture)) click({clicked->at.x, clicked->at.y});
    if (const auto* dragged = std::get_if<Drag>(&gesture))
      drag({dragged->from.x, dragged->from.y}, {dragged->to.x, dragged->to.y});
    if (const auto* key = std::get_if<Key>(&gesture)) press_key(key->name);
    is_changed_ = true;
    return GestureStatus::ok;
  }
  bool raise(ScreenPoint) override { return true; }
  void release_all() noexcept override {}

 protected:
  /// How long it surely changes nothing by itself.
  virtual std::chrono::milliseconds quiet_for() const { return kAlways; }
  static void pass(std::chrono::milliseconds span) { Deadline::Clock::skip(span); }

 private:
  static constexpr std::chrono::milliseconds kAlways = std::chrono::hours(1);

  cv::Size window_;
  cv::Scalar background_;
  cv::Mat drawn_;
  bool is_drawn_ = false;  ///< and stays so until is_changed_
  bool is_changed_ = false;
};

}  // namespace eyehand::calibration
