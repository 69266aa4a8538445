// Where the window that is played lay, and what lay on top of it, at each point of the stream.
#pragma once

#include <vector>

#include "tests/soak/happening.hpp"

namespace eyehand::soak {

/// The root's children and, of one of them, the window that is played: itself, or within it, as in
/// the frame of a window manager. Windows are taken for rectangles, as those of the programs here
/// and openbox's frames are, and in the frame nothing is taken to lie above the window.
///
/// Begins as the observer found it (observer.hpp) and is kept by what happened since; no clock and
/// no server.
class Scene {
 public:
  struct Pane {
    x11::WindowId id = 0;
    x11::Rect place;  ///< on the root, without the border
    int border = 0;
    bool mapped = false;

    bool covers(x11::Point at) const;
  };

  std::vector<Pane> stack;  ///< the root's children, the lowest first
  x11::WindowId root = 0;
  x11::WindowId target = 0;  ///< the window that is played; 0: closed
  x11::WindowId frame = 0;   ///< the root's child that it is, or is in
  x11::Rect inner;           ///< the target in its frame; where both are one, at 0,0
  bool target_mapped = false;
  bool has_keyboard = false;        ///< the target, or a window in it
  ClientId pointer_granted_to = 0;  ///< alone: what is clicked goes to this client
  ClientId keyboard_granted_to = 0;

  void apply(const Happening& what);

  /// Whether the point lies in the target, be it covered.
  bool is_in_target(x11::Point at) const;
  /// ... and nothing else is on top there.
  bool is_on_top_at(x11::Point at) const;
  /// Whether somebody other than the target's program has the pointer to itself.
  bool is_pointer_taken() const;
  /// Whether a key would go to the target.
  bool takes_keys() const;

 private:
  Pane* find(x11::WindowId window);
  const Pane* visible_frame() const;
  void configure(const Happening& what);
  void reparent(const Happening& what);
};

}  // namespace eyehand::soak
