// A picture over the screen that takes no input: clicks and keys reach the windows below as if it
// were not there, and so does whoever asks which window is on top (windows.hpp). It is not managed
// by the window manager, and the server removes it when the process ends, however it ends.
#pragma once

#include <cstdint>
#include <span>

#include "x11/connection.hpp"
#include "x11/geometry.hpp"

namespace eyehand::x11 {

class Overlay {
 public:
  /// Whether the server can show one: it needs the Shape extension, 1.1 or later.
  static bool is_supported(Connection& connection);

  /// Not yet shown. The connection must outlive it. Throws Error if it is not supported.
  explicit Overlay(Connection& connection);
  ~Overlay();
  Overlay(const Overlay&) = delete;
  Overlay& operator=(const Overlay&) = delete;

  /// What it shows: row by row 0xAARRGGBB, of which pixels with A = 0 are left out. O(pixels), and
  /// one round trip per colour.
  void set_picture(Size size, std::span<const std::uint32_t> pixels);
  /// Shows it with its top left corner here, above all other windows.
  void show_at(ScreenPoint top_left);
  void hide();

  WindowId window() const { return window_; }

 private:
  Connection& connection_;
  WindowId window_ = 0;
  bool is_shown_ = false;
};

/// Where a picture of this size hides the least of a board, and then of the window around it: of
/// the places below, above, to the right and to the left of the window, moved onto the screen, the
/// first such.
ScreenPoint least_hiding(Size picture, const Rect& board, const Rect& window, const Rect& screen);

/// Takes the key of this name ("Escape"), without modifiers, from all programs while it lives.
class KeyGrab {
 public:
  KeyGrab(Connection& connection, const char* key);
  ~KeyGrab();
  KeyGrab(const KeyGrab&) = delete;
  KeyGrab& operator=(const KeyGrab&) = delete;

  /// Whether it was taken, and not by another program before.
  bool holds() const { return holds_; }
  /// Whether it was pressed since the last call. Reads only events of the keyboard.
  bool was_pressed();

 private:
  Connection& connection_;
  int code_ = 0;
  bool holds_ = false;
};

}  // namespace eyehand::x11
