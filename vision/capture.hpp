// The eye: looks at one window, and tells when it is still. Tests of the loop put a fake Eye here;
// the real one is WindowSource.
#pragma once

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
};

constexpr std::string_view name(CaptureStatus status) {
  switch (status) {
    case CaptureStatus::good:
      return "good";
    case CaptureStatus::window_gone:
      return "window gone";
    case CaptureStatus::not_viewable:
      return "window not viewable";
  }
  return "";
}

struct Capture {
  CaptureStatus status = CaptureStatus::good;
  Frame frame;  ///< empty unless the sight is good; the image is the caller's own
  /// The window's own contents, whatever covers it. False without XComposite: then it is a piece of
  /// the screen, and what covers the window is in the picture.
  bool own_contents = true;
};

/// When to call a window still.
struct StillnessOptions {
  std::chrono::milliseconds quiet{30};  ///< nothing has changed for so long
  /// Something was done that must show: do not call it still before something has changed since the
  /// last capture() or wait, or this long has passed. 0: do not wait for a change.
  std::chrono::milliseconds reaction{0};
  std::chrono::milliseconds limit{2000};  ///< longest wait in all
  /// Only what changes here counts, in pixels of the image (empty: the whole window). A clock that
  /// ticks elsewhere does not matter.
  cv::Rect area{};
  /// First wait (within the limit) until the program says that it has read all input so far, if it
  /// is one that can say so: a program that is stopped or busy is not still.
  bool ask_program = true;
};

enum class Stillness {
  still,
  limit_reached,  ///< it changed to the last, or the program did not answer
  window_gone,
  not_viewable,
  interrupted,  ///< Ctrl-C and its like
};

constexpr std::string_view name(Stillness stillness) {
  switch (stillness) {
    case Stillness::still:
      return "still";
    case Stillness::limit_reached:
      return "limit reached";
    case Stillness::window_gone:
      return "window gone";
    case Stillness::not_viewable:
      return "window not viewable";
    case Stillness::interrupted:
      return "interrupted";
  }
  return "";
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
  /// Returns as soon as the wish is met, never before; the report says how it ended.
  virtual StillnessReport wait_until_still(const StillnessOptions& options) = 0;
};

/// Captures through XComposite, so that a covered window and parts beyond the screen read rightly,
/// and with shared memory, which even a killed process leaves nothing of. Any TrueColor visual of
/// 16 or 32 bits a pixel. Some 2 ms at 1000x1000.
class WindowSource final : public ScreenSource {
 public:
  /// Throws Error if the window cannot be looked at for a reason other than being gone.
  WindowSource(x11::Connection& connection, x11::WindowId window);
  ~WindowSource() override;
  WindowSource(const WindowSource&) = delete;
  WindowSource& operator=(const WindowSource&) = delete;

  Capture capture() override;
  StillnessReport wait_until_still(const StillnessOptions& options) override;

  x11::WindowId window() const;
  /// Whether the means are there; `eyehand doctor` and the log tell.
  bool uses_composite() const;
  bool uses_shared_memory() const;
  bool uses_damage() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace eyehand
