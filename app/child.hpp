// A process of our own: it is started here, and ends here.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "puzzle/deadline.hpp"

namespace eyehand {

/// As find_program (player/find_program.hpp); throws Error if there is none.
std::filesystem::path need_program(const std::string& name);

/// A child in a process group of its own, so that Ctrl-C is ours alone. The kernel ends it when
/// this process dies in any way; the destructor ends it and whatever it started in its group.
class Child {
 public:
  struct Options {
    std::vector<std::string> words;                  ///< the first is looked for by need_program
    std::map<std::string, std::string> environment;  ///< on top of our own
    std::filesystem::path log{};  ///< what it says is added there; empty: nowhere
    int out = -1;                 ///< where its stdout goes instead
    int err = -1;                 ///< where its stderr goes instead
    int keep = -1;                ///< stays open in it, under this number
  };
  /// For the thread that will live longest: to the kernel, the thread is the parent.
  explicit Child(const Options& options);
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  pid_t pid() const { return pid_; }
  bool is_running();
  void signal(int number);
  /// Its exit code (128 + n after signal n) once it has ended; nothing at the deadline. Signals to
  /// us do not cut the wait short.
  std::optional<int> wait(Deadline deadline);

 private:
  bool has_ended(int timeout_ms);

  pid_t pid_ = -1;
  int pid_fd_ = -1;
  std::optional<int> exit_code_;
};

}  // namespace eyehand
