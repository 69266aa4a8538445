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

// Shorter work needs no progress line, and a line that changes more often cannot be read.
constexpr auto kFirstProgress = 500ms;
constexpr auto kProgressEvery = 100ms;

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

Progress::Progress(std::string what, std::size_t total, bool prints)
    : what_(std::move(what)),
      total_(total),
      wanted_(total > 1 && isatty(STDERR_FILENO) == 1 && !(prints && stdout_is_terminal())),
      next_(Clock::now() + kFirstProgress) {}

Progress::~Progress() {
  clear();
}

void Progress::step() {
  ++done_;
  if (!wanted_ || Clock::now() < next_) return;
  next_ = Clock::now() + kProgressEvery;
  shown_ = true;
  std::fprintf(stderr, "\r%s %zu of %zu\033[K", what_.c_str(), done_, total_);
}

void Progress::clear() noexcept {
  if (shown_) std::fputs("\r\033[K", stderr);
  shown_ = false;
}

}  // namespace eyehand
