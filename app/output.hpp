// Output: results go to stdout, everything else to stderr.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

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
/// Prints a line to stderr, for people; never throws.
void note(std::string_view line) noexcept;

bool stdout_is_terminal();

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

/// The progress of work that takes a while.
class Progress {
 public:
  /// `prints`: results are printed meanwhile, so that no line is shown if stdout is a terminal too.
  Progress(std::string what, std::size_t total, bool prints = true);
  void step();
  void clear() noexcept { line_.clear(); }

 private:
  std::string what_;
  std::size_t total_;
  std::size_t done_ = 0;
  StatusLine line_;
};

}  // namespace eyehand
