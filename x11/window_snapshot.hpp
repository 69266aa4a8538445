// Everything that decides whether an event will reach a window, as of one moment.
//
// Queries made one after another describe different moments: between two of them the window may
// move or another program grab the pointer. A snapshot makes all its queries in one write, and the
// server answers them together: it turns to another client only when this one has no more requests,
// or when its time slice (5 ms) happens to end there. The single queries of windows.hpp are for
// finding and observing windows; before a click, a snapshot is taken.
#pragma once

#include <optional>
#include <vector>

#include "x11/geometry.hpp"
#include "x11/windows.hpp"
#include "x11/xcb_connection.hpp"

namespace eyehand::x11 {

class WindowSnapshot {
 public:
  /// Of this window, which may be gone or vanish at any time. The connection must outlive this.
  WindowSnapshot(XcbConnection& xcb, WindowId window);
  ~WindowSnapshot();
  WindowSnapshot(const WindowSnapshot&) = delete;
  WindowSnapshot& operator=(const WindowSnapshot&) = delete;

  /// What to query besides the positions of the window and the pointer.
  struct Query {
    std::vector<ScreenPoint> points{};  ///< on the root: is the window on top there?
    bool pointer_grab = false;          ///< has another client grabbed the pointer?
    bool keyboard = false;  ///< who has the focus, and has another client grabbed the keyboard?
  };
  struct State {
    bool is_viewable = false;     ///< it and all its ancestors are mapped
    Rect on_root;                 ///< without border and frame
    Rect screen;                  ///< the root window, at (0, 0)
    Pointer pointer;              ///< and what is held down
    std::vector<bool> is_on_top;  ///< for each point of the query; see x11::is_on_top_at
    /// By another client, which then receives what is sent, wherever the pointer or the focus is. A
    /// button held down counts: the window that received it has a grab until the release.
    bool is_pointer_grabbed = false, is_keyboard_grabbed = false;
    bool has_keyboard = false;  ///< the focus is on the window or on one inside it
  };

  /// Nothing if the window is gone. One round trip, about 50 us; for the keyboard, one more per
  /// level from the focused window up to this one. Where the window is not on top at a point, it
  /// may have been reparented: one more per level down to it, and if it has been, everything is
  /// queried again. Throws Error if the server is gone.
  ///
  /// The only way to detect a grab is to request one. It is requested for a window that is never
  /// mapped, which the server always refuses, but for a different reason if there is a grab.
  std::optional<State> take(const Query& query);
  WindowId window() const { return window_; }

 private:
  std::optional<State> ask(const Query& query);
  bool has_keyboard(xcb_window_t focus, const Pointer& pointer);
  std::vector<xcb_window_t> ancestry(xcb_window_t window);

  XcbConnection& xcb_;
  xcb_window_t window_;
  xcb_window_t unmapped_;
  std::vector<xcb_window_t> ancestry_;  ///< from the child of the root down to the window itself
};

}  // namespace eyehand::x11
