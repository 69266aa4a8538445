#include "process/lines.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "puzzle/error.hpp"

namespace eyehand {
namespace {

std::pair<int, int> make_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0)
    throw Error(std::string("cannot create a pipe: ") + std::strerror(errno) + '.');
  return {ends[0], ends[1]};
}

}  // namespace

LineReader::~LineReader() {
  close(fd_);
}

std::optional<std::string> LineReader::buffered() {
  const auto end = buffer_.find('\n');
  if (end == std::string::npos) return {};
  std::string line = buffer_.substr(0, end);
  buffer_.erase(0, end + 1);
  return line;
}

void LineReader::fill() {
  std::array<char, 65536> bytes{};
  const auto count = read(fd_, bytes.data(), bytes.size());
  if (count > 0)
    buffer_.append(bytes.data(), static_cast<std::size_t>(count));
  else if (count == 0 || (errno != EINTR && errno != EAGAIN))
    at_end_ = true;
}

std::optional<std::string> LineReader::next(Deadline deadline) {
  using std::chrono::milliseconds;
  constexpr Deadline::Clock::duration kSlice = std::chrono::hours(1);
  while (true) {
    if (auto line = buffered()) return line;
    if (at_end_) return {};
    pollfd waiting{fd_, POLLIN, 0};
    const auto left = std::chrono::ceil<milliseconds>(std::min(deadline.left(), kSlice));
    const int ready = poll(&waiting, 1, static_cast<int>(left.count()));
    if (ready > 0)
      fill();
    else if (ready < 0 || deadline.passed())
      return {};
  }
}

LinePipe::LinePipe() : LinePipe(make_pipe()) {}

void LinePipe::close_writer() {
  if (writer_ >= 0) close(writer_);
  writer_ = -1;
}

}  // namespace eyehand
