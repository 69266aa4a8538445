// Captures one window, and waits until it is still. ScreenSource is the interface that tests of the
// loop fake; WindowSource is the real one.
#pragma once

#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <string_view>

#include "puzzle/deadline.hpp"
#include "vision/frame.hpp"
#include "x11/connection.hpp"

namespace eyehand {

enum class CaptureStatus {
  good,
  window_gone,   ///< closed
  not_viewable,  ///< minimised, or otherwise not on the screen
  /// The pixels may be another window's: there is no XComposite and something lies over the window,
  /// or the program has not yet redrawn parts that were hidden when capturing began.
  covered,
};

constexpr std::string_view name(CaptureStatus status) {
  constexpr std::array<std::string_view, 4> kNames{"good", "window gone", "window not viewable",
                                                   "window covered"};
  return kNames[static_cast<std::size_t>(status)];
}

struct Capture {
  CaptureStatus status = CaptureStatus::good;
  Frame frame;  ///< empty unless the status is good; the image is the caller's own
};

/// When a window counts as still.
struct StillnessOptions {
  std::chrono::milliseconds quiet{30};  ///< nothing has changed for this long
  /// After a gesture that must have a visible effect: the window is not still until something has
  /// changed since the last capture() or wait, or this long has passed. 0: no change is expected.
  std::chrono::milliseconds reaction{0};
  std::chrono::milliseconds limit{2000};  ///< the longest wait in all
  /// Only changes in here count, in image pixels (empty: the whole window), so that a ticking clock
  /// elsewhere does not matter.
  cv::Rect area{};
  /// First wait (within the limit) until the program confirms that it has read all input so far, if
  /// it supports that (_NET_WM_PING): a stopped or busy program is not still.
  bool ask_program = true;
};

enum class Stillness {
  still,
  limit_reached,  ///< it never stopped changing, or the program did not answer
  window_gone,
  not_viewable,
  interrupted,  ///< by a signal such as Ctrl-C
};

constexpr std::string_view name(Stillness stillness) {
  constexpr std::array<std::string_view, 5> kNames{"still", "limit reached", "window gone",
                                                   "window not viewable", "interrupted"};
  return kNames[static_cast<std::size_t>(stillness)];
}

struct StillnessReport {
  Stillness stillness = Stillness::still;
  bool changed = false;  ///< something in the area changed since the last capture() or wait
  std::chrono::milliseconds waited{0};
};

class ScreenSource {
 public:
  virtual ~ScreenSource() = default;
  /// The window as it is now.
  virtual Capture capture() = 0;
  /// Returns as soon as the window is still by `options`, never before, or at the limit.
  virtual StillnessReport wait_until_still(const StillnessOptions& options) = 0;
  /// The pixels (BGR) of a part of the window as they are now, wherever the window is; empty if
  /// they cannot be fetched. Changes since the last capture() still count as such.
  virtual cv::Mat sample(const cv::Rect& /*area*/) { return {}; }
};

/// Captures through XComposite, so that covered windows and parts beyond the screen are captured
/// too, and through shared memory that not even a killed process leaves behind. Without XComposite
/// it captures the screen, and reports `covered` when another window overlaps. Supports TrueColor
/// visuals with 16 or 32 bits per pixel. About 2 ms at 1000x1000.
class WindowSource final : public ScreenSource {
 public:
  /// Throws Error if the window cannot be captured for a reason other than being gone.
  WindowSource(x11::Connection& connection, x11::WindowId window);
  ~WindowSource() override;
  WindowSource(const WindowSource&) = delete;
  WindowSource& operator=(const WindowSource&) = delete;

  Capture capture() override;
  StillnessReport wait_until_still(const StillnessOptions& options) override;
  /// Some 0.2 ms, and 1 ms more per 500x500 pixels.
  cv::Mat sample(const cv::Rect& area) override;

  x11::WindowId window() const;
  /// Which X extensions are in use.
  bool uses_composite() const;
  bool uses_shared_memory() const;
  bool uses_damage() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace eyehand
