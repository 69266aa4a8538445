// The windows of programs: which there are, where they lie, which one is on top.
//
// All places are those of the client window itself on the root, as the server knows them; window
// managers put it into a frame and report the frame's. Every function tells a window that is gone
// by its value, never by an exception.
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
  int pid = 0;             ///< 0: the program does not say
  Rect on_root;            ///< without border and frame; may reach beyond the screen
  bool viewable = false;   ///< it and all its ancestors are mapped
  bool minimised = false;  ///< the window manager has it hidden
};

/// The top-level windows of programs, topmost first, minimised ones included. With a window manager
/// these are the ones it manages; without one, the mapped children of the root (or, within them,
/// the window that bears a class or title), menus and tooltips left out. Some ten round trips a
/// window.
std::vector<WindowInfo> list_windows(Connection& connection);

/// One window, whichever it is; nothing if there is none of this id.
std::optional<WindowInfo> describe(Connection& connection, WindowId window);

/// Which windows are wanted; what is empty is not asked for.
struct WindowQuery {
  WindowId id = 0;
  std::string title_part{};  ///< somewhere in the title, upper and lower case alike (ASCII)
  /// A POSIX extended regular expression, found in the title; at most 256 bytes, and with braces
  /// whose numbers multiply to 1000 at most.
  std::string title_pattern{};
  std::string class_name{};  ///< instance or class, whole, upper and lower case alike (ASCII)
};

/// Whether a window is as asked. Throws Error if the pattern is no regular expression.
bool matches(const WindowInfo& window, const WindowQuery& query);

/// Those of list_windows that match, topmost first; a query by id finds any window.
std::vector<WindowInfo> find_windows(Connection& connection, const WindowQuery& query);

/// Whether a press of a button at this place of the root would go to `window` or a window within
/// it: nothing else is on top there that takes input. One round trip for each level from the root.
bool is_on_top_at(Connection& connection, WindowId window, Point at);

/// Asks for the window to be put on top and given the keyboard (through the window manager if there
/// is one), and waits until it is on top at `at`. False if it is not by the deadline.
bool raise(Connection& connection, WindowId window, Point at, Deadline deadline);

/// Asks for this size of the window's own contents; the window manager or the program may give
/// another, later.
void resize(Connection& connection, WindowId window, Size size);

/// Whether the keyboard's input goes to the window or to one within it.
bool has_keyboard(Connection& connection, WindowId window);

/// The name of the window manager; nothing if none runs.
std::optional<std::string> window_manager(Connection& connection);

/// Where the pointer is and what is held down.
struct Pointer {
  Point at;
  unsigned buttons = 0;    ///< bit n - 1 for button n, 1 to 5
  unsigned modifiers = 0;  ///< kShift and so on; the locks (Caps, Num) are not told
};
inline constexpr unsigned kShift = 1, kControl = 4, kAlt = 8, kSuper = 64;
Pointer pointer(Connection& connection);

}  // namespace eyehand::x11
