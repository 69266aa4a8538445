// The windows of programs: finding them, where they are, and which one is on top.
//
// Positions are those of the client window itself on the root, as the server knows them; window
// managers put it into a frame and report the frame's. Every function reports a window that is gone
// by its return value, never by an exception.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "x11/connection.hpp"
#include "x11/geometry.hpp"

namespace eyehand::x11 {

struct WindowInfo {
  WindowId id = 0;
  std::string title;       ///< UTF-8; the first 64 KiB
  std::string instance;    ///< the first part of WM_CLASS ("sgt-net")
  std::string class_name;  ///< the second part ("Sgt-net")
  int pid = 0;             ///< 0: not set by the program
  Rect on_root;            ///< without border and frame; may reach beyond the screen
  bool viewable = false;   ///< it and all its ancestors are mapped
};

/// The top-level windows of programs, topmost first, including minimised ones. With a window
/// manager, these are the ones it manages; without one, the mapped children of the root (or the
/// window inside them that has a class or title), except menus and tooltips. About ten round trips
/// per window.
std::vector<WindowInfo> list_windows(Connection& connection);

/// Any window; nothing if there is none with this ID.
std::optional<WindowInfo> describe(Connection& connection, WindowId window);

/// Conditions on a window; empty ones do not count.
struct WindowQuery {
  WindowId id = 0;
  std::string title_part{};  ///< anywhere in the title, ignoring case (ASCII)
  /// A POSIX extended regular expression searched for in the title; at most 256 bytes, and the
  /// numbers in its braces multiply to at most 1000.
  std::string title_pattern{};
  std::string class_name{};  ///< the whole instance or class, ignoring case (ASCII)
  /// The window is a web browser's, and title_pattern is searched for in the page's title alone
  /// (x11/browsers.hpp).
  bool is_page = false;
};

/// Whether a window meets the conditions. Throws Error if the pattern is not valid.
bool matches(const WindowInfo& window, const WindowQuery& query);

/// Whether `other` is a dialog of the program that owns `window`: it declares itself a dialog, or
/// transient for that window. Two round trips.
bool is_dialog_of(Connection& connection, const WindowInfo& other, const WindowInfo& window);

/// Those of list_windows that match, topmost first; a query by ID finds any window.
std::vector<WindowInfo> find_windows(Connection& connection, const WindowQuery& query);

/// The same of the viewable windows that no window manager manages, because they ask for that:
/// menus, tooltips, Overlay.
std::vector<WindowInfo> find_unmanaged(Connection& connection, const WindowQuery& query);

/// A window together with what its window manager has put around it, as the manager says
/// (_NET_FRAME_EXTENTS).
Rect with_frame(Connection& connection, const WindowInfo& window);

/// Whether a button pressed at this point of the root would go to `window` or a window inside it:
/// nothing else that takes input is on top there. One round trip per level from the root.
bool is_on_top_at(Connection& connection, WindowId window, ScreenPoint at);

/// Requests that the window be raised and focused (through the window manager if there is one), and
/// waits until it is on top at `at`. False if it is not by the deadline.
bool raise(Connection& connection, WindowId window, ScreenPoint at, Deadline deadline);

/// Requests this size for the window's contents; the window manager or the program may later set
/// another.
void resize(Connection& connection, WindowId window, Size size);

/// The name of the window manager; nothing if none runs.
std::optional<std::string> window_manager(Connection& connection);

/// Where the pointer is and what is held down.
struct Pointer {
  ScreenPoint at;
  unsigned buttons = 0;    ///< bit n - 1 for button n, 1 to 5
  unsigned modifiers = 0;  ///< kShift and so on; not the locks (Caps, Num)
};
inline constexpr unsigned kShift = 1, kControl = 4, kAlt = 8, kSuper = 64;
Pointer pointer(Connection& connection);

}  // namespace eyehand::x11
