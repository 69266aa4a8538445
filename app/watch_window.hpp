// Shows a walkthrough by eyehand-watch, the program of arena/watch/: in a window or in a film.
#pragma once

#include <string>

#include "app/exit_code.hpp"
#include "app/walkthrough.hpp"

namespace eyehand {

struct WatchStyle {
  double speed = 2;  ///< steps per second
  std::string size;  ///< WxH in pixels; empty: as the board wants
  /// X,Y,WxH: in room beside this, taking no input until our standard input ends; empty: anywhere.
  std::string beside;
};

/// Throws Error if there is no display, or if eyehand-watch is not installed.
void check_window();

/// Opens the window; returns when it has been closed. Throws
/// Error if it cannot be opened, Failure after Ctrl-C, which closes it.
void show_window(const Walkthrough& walkthrough, const WatchStyle& style);

/// Writes an MP4 file by ffmpeg: each step, the puzzle and the solution for two seconds. Throws
/// Error if a program is missing or fails, Failure after Ctrl-C; there is then no file, or the one
/// that was there before.
void write_film(const Walkthrough& walkthrough, const WatchStyle& style, const std::string& file);

}  // namespace eyehand
