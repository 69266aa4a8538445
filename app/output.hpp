// Output: results go to stdout, everything else to stderr. Nothing is coloured, and all of it goes
// through printable() (puzzle/printable.hpp), so that no text from outside controls the terminal.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "puzzle/deadline.hpp"

namespace eyehand {

/// Thrown when the reader of our stdout is gone (`eyehand ... | head`), so that there is nothing
/// left to do.
struct OutputClosed {};

/// Prints to stdout and flushes. Throws OutputClosed if its reader is gone, Error if writing fails
/// for another reason (a full disk).
void print(std::string_view text);
inline void print_line(std::string_view line) {
  print(std::string(line) + '\n');
}
/// Prints a line to stderr, for people; never throws. What exceeds 8000 bytes is cut off.
void note(std::string_view line) noexcept;

bool stdout_is_terminal();

/// Whether somebody can answer: stdin and stderr are terminals.
bool can_ask();
/// Prints the question to stderr and returns a line of stdin; nothing at its end or after Ctrl-C.
std::optional<std::string> ask(std::string_view question);

/// The seconds that the rest will take if it goes on as since `started`; 0 < done <= total.
double time_left(Deadline::Clock::time_point started, std::size_t done, std::size_t total);

/// A line on stderr that is rewritten in place; only on a terminal.
class StatusLine {
 public:
  using Clock = std::chrono::steady_clock;
  /// Never shown unless `is_wanted`. Not due until `first` has passed.
  explicit StatusLine(bool is_wanted, Clock::duration first = {});
  ~StatusLine() { clear(); }
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;

  bool is_live() const { return is_live_; }
  /// A line that changes more than ten times a second cannot be read.
  bool is_due() const { return is_live_ && Clock::now() >= next_; }
  void show(const std::string& line);
  /// Removes the line so that something else can be printed.
  void clear() noexcept;

 private:
  bool is_live_;
  bool is_shown_ = false;
  Clock::time_point next_;
};

/// The progress of work that takes a while, with an estimate of the time left.
class Progress {
 public:
  /// `prints`: results are printed meanwhile, so that no line is shown if stdout is a terminal too.
  Progress(std::string what, std::size_t total, bool prints = true);
  void step() { reach(done_ + 1); }
  void reach(std::size_t done);
  void clear() noexcept { line_.clear(); }

 private:
  std::string what_;
  std::size_t total_;
  std::size_t done_ = 0;
  Deadline::Clock::time_point started_ = Deadline::Clock::now();
  StatusLine line_;
};

}  // namespace eyehand
