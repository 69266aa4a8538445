#include "app/child.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "player/find_program.hpp"
#include "puzzle/error.hpp"

extern char** environ;

namespace eyehand {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

/// From the request to end to the end by force.
constexpr auto kGrace = 2s;

std::map<std::string, std::string> our_environment() {
  std::map<std::string, std::string> all;
  for (char** entry = environ; *entry; ++entry) {
    const std::string text = *entry;
    const auto equals = text.find('=');
    if (equals != std::string::npos) all[text.substr(0, equals)] = text.substr(equals + 1);
  }
  return all;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (auto& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

void put(int fd, int at) {
  if (fd == at)
    fcntl(fd, F_SETFD, 0);
  else
    dup2(fd, at);
}

}  // namespace

fs::path need_program(const std::string& name) {
  if (const auto file = find_program(name)) return *file;
  throw Error("there is no program '" + name + "'; is it installed?");
}

Child::Child(const Options& options) {
  const fs::path program = need_program(options.words.at(0));
  // All memory is made ready before the fork: there may be threads.
  auto all = our_environment();
  for (const auto& [key, value] : options.environment) all[key] = value;
  std::vector<std::string> words = options.words, settings;
  words[0] = program.string();
  for (const auto& [key, value] : all) settings.push_back(key + "=" + value);
  const auto argv = pointers(words), envp = pointers(settings);
  const char* log_file = options.log.empty() ? "/dev/null" : options.log.c_str();
  const int log = open(log_file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (log < 0) throw Error(std::string(log_file) + ": cannot be written: " + std::strerror(errno));
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  const pid_t parent = getpid();

  pid_ = fork();
  if (pid_ == 0) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(127);  // it died before the kernel was told
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) ::signal(number, SIG_DFL);
    put(nothing, STDIN_FILENO);
    put(options.err >= 0 ? options.err : log, STDERR_FILENO);
    put(options.out >= 0 ? options.out : log, STDOUT_FILENO);
    if (options.keep >= 0) fcntl(options.keep, F_SETFD, 0);
    execve(argv[0], argv.data(), envp.data());
    _exit(127);
  }
  const int failed = errno;
  close(log);
  close(nothing);
  if (pid_ < 0) throw Error(std::string("no process can be started: ") + std::strerror(failed));
  setpgid(pid_, pid_);
  pid_fd_ = static_cast<int>(syscall(SYS_pidfd_open, pid_, 0));
}

Child::~Child() {
  if (!exit_code_) {
    kill(-pid_, SIGTERM);
    kill(-pid_, SIGCONT);
    const auto grace = Deadline::after(kGrace);
    while (!has_ended(10) && !grace.passed()) {
    }
    // Not waited for yet, so the group's number is still its own: what it left behind ends too.
    kill(-pid_, SIGKILL);
    wait(Deadline::after(10s));
  }
  if (pid_fd_ >= 0) close(pid_fd_);
}

bool Child::has_ended(int timeout_ms) {
  if (exit_code_) return true;
  pollfd ended{pid_fd_, POLLIN, 0};
  return poll(&ended, 1, timeout_ms) > 0;
}

bool Child::is_running() {
  return !has_ended(0);
}

void Child::signal(int number) {
  if (!exit_code_) kill(pid_, number);
}

std::optional<int> Child::wait(Deadline deadline) {
  using std::chrono::milliseconds;
  while (!has_ended(
      static_cast<int>(std::min<Deadline::Clock::duration>(deadline.left(), 1s) / milliseconds(1))))
    if (deadline.passed()) return {};
  if (exit_code_) return exit_code_;
  kill(-pid_, SIGKILL);  // what it left behind
  int status = 0;
  if (waitpid(pid_, &status, 0) != pid_) return {};
  exit_code_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return exit_code_;
}

}  // namespace eyehand
