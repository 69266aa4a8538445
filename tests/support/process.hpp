// Child processes of tests, which end with the test, however it ends.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace eyehand::test {

/// A fresh directory, removed by the destructor.
class TempDir {
 public:
  TempDir();
  ~TempDir();
  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// The program's path; searches PATH and /usr/games.
std::optional<std::string> find_program(const std::string& name);

using Environment = std::map<std::string, std::string>;

/// A child in a process group of its own. Its output (stdout and stderr) goes to a file. The
/// destructor ends the whole group and waits for it; the kernel ends the child if the test dies.
class Process {
 public:
  using Duration = std::chrono::milliseconds;

  /// `command[0]` is looked up by find_program; `environment` is added to the test's own.
  /// `inherited_fd` stays open in the child (-1: none). Throws std::runtime_error if there is no
  /// such program.
  explicit Process(const std::vector<std::string>& command, const Environment& environment = {},
                   int inherited_fd = -1);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  pid_t pid() const { return pid_; }
  bool is_running() { return !wait_for_exit(Duration(0)); }
  /// The exit code (128 + n after signal n); nothing if it does not end within `limit`.
  std::optional<int> wait_for_exit(Duration limit);
  void signal(int number) const;
  void signal_group(int number) const;
  std::string output() const;

 private:
  TempDir directory_;
  pid_t pid_ = -1;
  int pid_fd_ = -1;
  std::optional<int> exit_code_;
};

}  // namespace eyehand::test
