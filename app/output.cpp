#include "app/output.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <new>
#include <utility>

#include "player/run_report.hpp"
#include "puzzle/error.hpp"
#include "puzzle/printable.hpp"

namespace eyehand {
namespace {

using namespace std::chrono_literals;

/// Shorter work needs no progress line.
constexpr auto kFirstProgress = 500ms;
constexpr auto kStatusEvery = 100ms;
/// Longer messages cannot be meant for people.
constexpr std::size_t kMaxMessage = 8000, kMaxStatus = 300;

/// Whatever is written to stderr.
void write_message(std::string_view text, const char* before, const char* after) noexcept {
  try {
    const std::string shown = shortened(printable(text), kMaxMessage);
    std::fprintf(stderr, "%s%s%s", before, shown.c_str(), after);
  } catch (const std::bad_alloc&) {  // then nothing can be said
  }
}

}  // namespace

void print(std::string_view text) {
  const std::string shown = printable(text);
  const bool written = std::fwrite(shown.data(), 1, shown.size(), stdout) == shown.size();
  if (written && std::fflush(stdout) == 0) return;
  if (errno == EPIPE) throw OutputClosed{};
  throw Error("cannot write the output: " + std::string(std::strerror(errno)) + '.');
}

void note(std::string_view line) noexcept {
  write_message(line, "", "\n");
}

bool can_ask() {
  return isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1;
}

std::optional<std::string> ask(std::string_view question) {
  write_message(question, "", "");
  std::string line;
  if (!std::getline(std::cin, line)) return std::nullopt;
  return line;
}

bool stdout_is_terminal() {
  return isatty(STDOUT_FILENO) == 1;
}

StatusLine::StatusLine(bool is_wanted, Clock::duration first)
    : is_live_(is_wanted && isatty(STDERR_FILENO) == 1), next_(Clock::now() + first) {}

void StatusLine::show(const std::string& line) {
  write_message(quotable(line, kMaxStatus), "\r", "\033[K");
  is_shown_ = true;
  next_ = Clock::now() + kStatusEvery;
}

void StatusLine::clear() noexcept {
  if (is_shown_) std::fputs("\r\033[K", stderr);
  is_shown_ = false;
}

Progress::Progress(std::string what, std::size_t total, bool prints)
    : what_(std::move(what)),
      total_(total),
      line_(total > 1 && !(prints && stdout_is_terminal()), kFirstProgress) {}

void Progress::reach(std::size_t done) {
  done_ = std::min(done, total_);
  if (done_ > 0 && line_.is_due())
    line_.show(what_ + ' ' + std::to_string(done_) + " of " + std::to_string(total_) + ", about " +
               span_text(time_left(started_, done_, total_)) + " left");
}

double time_left(Deadline::Clock::time_point started, std::size_t done, std::size_t total) {
  const std::chrono::duration<double> spent = Deadline::Clock::now() - started;
  return spent.count() / static_cast<double>(done) * static_cast<double>(total - done);
}

}  // namespace eyehand
