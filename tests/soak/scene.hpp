// Where the window being played is, and what is on top of it, at each point of the stream.
#pragma once

#include <vector>

#include "tests/soak/server_event.hpp"

namespace eyehand::soak {

/// The root's children and the window being played, which is one of them or inside one, such as a
/// window manager's frame. Windows are treated as rectangles, which those of the programs here and
/// openbox's frames are, and nothing in the frame is on top of the window.
///
/// It starts as recorded by the observer (observer.hpp) and is updated from the stream; it needs no
/// clock and no server.
class Scene {
 public:
  struct TopLevel {
    x11::WindowId id = 0;
    x11::Rect place;  ///< on the root, without the border
    int border = 0;
    bool mapped = false;

    bool covers(ScreenPoint at) const;
  };

  std::vector<TopLevel> stack;  ///< the root's children, lowest first
  x11::WindowId root = 0;
  x11::WindowId target = 0;  ///< the window being played; 0: closed
  x11::WindowId frame = 0;   ///< the child of the root that it is or is in
  x11::Rect inner;           ///< the target in its frame; at 0,0 if it has none
  bool target_mapped = false;
  bool has_keyboard = false;        ///< the target or a window inside it
  ClientId pointer_grabbed_by = 0;  ///< clicks go to this client alone
  ClientId keyboard_grabbed_by = 0;

  void apply(const ServerEvent& what);

  /// Whether the point is in the target, covered or not.
  bool is_in_target(ScreenPoint at) const;
  /// ... and nothing else is on top there.
  bool is_on_top_at(ScreenPoint at) const;
  /// Whether a program other than the target's has grabbed the pointer.
  bool is_pointer_grabbed() const;
  /// Whether a key would go to the target.
  bool takes_keys() const;

 private:
  TopLevel* find(x11::WindowId window);
  const TopLevel* visible_frame() const;
  void configure(const ServerEvent& what);
  void reparent(const ServerEvent& what);
};

}  // namespace eyehand::soak
