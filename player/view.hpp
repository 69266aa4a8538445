// How a program's window is seen: only a part of it, or stretched so that its cells become square.
// Captures and gestures are converted here, so that nothing else needs to know.
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
  double stretch = 1;
};
template <class Visitor>
void describe(BoardSettings& board, Visitor&& visit) {
  visit("region", board.region,
        About{"where in the window the board is, as X,Y,WIDTH,HEIGHT in pixels; the rest is "
              "neither seen nor clicked"});
  visit("stretch", board.stretch,
        About{"the width of a cell divided by its height, if cells are not square", 0.25, 4});
}

struct View {
  cv::Rect region{};   ///< of the window, in its pixels; empty: all of it
  double stretch = 1;  ///< the factor by which the picture is made higher
};

/// Reads "10,20,300,400" as a rectangle, and an empty text as an empty one, which stands for the
/// whole window. Throws Error for anything else.
cv::Rect parse_region(std::string_view text);

/// Converts a frame of the whole window to what is seen of it. Throws Error if the region is
/// outside.
Frame seen_through(const View& view, Frame window);

/// Captures what the view shows of a window.
class ViewSource final : public ScreenSource {
 public:
  ViewSource(ScreenSource& window, const View& view) : window_(window), view_(view) {}
  Capture capture() override;
  StillnessReport wait_until_still(const StillnessOptions& options) override;
  /// Where the window was on the screen when it was last captured.
  const cv::Rect& last_window() const { return last_window_; }

 private:
  ScreenSource& window_;
  View view_;
  cv::Rect last_window_;
  cv::Point2d scale_{1, 1};  ///< of the last frame
};

/// Performs gestures that were planned for what the source captured.
class ViewInput final : public InputSink {
 public:
  ViewInput(InputSink& window, const ViewSource& source) : window_(window), source_(source) {}
  void aim(const Aim& aim) override;
  GestureStatus perform(const Gesture& gesture, const Pace& pace) override {
    return window_.perform(gesture, pace);
  }
  void watch_drags(std::function<bool()> follows) override {
    window_.watch_drags(std::move(follows));
  }
  bool raise(ScreenPoint at) override { return window_.raise(at); }
  void forget_pointer() override { window_.forget_pointer(); }
  void release_all() noexcept override { window_.release_all(); }

 private:
  InputSink& window_;
  const ViewSource& source_;
};

}  // namespace eyehand
