// Labelled samples from live windows: a window's board at several window sizes. If nobody can say
// what is on the board, it is played to a win to find out.
#pragma once

#include <string>

#include "actuator/input_sink.hpp"
#include "calibration/samples.hpp"
#include "player/new_game.hpp"
#include "puzzle/deadline.hpp"
#include "vision/capture.hpp"
#include "x11/windows.hpp"

namespace eyehand::calibration {

/// Captures the window as it is and, after requesting each size and waiting for the result, smaller
/// and larger: half to one and a half times its width and height. A program with a minimum size, or
/// a window manager that keeps windows within the screen, may grant another size, which is captured
/// all the same. Restores the size at the end. About 3 s. Throws Error if the window cannot be
/// captured, or when the deadline passes.
Captured capture_sizes(x11::Connection& connection, x11::WindowId window, ScreenSource& screen,
                       const std::string& name, Deadline deadline);

/// What is needed to play.
struct LiveSeat {
  x11::Connection& connection;
  x11::WindowId window;
  ScreenSource& screen;
  InputSink& input;
  const Skin& skin;
};

/// Enlarges the window to a square until its board can be read, or to two and a half times its size
/// at most. For programs just started: some open too small to show their board.
void enlarge_until_read(const LiveSeat& seat);

/// Captures `boards` boards in a row and plays each to a win. A board that was read, solved, and
/// seen won after exactly the planned gestures was almost surely read correctly: any misreading
/// would have had to come right by chance. So the truth is what was read at the usual size, and
/// other sizes are compared with that. Whatever covers the board (a banner) is closed first. Throws
/// Error if a board is not won at the first attempt, since then nothing is known.
std::vector<Captured> capture_and_play(const LiveSeat& seat, int boards, const ClearWay& clear_way,
                                       Deadline deadline);

}  // namespace eyehand::calibration
