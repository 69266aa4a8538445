// Starting, watching and ending another program.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "puzzle/deadline.hpp"

namespace eyehand {

using Environment = std::map<std::string, std::string>;

/// A child process in a process group of its own, so that Ctrl-C reaches only us. The kernel ends
/// it when this process dies, however it dies; the destructor ends it and everything left in its
/// group, and waits for it. It inherits only the file descriptors named here; its standard input is
/// empty unless one is given.
class Process {
 public:
  struct Options {
    std::vector<std::string> command;  ///< command[0] is looked up by find_program
    Environment environment{};         ///< on top of our own
    std::filesystem::path log{};       ///< stdout and stderr are appended here; empty: discarded
    bool capture = false;              ///< keep stdout and stderr for output() instead
    int in = -1;                       ///< a descriptor for stdin
    int out = -1;                      ///< a descriptor for stdout instead
    int err = -1;                      ///< a descriptor for stderr instead
    int inherit = -1;                  ///< a descriptor that stays open under its own number
    int death_signal = SIGKILL;        ///< what it gets when we die
  };
  /// Throws Error if the program is not installed or cannot be started. Must be called by the
  /// thread that lives longest, since the kernel considers that thread the parent.
  explicit Process(const Options& options);
  /// Starts it with its output captured.
  explicit Process(const std::vector<std::string>& command, const Environment& environment = {})
      : Process(Options{.command = command, .environment = environment, .capture = true}) {}
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  pid_t pid() const { return pid_; }
  bool is_running() { return !has_ended(0); }
  void signal(int number);
  void signal_group(int number);
  /// The exit code (128 + n after signal n) once it has ended and what it left in its group has
  /// been ended too; nothing at the deadline. Signals to us do not cut the wait short.
  std::optional<int> wait(Deadline deadline);
  std::optional<int> wait(Deadline::Clock::duration limit) { return wait(Deadline::after(limit)); }

  /// What it has written so far, if captured.
  std::string output() const;
  std::size_t output_bytes() const;

 private:
  bool has_ended(int timeout_ms);

  pid_t pid_ = -1;
  int pid_fd_ = -1;
  int output_fd_ = -1;  // a file in memory
  std::optional<int> exit_code_;
};

/// What the program printed to stdout and stderr, at most 16 MiB. `command[0]` is looked up by
/// find_program; `environment` ("NAME=value") comes on top of our own; standard input is empty.
/// Throws Error if the program is not installed, prints more, does not end within `limit` (it is
/// then killed), or exits with a code other than 0, quoting what it printed.
std::string run_program(const std::vector<std::string>& command,
                        const std::vector<std::string>& environment,
                        std::chrono::milliseconds limit = std::chrono::seconds(60));

}  // namespace eyehand
