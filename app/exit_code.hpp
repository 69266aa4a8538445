// How eyehand ends, told to the shell.
#pragma once

#include <algorithm>
#include <string>

#include "player/play.hpp"
#include "puzzle/error.hpp"

namespace eyehand {

/// Of several puzzles or games the greatest counts.
enum class ExitCode {
  ok = 0,           ///< solved, or whatever else was asked for is done
  failed = 1,       ///< something unexpected (an Error); the message says what
  usage = 2,        ///< the command line makes no sense
  no_answer = 3,    ///< a puzzle has none
  unreadable = 4,   ///< a board could not be read for certain, so nothing was done with it
  no_window = 5,    ///< no window is such as was asked for, or it went away
  timeout = 6,      ///< the time limit passed first
  interrupted = 7,  ///< Ctrl-C, or the user took the mouse
  stuck = 8,        ///< what was clicked had no effect
  multiple = 9,     ///< a puzzle to be played has several answers, and --any was not given
};

inline constexpr const char* kExitCodeHelp =
    R"(Exit codes (of several puzzles or games the greatest counts):
  0  solved, or done        3  no answer               6  out of time
  1  unexpected error       4  not sure of the board   7  interrupted (Ctrl-C, or you moved the mouse)
  2  wrong usage            5  no window               8  stuck: clicks have no effect
  9  several answers, so nothing was played (--any plays one))";

/// Of one game.
constexpr ExitCode exit_code(End end) {
  switch (end) {
    case End::solved:
    case End::planned:
      return ExitCode::ok;
    case End::no_answer:
      return ExitCode::no_answer;
    case End::multiple_solutions:
      return ExitCode::multiple;
    case End::unreadable:
      return ExitCode::unreadable;
    case End::no_window:
      return ExitCode::no_window;
    case End::timeout:
      return ExitCode::timeout;
    case End::interrupted:
    case End::user_has_mouse:
      return ExitCode::interrupted;
    case End::stuck:
      return ExitCode::stuck;
  }
  return ExitCode::failed;
}

constexpr ExitCode worse(ExitCode a, ExitCode b) {
  return std::max(a, b);
}

/// An Error with an exit code of its own.
class Failure : public Error {
 public:
  Failure(ExitCode code, const std::string& message) : Error(message), code_(code) {}
  ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

}  // namespace eyehand
