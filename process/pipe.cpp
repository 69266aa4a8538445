#include "process/pipe.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include "puzzle/error.hpp"

namespace eyehand {

Pipe::Pipe() {
  if (pipe2(ends_.data(), O_CLOEXEC) != 0)
    throw Error(std::string("cannot make a pipe: ") + std::strerror(errno) + '.');
}

Pipe::Pipe(Pipe&& other) noexcept : ends_(std::exchange(other.ends_, {-1, -1})) {}

Pipe& Pipe::operator=(Pipe&& other) noexcept {
  std::swap(ends_, other.ends_);
  return *this;
}

void Pipe::close() {
  for (int& end : ends_) {
    if (end >= 0) ::close(end);
    end = -1;
  }
}

}  // namespace eyehand
