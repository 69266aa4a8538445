// A part of a window as if it were all of it: what is beside it is neither seen nor clicked. For
// programs whose board is not found otherwise.
#pragma once

#include <opencv2/core.hpp>
#include <string>
#include <string_view>

#include "actuator/input_sink.hpp"
#include "puzzle/about.hpp"
#include "vision/capture.hpp"

namespace eyehand {

/// [board] in a skin.
struct BoardSettings {
  std::string region;
};
template <class Visitor>
void describe(BoardSettings& board, Visitor&& visit) {
  visit("region", board.region,
        About{"where in the window the board is, as X,Y,WIDTH,HEIGHT in pixels; what is beside it "
              "is neither seen nor clicked"});
}

/// "10,20,300,400" as a rectangle; an empty one, which stands for the whole window, for an empty
/// text. Throws Error for anything else.
cv::Rect parse_region(std::string_view text);

/// Captures the region only.
class RegionSource final : public ScreenSource {
 public:
  RegionSource(ScreenSource& window, const cv::Rect& region) : window_(window), region_(region) {}
  Capture capture() override;
  StillnessReport wait_until_still(const StillnessOptions& options) override;
  /// Where the window was on the screen when it was last captured.
  const cv::Rect& last_window() const { return last_window_; }

 private:
  ScreenSource& window_;
  cv::Rect region_, last_window_;
};

/// Takes gestures that are planned for what the source has captured.
class RegionInput final : public InputSink {
 public:
  RegionInput(InputSink& window, const RegionSource& source) : window_(window), source_(source) {}
  void aim(const Aim& aim) override;
  GestureStatus perform(const Gesture& gesture, const Pace& pace) override {
    return window_.perform(gesture, pace);
  }
  bool raise(ScreenPoint at) override { return window_.raise(at); }
  void forget_pointer() override { window_.forget_pointer(); }
  void release_all() noexcept override { window_.release_all(); }

 private:
  InputSink& window_;
  const RegionSource& source_;
};

}  // namespace eyehand
