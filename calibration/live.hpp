// Labelled samples of live windows: a window's board at several sizes of the window, and what is on
// it, where nobody can say, by playing it to a win.
#pragma once

#include <optional>
#include <string>

#include "actuator/input_sink.hpp"
#include "calibration/samples.hpp"
#include "player/new_game.hpp"
#include "puzzle/deadline.hpp"
#include "vision/capture.hpp"
#include "x11/windows.hpp"

namespace eyehand::calibration {

/// Captures the window as it is and, asking for each size and waiting for what comes of it, smaller
/// and larger: half to one and a half times as wide and high. A program that has a least size, or a
/// window manager that lets no window be larger than the screen, gives another; it is captured all
/// the same. At the end it has its size again. Some 3 s. Throws Error if it is not to be seen, or
/// when the deadline passes.
Captured capture_sizes(x11::Connection& connection, x11::WindowId window, ScreenSource& screen,
                       const std::string& name, Deadline deadline);

/// Where one plays.
struct LiveSeat {
  x11::Connection& connection;
  x11::WindowId window;
  ScreenSource& screen;
  InputSink& input;
  const Skin& skin;
};

/// Makes the window larger, and as high as it is wide, until its board is read, or the window is
/// two and a half times as large. For a program that was just started: some come up too small to
/// show their board.
void enlarge_until_read(const LiveSeat& seat);

/// Captures `boards` boards, one after the other, and plays each to a win. A board that was read,
/// solved, and seen as won after the gestures that were planned and no others, was read rightly, or
/// almost surely: what was misread would have had to come right by chance. So the truth is what was
/// read at the usual size; other sizes are compared with that. What covers the board (a banner) is
/// taken away first. Throws Error if one is not won, or not at the first try: then nothing is
/// known.
std::vector<Captured> capture_and_play(const LiveSeat& seat, int boards, const ClearWay& clear_way,
                                       Deadline deadline);

}  // namespace eyehand::calibration
