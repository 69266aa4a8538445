// Output: results go to stdout, everything else to stderr.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

namespace eyehand {

/// Thrown when the reader of our stdout has gone (`eyehand ... | head`), so there is nothing left
/// to do.
struct OutputClosed {};

/// Prints to stdout and flushes. Throws OutputClosed if its reader has gone, Error if writing fails
/// for another reason (a full disk).
void print(std::string_view text);
inline void print_line(std::string_view line) {
  print(std::string(line) + '\n');
}
/// Prints a line to stderr, for people; never throws.
void note(std::string_view line) noexcept;

bool stdout_is_terminal();

/// A progress line on stderr; only on a terminal, and only for work that takes a while.
class Progress {
 public:
  /// `prints`: results are printed meanwhile, so there is no line if stdout is a terminal too.
  Progress(std::string what, std::size_t total, bool prints = true);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  void step();
  /// Removes the line so that something else can be printed.
  void clear() noexcept;

 private:
  using Clock = std::chrono::steady_clock;
  std::string what_;
  std::size_t total_;
  std::size_t done_ = 0;
  bool wanted_;
  bool shown_ = false;
  Clock::time_point next_;
};

}  // namespace eyehand
