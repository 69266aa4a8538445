// The only place where errors are printed.

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <exception>

#include "app/commands.hpp"
#include "app/output.hpp"

namespace eyehand {
namespace {

/// So that no file or socket opened later takes the place of a closed stdin, stdout or stderr and
/// receives what was meant for it.
void fill_standard_streams() {
  for (int fd = 0; fd <= 2; ++fd)
    if (fcntl(fd, F_GETFD) == -1 && open("/dev/null", fd == 0 ? O_RDONLY : O_WRONLY) == -1)
      std::_Exit(static_cast<int>(ExitCode::failed));
}

/// For commands that never hold a button; those that play have a handler of their own.
void leave_at_once(int) {
  _exit(static_cast<int>(ExitCode::interrupted));
}

void handle_signals() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGINT, leave_at_once);
  std::signal(SIGTERM, leave_at_once);
  // Started by nohup, it must outlive the terminal.
  if (std::signal(SIGHUP, leave_at_once) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
}

ExitCode run(int argc, char** argv) {
  try {
    return run_command_line(argc, argv);
  } catch (const OutputClosed&) {
    return ExitCode::ok;
  } catch (const Failure& failure) {
    note(std::string("eyehand: ") + failure.what());
    return failure.code();
  } catch (const std::bad_alloc&) {
    note("eyehand: out of memory.");
  } catch (const std::exception& error) {
    note(std::string("eyehand: ") + error.what());
  }
  return ExitCode::failed;
}

}  // namespace
}  // namespace eyehand

int main(int argc, char** argv) {
  eyehand::fill_standard_streams();
  eyehand::handle_signals();
  return static_cast<int>(eyehand::run(argc, argv));
}
