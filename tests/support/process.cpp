#include "tests/support/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace eyehand::test {
namespace fs = std::filesystem;

TempDir::TempDir() {
  std::string pattern = (fs::temp_directory_path() / "eyehand-test-XXXXXX").string();
  if (!mkdtemp(pattern.data())) throw std::runtime_error("cannot make a directory for a test");
  path_ = pattern;
}

TempDir::~TempDir() {
  std::error_code ignored;  // a program may still be closing its files
  fs::remove_all(path_, ignored);
}

std::optional<std::string> find_program(const std::string& name) {
  if (name.find('/') != std::string::npos)
    return access(name.c_str(), X_OK) == 0 ? std::optional(name) : std::nullopt;
  const char* path = std::getenv("PATH");
  std::istringstream directories(std::string(path ? path : "/usr/bin:/bin") + ":/usr/games");
  for (std::string directory; std::getline(directories, directory, ':');) {
    const std::string file = directory + "/" + name;
    if (access(file.c_str(), X_OK) == 0) return file;
  }
  return {};
}

Process::Process(const std::vector<std::string>& command, const Environment& environment,
                 int inherited_fd) {
  const auto program = find_program(command.at(0));
  if (!program) throw std::runtime_error("no program " + command[0]);
  const std::string output = (directory_.path() / "output").string();

  // All memory is made ready before the fork: a test may have threads.
  Environment merged;
  for (char** entry = environ; *entry; ++entry) {
    const std::string text = *entry;
    merged[text.substr(0, text.find('='))] = text.substr(text.find('=') + 1);
  }
  for (const auto& [key, value] : environment) merged[key] = value;
  std::vector<std::string> words(command), settings;
  words[0] = *program;
  for (const auto& [key, value] : merged) settings.push_back(key + "=" + value);
  std::vector<char*> argv, envp;
  for (std::string& word : words) argv.push_back(word.data());
  for (std::string& setting : settings) envp.push_back(setting.data());
  argv.push_back(nullptr);
  envp.push_back(nullptr);

  pid_ = fork();
  if (pid_ < 0) throw std::runtime_error("cannot fork");
  if (pid_ == 0) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::signal(SIGPIPE, SIG_DFL);
    const int file = open(output.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    dup2(open("/dev/null", O_RDONLY), 0);
    dup2(file, 1);
    dup2(file, 2);
    for (int fd = 3; fd < 256; ++fd)
      if (fd != inherited_fd) close(fd);
    execve(argv[0], argv.data(), envp.data());
    _exit(127);
  }
  setpgid(pid_, pid_);
  pid_fd_ = static_cast<int>(syscall(SYS_pidfd_open, pid_, 0));
}

Process::~Process() {
  if (!exit_code_) {
    signal_group(SIGCONT);
    signal_group(SIGTERM);
    if (!wait_for_exit(Duration(2000))) {
      signal_group(SIGKILL);
      wait_for_exit(Duration(10000));
    }
  }
  signal_group(SIGKILL);  // what the child left behind
  close(pid_fd_);
}

std::optional<int> Process::wait_for_exit(Duration limit) {
  if (exit_code_) return exit_code_;
  pollfd ended{pid_fd_, POLLIN, 0};
  if (poll(&ended, 1, static_cast<int>(limit.count())) <= 0) return {};
  int status = 0;
  if (waitpid(pid_, &status, 0) != pid_) return {};
  exit_code_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return exit_code_;
}

void Process::signal(int number) const {
  if (!exit_code_) kill(pid_, number);
}

void Process::signal_group(int number) const {
  kill(-pid_, number);
}

std::string Process::output() const {
  std::ifstream file(directory_.path() / "output");
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace eyehand::test
