// The eye: looks at one window, and tells when it is still. Tests of the loop put a fake Eye here;
// the real one is WindowEye.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string_view>

#include "puzzle/deadline.hpp"
#include "vision/frame.hpp"
#include "x11/connection.hpp"

namespace eyehand {

enum class Sight {
  good,
  window_gone,   ///< closed
  not_viewable,  ///< minimised, or otherwise not on the screen
};

constexpr std::string_view name(Sight sight) {
  switch (sight) {
    case Sight::good:
      return "good";
    case Sight::window_gone:
      return "window gone";
    case Sight::not_viewable:
      return "window not viewable";
  }
  return "";
}

struct Shot {
  Sight sight = Sight::good;
  Frame frame;  ///< empty unless the sight is good; the image is the caller's own
  /// The window's own contents, whatever covers it. False without XComposite: then it is a piece of
  /// the screen, and what covers the window is in the picture.
  bool own_contents = true;
};

/// When to call a window still.
struct StillWish {
  std::chrono::milliseconds quiet{30};  ///< nothing has changed for so long
  /// Something was done that must show: do not call it still before something has changed since the
  /// last look() or wait, or this long has passed. 0: do not wait for a change.
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

struct StillReport {
  Stillness stillness = Stillness::still;
  bool changed = false;  ///< something in the area changed since the last look() or wait
  std::chrono::milliseconds waited{0};
};

class Eye {
 public:
  virtual ~Eye() = default;
  /// The window as it is now.
  virtual Shot look() = 0;
  /// Returns as soon as the wish is met, never before; the report says how it ended.
  virtual StillReport wait_until_still(const StillWish& wish) = 0;
};

/// Captures through XComposite, so that a covered window and parts beyond the screen read rightly,
/// and with shared memory, which even a killed process leaves nothing of. Any TrueColor visual of
/// 16 or 32 bits a pixel. Some 2 ms at 1000x1000.
class WindowEye final : public Eye {
 public:
  /// Throws Error if the window cannot be looked at for a reason other than being gone.
  WindowEye(x11::Connection& connection, x11::WindowId window);
  ~WindowEye() override;
  WindowEye(const WindowEye&) = delete;
  WindowEye& operator=(const WindowEye&) = delete;

  Shot look() override;
  StillReport wait_until_still(const StillWish& wish) override;

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
