// What is printed: answers to stdout, everything else to stderr.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

namespace eyehand {

/// Whoever reads our stdout has stopped (`eyehand ... | head`): there is no more to be done.
struct OutputClosed {};

/// Prints to stdout at once. Throws OutputClosed if nobody reads it any more, Error if it cannot be
/// written for another reason (a full disk).
void print(std::string_view text);
inline void print_line(std::string_view line) {
  print(std::string(line) + '\n');
}
/// One line to stderr, for people; never throws.
void note(std::string_view line) noexcept;

bool stdout_is_terminal();

/// A line on stderr that counts long work; only on a terminal, and only once it has taken a while.
class Progress {
 public:
  /// `prints`: something is printed meanwhile, so a terminal that shows it shows no line.
  Progress(std::string what, std::size_t total, bool prints = true);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  void step();
  /// Takes the line away, so that something else can be printed.
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
