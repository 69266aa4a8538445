// Reading the board in a window or a picture.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/options.hpp"
#include "app/target.hpp"
#include "player/games.hpp"
#include "player/view.hpp"
#include "vision/capture.hpp"
#include "x11/connection.hpp"

namespace eyehand {

struct ReadingOptions {
  std::string picture_file;  ///< instead of a window
  TargetOptions target;
};
/// PICTURE, --window, --window-id, --region and --skin
std::vector<Option> reading_options(ReadingOptions& options);

/// A window whose board is read.
struct WatchedWindow {
  explicit WatchedWindow(const TargetOptions& options)
      : target(find_target(connection, options)),
        source(connection, target.window.id),
        screen(source, target.skin.view) {}

  x11::Connection connection;
  Target target;
  WindowSource source;
  ViewSource screen;
};

struct BoardReading {
  Skin skin;
  std::string source;  ///< for people
  std::unique_ptr<PuzzleSession> session;
  Frame frame;
  Observation seen;
  std::unique_ptr<WatchedWindow> window;  ///< null if a picture was read
};

/// Reads a picture with the first skin that reads it with certainty, else with the last one tried.
/// Throws Failure (no_window), Error.
BoardReading read_board(const ReadingOptions& options);
/// Reads the window again. Throws Failure (no_window).
void read_again(BoardReading& reading);
/// Throws Failure (unreadable) if the reading was rejected.
void check_accepted(const BoardReading& reading);

struct CheckedMarks {
  Status status = Status::none;  ///< of the puzzle, whose solution the session now has
  std::vector<WrongMark> wrong;
};
/// Solves the puzzle, whose reading must have been accepted, and compares the marks on its board.
/// Throws Failure if it has no solution (no_solution), or if the deadline passes (timeout).
CheckedMarks check_marks(const BoardReading& reading, const Deadline& deadline);

}  // namespace eyehand
