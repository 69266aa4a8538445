// A pipe between two children, or to one.
#pragma once

#include <array>

namespace eyehand {

/// Its ends are passed to children (Process::Options), which inherit nothing else of it.
class Pipe {
 public:
  /// Throws Error if none can be made.
  Pipe();
  ~Pipe() { close(); }
  Pipe(Pipe&& other) noexcept;
  Pipe& operator=(Pipe&& other) noexcept;
  int reader() const { return ends_[0]; }
  int writer() const { return ends_[1]; }
  /// Both ends; the children keep theirs.
  void close();

 private:
  std::array<int, 2> ends_{-1, -1};
};

}  // namespace eyehand
