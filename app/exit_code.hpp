// The exit codes of eyehand.
#pragma once

#include <algorithm>
#include <array>
#include <string>

#include "player/play.hpp"
#include "puzzle/error.hpp"

namespace eyehand {

/// For several puzzles or games, the largest.
enum class ExitCode {
  ok = 0,           ///< solved, or the request was carried out
  failed = 1,       ///< something unexpected (an Error); the message says what
  usage = 2,        ///< the command line, or the text of a puzzle, is not valid
  no_solution = 3,  ///< of a puzzle
  unreadable = 4,   ///< a board could not be read with certainty, so nothing was done
  no_window = 5,    ///< no window matches, or it was closed
  timeout = 6,      ///< the time limit was reached
  interrupted = 7,  ///< Ctrl-C, or the user moved the mouse
  stuck = 8,        ///< clicks had no effect
  multiple = 9,     ///< a puzzle to be played has several solutions, without --any
};

inline constexpr const char* kExitCodeHelp =
    R"(Exit codes (for several puzzles or games, the largest):
  0  solved, or done        3  no solution             6  time limit reached
  1  unexpected error       4  board not readable      7  interrupted (Ctrl-C, or you moved the mouse)
  2  invalid option/puzzle  5  no window               8  stuck: clicks have no effect
  9  several solutions, so nothing was played (--any plays one))";

/// The exit code for one game.
constexpr ExitCode exit_code(End end) {
  using enum ExitCode;
  constexpr std::array kCodes = {ok,        ok,      no_solution, multiple,    unreadable,
                                 no_window, timeout, interrupted, interrupted, stuck};  // by End
  return kCodes[static_cast<std::size_t>(end)];
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
