#include "calibration/run_program.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <string_view>

#include "player/files.hpp"
#include "puzzle/error.hpp"

extern char** environ;

namespace eyehand::calibration {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxOutput = 16u << 20;

/// Ours, with `more` in place of variables of the same names.
std::vector<std::string> environment_with(const std::vector<std::string>& more) {
  const auto name = [](std::string_view entry) { return entry.substr(0, entry.find('=')); };
  std::vector<std::string> all = more;
  for (char** entry = environ; *entry; ++entry) {
    bool is_set = false;
    for (const std::string& one : more) is_set = is_set || name(one) == name(*entry);
    if (!is_set) all.emplace_back(*entry);
  }
  return all;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> all;
  for (std::string& text : texts) all.push_back(text.data());
  all.push_back(nullptr);
  return all;
}

/// With its output going to a file.
pid_t spawn(const fs::path& program, std::vector<std::string> arguments,
            std::vector<std::string> environment, const fs::path& output) {
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, 1, output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&files, 1, 2);
  pid_t child = -1;
  const int failed = posix_spawn(&child, program.c_str(), &files, nullptr,
                                 pointers(arguments).data(), pointers(environment).data());
  posix_spawn_file_actions_destroy(&files);
  if (failed) throw Error(program.string() + " cannot be started: " + std::strerror(failed) + ".");
  return child;
}

/// Its status as waitpid tells it; nothing if it had to be killed.
std::optional<int> wait_for(pid_t child, std::chrono::milliseconds limit) {
  const int fd = static_cast<int>(syscall(SYS_pidfd_open, child, 0));
  pollfd watched{fd, POLLIN, 0};
  const auto until = std::chrono::steady_clock::now() + limit;
  int ready = 0;
  do {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        until - std::chrono::steady_clock::now());
    if (left.count() <= 0) break;
    ready = poll(&watched, 1, static_cast<int>(left.count()));
  } while (ready < 0 && errno == EINTR);
  if (fd >= 0) close(fd);
  if (ready <= 0) kill(child, SIGKILL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (ready <= 0) return std::nullopt;
  return status;
}

}  // namespace

std::string run_program(const std::vector<std::string>& command,
                        const std::vector<std::string>& environment,
                        std::chrono::milliseconds limit) {
  if (command.empty()) throw Error("There is no command to be run.");
  const auto program = find_program(command.front());
  if (!program)
    throw Error("The program '" + command.front() +
                "' is not installed: neither on PATH nor in /usr/games nor beside eyehand.");
  const ScratchFolder scratch;
  const fs::path file = scratch.path() / "output";
  const auto status =
      wait_for(spawn(*program, command, environment_with(environment), file), limit);
  std::error_code none;
  if (fs::file_size(file, none) > kMaxOutput)
    throw Error(program->string() + " printed more than 16 MiB.");
  std::string output = read_file(file, kMaxOutput);
  if (!status)
    throw Error(program->string() + " did not end within " + std::to_string(limit.count()) +
                " ms.");
  if (!WIFEXITED(*status) || WEXITSTATUS(*status) != 0)
    throw Error(program->string() + " failed: " + output.substr(0, 400));
  return output;
}

ScratchFolder::ScratchFolder() {
  std::string pattern = (fs::temp_directory_path() / "eyehand-XXXXXX").string();
  if (!mkdtemp(pattern.data()))
    throw Error("No folder can be made in " + fs::temp_directory_path().string() + ".");
  path_ = pattern;
}

ScratchFolder::~ScratchFolder() {
  std::error_code none;
  fs::remove_all(path_, none);
}

}  // namespace eyehand::calibration
