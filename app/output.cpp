#include "app/output.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "puzzle/error.hpp"

namespace eyehand {
namespace {

using namespace std::chrono_literals;

/// Shorter work needs no progress line.
constexpr auto kFirstProgress = 500ms;
constexpr auto kStatusEvery = 100ms;

}  // namespace

void print(std::string_view text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (written && std::fflush(stdout) == 0) return;
  if (errno == EPIPE) throw OutputClosed{};
  throw Error("cannot write the output: " + std::string(std::strerror(errno)) + '.');
}

void note(std::string_view line) noexcept {
  std::fprintf(stderr, "%.*s\n", static_cast<int>(line.size()), line.data());
}

bool stdout_is_terminal() {
  return isatty(STDOUT_FILENO) == 1;
}

StatusLine::StatusLine(bool is_wanted, Clock::duration first)
    : is_live_(is_wanted && isatty(STDERR_FILENO) == 1), next_(Clock::now() + first) {}

void StatusLine::show(const std::string& line) {
  std::fprintf(stderr, "\r%s\033[K", line.c_str());
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

void Progress::step() {
  ++done_;
  if (line_.is_due())
    line_.show(what_ + ' ' + std::to_string(done_) + " of " + std::to_string(total_));
}

}  // namespace eyehand
