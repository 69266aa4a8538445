// What stands between a window and an event that is to go to it, as of one moment.
//
// Answers that are asked for one after another are of different moments: the window may have moved,
// or another program taken the pointer, between two of them. A glance asks all in one write, and
// the server answers in one go, for it turns to another client only when one has nothing more to
// ask, or its time slice (5 ms) ends just there. What windows.hpp asks one by one is for finding
// windows and looking on; what is about to be clicked is asked for here.
#pragma once

#include <optional>
#include <vector>

#include "x11/geometry.hpp"
#include "x11/windows.hpp"
#include "x11/xcb_connection.hpp"

namespace eyehand::x11 {

class WindowSnapshot {
 public:
  /// At this window, which may be gone, or go at any time. The link must outlive the glance.
  WindowSnapshot(XcbConnection& xcb, WindowId window);
  ~WindowSnapshot();
  WindowSnapshot(const WindowSnapshot&) = delete;
  WindowSnapshot& operator=(const WindowSnapshot&) = delete;

  /// What is asked beside the window's place and the pointer's.
  struct Wanted {
    std::vector<Point> points{};  ///< of the root: what is on top there?
    bool pointer = false;         ///< has another client the pointer to itself?
    bool keyboard = false;        ///< who has the keyboard?
  };
  struct State {
    bool is_viewable = false;     ///< it and all its ancestors are mapped
    Rect on_root;                 ///< without border and frame
    Pointer pointer;              ///< and what is held down
    std::vector<bool> is_on_top;  ///< for each point wanted, see is_on_top_at
    /// By another client, which then gets what is sent, wherever the pointer or the keyboard's
    /// focus is. A button held counts: the window that got it has the pointer until it comes up.
    bool is_pointer_taken = false, is_keyboard_taken = false;
    bool has_keyboard = false;  ///< the window itself or one within it
  };

  /// Nothing if the window is gone. One round trip, some 50 us; for the keyboard one more for each
  /// level that its holder lies within the window. Where a point is not on top, the window may have
  /// got another frame: one more for each level down to it, and if it has, all is asked again.
  /// Throws Error if the server is gone.
  ///
  /// The only way to learn of a grab is to ask for one: it is asked for a window that is never
  /// shown, which the server refuses either way, but for the one reason or the other.
  std::optional<State> take(const Wanted& wanted);
  WindowId window() const { return window_; }

 private:
  std::optional<State> ask(const Wanted& wanted);
  bool has_keyboard(xcb_window_t focus, const Pointer& pointer);
  std::vector<xcb_window_t> lineage(xcb_window_t window);

  XcbConnection& xcb_;
  xcb_window_t window_;
  xcb_window_t unseen_;
  std::vector<xcb_window_t> lineage_;  ///< from the child of the root down to the window itself
};

}  // namespace eyehand::x11
