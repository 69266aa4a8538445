// The command line: subcommands, and the one place where errors are printed.

#include <fcntl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <exception>

#include "app/commands.hpp"
#include "app/output.hpp"

namespace eyehand {
namespace {

constexpr const char* kExamples = R"(Examples:
  eyehand doctor                  is everything there to play?
  eyehand play                    finds a game's window, reads it, solves it, clicks it solved
  eyehand play --dry-run          the same without a click; draws what it would do
  eyehand challenge --games 20    twenty games in a row against the clock
  eyehand read screenshot.png     the puzzle in a picture, as text
  eyehand solve net 5x5w:1315a65hdeh659e81v3a9h3c8hav3cv6
  eyehand generate net --size 13x11 --seed 7 --count 3

'eyehand COMMAND --help' says more of each.)";

/// So that no file or socket that is opened later takes the place of a closed stdin, stdout or
/// stderr, and gets what was meant for it.
void fill_standard_streams() {
  for (int fd = 0; fd <= 2; ++fd)
    if (fcntl(fd, F_GETFD) == -1 && open("/dev/null", fd == 0 ? O_RDONLY : O_WRONLY) == -1)
      std::_Exit(static_cast<int>(ExitCode::failed));
}

/// For commands that hold nothing; `play` watches for itself.
void leave_at_once(int) {
  _exit(static_cast<int>(ExitCode::interrupted));
}

void handle_signals() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGINT, leave_at_once);
  std::signal(SIGTERM, leave_at_once);
  // Started by nohup it is to outlive the terminal.
  if (std::signal(SIGHUP, leave_at_once) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
}

ExitCode run_command_line(int argc, char** argv) {
  CLI::App app(
      "Eyehand plays puzzle games on your screen: it finds the window, reads the board, "
      "solves it and clicks it solved.");
  app.name("eyehand");
  app.set_version_flag("--version", "eyehand " EYEHAND_VERSION);
  app.require_subcommand(1);
  app.footer(std::string(kExamples) + "\n\n" + kExitCodeHelp);

  Run run;
  add_play(app, run);
  add_read(app, run);
  add_solve(app, run);
  add_generate(app, run);
  add_skins(app, run);
  add_challenge(app, run);
  add_calibrate(app, run);
  add_doctor(app, run);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
      app.exit(error);
      return ExitCode::ok;
    }
    note(std::string("eyehand: ") + error.what() + " (see 'eyehand --help')");
    return ExitCode::usage;
  }
  return run();
}

ExitCode run_and_tell(int argc, char** argv) {
  try {
    return run_command_line(argc, argv);
  } catch (const OutputClosed&) {
    return ExitCode::ok;
  } catch (const Failure& failure) {
    note(std::string("eyehand: ") + failure.what());
    return failure.code();
  } catch (const std::bad_alloc&) {
    note("eyehand: not enough memory for that.");
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
  return static_cast<int>(eyehand::run_and_tell(argc, argv));
}
