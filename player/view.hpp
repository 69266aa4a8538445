// How a program's window is seen: a part of it, as if it were all, or stretched until cells that
// are not square are. What captures and what sends gestures behave alike, so that nothing else
// knows.
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
        About{"where in the window the board is, as X,Y,WIDTH,HEIGHT in pixels; what is beside it "
              "is neither seen nor clicked"});
  visit("stretch", board.stretch,
        About{"how wide a cell is, compared with its height, where cells are not square", 0.25, 4});
}

struct View {
  cv::Rect region{};   ///< of the window, in its pixels; empty: all of it
  double stretch = 1;  ///< how much higher the picture is made, compared with its width
};

/// "10,20,300,400" as a rectangle; an empty one, which stands for the whole window, for an empty
/// text. Throws Error for anything else.
cv::Rect parse_region(std::string_view text);

/// A frame of the whole window as it is seen. Throws Error if the region is outside.
Frame seen_through(const View& view, Frame window);

/// Captures what is seen of a window.
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

/// Takes gestures that are planned for what the source has captured.
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
