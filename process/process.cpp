#include "process/process.hpp"

#include <fcntl.h>
#include <linux/close_range.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "process/find_program.hpp"
#include "puzzle/error.hpp"

extern char** environ;

namespace eyehand {
namespace {

using namespace std::chrono_literals;

/// How long a process that was asked to end may take before it is killed.
constexpr auto kGrace = 2s;
/// After SIGKILL: a process may be stuck in the kernel.
constexpr auto kKillLimit = 10s;

std::vector<std::string> merged_environment(const Environment& changes) {
  Environment all;
  for (char** entry = environ; *entry; ++entry) {
    const std::string text = *entry;
    const auto equals = text.find('=');
    if (equals != std::string::npos) all[text.substr(0, equals)] = text.substr(equals + 1);
  }
  for (const auto& [key, value] : changes) all[key] = value;
  std::vector<std::string> entries;
  for (const auto& [key, value] : all) entries.push_back(key + "=" + value);
  return entries;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (auto& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

/// In the child: makes `fd` its descriptor `target`, open after exec.
void install(int fd, int target) {
  if (fd == target)
    fcntl(fd, F_SETFD, 0);
  else
    dup2(fd, target);
}

constexpr std::size_t kMaxOutput = 16u << 20;
/// How often the size of the output is checked.
constexpr auto kCheckEvery = 50ms;

Environment parse_entries(const std::vector<std::string>& entries) {
  Environment environment;
  for (const std::string& entry : entries) {
    const auto equals = entry.find('=');
    if (equals == std::string::npos)
      throw Error("The environment entry '" + entry + "' must be NAME=VALUE.");
    environment[entry.substr(0, equals)] = entry.substr(equals + 1);
  }
  return environment;
}

}  // namespace

Process::Process(const Options& options) {
  if (options.command.empty()) throw Error("the command is empty.");
  // Everything is allocated before the fork: there may be other threads.
  std::vector<std::string> words = options.command;
  words[0] = require_program(words[0]).string();
  std::vector<std::string> entries = merged_environment(options.environment);
  const auto argv = pointers(words), envp = pointers(entries);
  const char* log_file = options.log.empty() ? "/dev/null" : options.log.c_str();
  const int log = options.capture ? memfd_create("output", MFD_CLOEXEC)
                                  : open(log_file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (log < 0) throw Error(std::string(log_file) + ": cannot be written: " + std::strerror(errno));
  const int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
  // Closed by a successful exec; otherwise it brings us the error.
  std::array<int, 2> failure{-1, -1};
  if (pipe2(failure.data(), O_CLOEXEC) != 0) failure = {-1, -1};
  const pid_t parent = getpid();

  pid_ = fork();
  if (pid_ == 0) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, options.death_signal);
    if (getppid() != parent) _exit(127);  // we died before the kernel knew
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) ::signal(number, SIG_DFL);
    // Libraries may have opened descriptors that would survive the exec.
    syscall(SYS_close_range, 3u, ~0u, CLOSE_RANGE_CLOEXEC);
    install(options.in >= 0 ? options.in : null, STDIN_FILENO);
    install(options.err >= 0 ? options.err : log, STDERR_FILENO);
    install(options.out >= 0 ? options.out : log, STDOUT_FILENO);
    if (options.inherit >= 0) fcntl(options.inherit, F_SETFD, 0);
    execve(argv[0], argv.data(), envp.data());
    const int error = errno;
    if (write(failure[1], &error, sizeof error) < 0) _exit(126);
    _exit(127);
  }
  int failed = pid_ < 0 ? errno : 0;
  close(failure[1]);
  if (pid_ > 0) {
    setpgid(pid_, pid_);
    ssize_t got = -1;
    do got = read(failure[0], &failed, sizeof failed);
    while (got < 0 && errno == EINTR);
    if (got != sizeof failed) failed = 0;
    if (failed != 0) waitpid(pid_, nullptr, 0);
  }
  close(failure[0]);
  close(null);
  if (options.capture)
    output_fd_ = log;
  else
    close(log);
  if (failed != 0) {
    if (output_fd_ >= 0) close(output_fd_);
    throw Error(words[0] + " cannot be started: " + std::strerror(failed) + '.');
  }
  pid_fd_ = static_cast<int>(syscall(SYS_pidfd_open, pid_, 0));
}

Process::~Process() {
  if (!exit_code_) {
    kill(-pid_, SIGTERM);
    kill(-pid_, SIGCONT);
    const auto grace = Deadline::after(kGrace);
    while (!has_ended(10) && !grace.passed()) {
    }
    // It is not reaped yet, so the group's number is still its own: what it left behind ends too.
    kill(-pid_, SIGKILL);
    wait(kKillLimit);
  }
  if (pid_fd_ >= 0) close(pid_fd_);
  if (output_fd_ >= 0) close(output_fd_);
}

bool Process::has_ended(int timeout_ms) {
  if (exit_code_) return true;
  pollfd ended{pid_fd_, POLLIN, 0};
  return poll(&ended, 1, timeout_ms) > 0;
}

void Process::signal(int number) {
  if (!exit_code_) kill(pid_, number);
}

void Process::signal_group(int number) {
  if (!exit_code_) kill(-pid_, number);
}

std::optional<int> Process::wait(Deadline deadline) {
  using std::chrono::milliseconds;
  while (!has_ended(static_cast<int>(
      std::chrono::ceil<milliseconds>(std::min<Deadline::Clock::duration>(deadline.left(), 1s))
          .count())))
    if (deadline.passed()) return {};
  if (exit_code_) return exit_code_;
  kill(-pid_, SIGKILL);  // what it left behind
  int status = 0;
  pid_t reaped = -1;
  do reaped = waitpid(pid_, &status, 0);
  while (reaped < 0 && errno == EINTR);
  if (reaped != pid_) return {};
  exit_code_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return exit_code_;
}

std::size_t Process::output_bytes() const {
  struct stat file {};
  return output_fd_ >= 0 && fstat(output_fd_, &file) == 0 ? static_cast<std::size_t>(file.st_size)
                                                          : 0;
}

std::string Process::output() const {
  std::string text(output_bytes(), '\0');
  const auto got = text.empty() ? 0 : pread(output_fd_, text.data(), text.size(), 0);
  text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  return text;
}

std::string run_program(const std::vector<std::string>& command,
                        const std::vector<std::string>& environment,
                        std::chrono::milliseconds limit) {
  Process process(command, parse_entries(environment));
  const auto deadline = Deadline::after(limit);
  std::optional<int> code;
  do {
    if (process.output_bytes() > kMaxOutput) break;
    code = process.wait(deadline.at_most(kCheckEvery));
  } while (!code && !deadline.passed());
  if (process.output_bytes() > kMaxOutput)
    throw Error("'" + command[0] + "' printed more than 16 MiB.");
  if (!code) {
    process.signal_group(SIGKILL);
    throw Error("'" + command[0] + "' did not end within " + std::to_string(limit.count()) +
                " ms.");
  }
  std::string output = process.output();
  if (*code != 0)
    throw Error("'" + command[0] + "' failed with exit code " + std::to_string(*code) + ": " +
                output.substr(0, 400));
  return output;
}

}  // namespace eyehand
