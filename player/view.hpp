// How a program's window is seen: only a part of it, or stretched so that its cells become square.
// Captures and gestures are converted here, so that nothing else needs to know. What is drawn in a
// part of a window may move within it; no X event reports that, so gestures are preceded by a look
// at the outlines of the part and of the board.
#pragma once

#include <opencv2/core.hpp>
#include <string>
#include <string_view>

#include "actuator/input_sink.hpp"
#include "puzzle/about.hpp"
#include "vision/capture.hpp"
#include "vision/enlarge.hpp"

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

  /// What the window shows may move within it: has_moved() is to notice that.
  void expect_moves() { board_may_move_ = true; }
  /// From the next capture on, only this part of the last frame is shown, until widen() or until
  /// the window changes its size; enlarged in this way.
  void narrow(const cv::Rect& in_frame, const Enlargement& by = {});
  void widen();
  bool is_narrowed() const { return view_.region != stated_; }

  /// Whether the board, if its place on the root is known, or the part that narrow() chose is no
  /// longer where it was in the last capture: along a side of either, most pixels of a line have
  /// another colour. Always false without expect_moves(). The cost is that of sampling them, 1 ms
  /// for 500x500 pixels.
  bool has_moved(const x11::Rect& board);

 private:
  /// The window's pixels that cover an area of the last frame.
  cv::Rect to_window(const cv::Rect& in_frame) const;

  ScreenSource& window_;
  View view_;
  cv::Rect stated_ = view_.region;  ///< the region before it was narrowed
  cv::Size narrowed_in_;            ///< the window's size then
  Enlargement enlargement_;         ///< of the part
  cv::Rect last_window_;
  bool board_may_move_ = false;
  cv::Mat last_picture_;     ///< of all of the window, if the board may move
  cv::Point2d scale_{1, 1};  ///< of the last frame
};

/// Performs gestures that were planned for what the source captured, if it is still there.
class ViewInput final : public InputSink {
 public:
  ViewInput(InputSink& window, ViewSource& source) : window_(window), source_(source) {}
  void aim(const Aim& aim) override;
  GestureStatus perform(const Gesture& gesture, const Pace& pace) override;
  void watch_drags(std::function<bool()> follows) override {
    window_.watch_drags(std::move(follows));
  }
  bool raise(ScreenPoint at) override { return window_.raise(at); }
  void forget_pointer() override { window_.forget_pointer(); }
  void release_all() noexcept override { window_.release_all(); }

 private:
  InputSink& window_;
  ViewSource& source_;
  x11::Rect board_;  ///< on the root, as aimed at
};

}  // namespace eyehand
