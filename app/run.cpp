#include <fmt/format.h>
#include <unistd.h>

#include <memory>
#include <optional>

#include "app/commands.hpp"
#include "app/output.hpp"
#include "process/find_program.hpp"
#include "process/private_display.hpp"
#include "x11/connection.hpp"
#include "x11/interruption.hpp"
#include "x11/properties.hpp"

namespace eyehand {
namespace {

using namespace std::chrono_literals;

struct RunArguments {
  std::vector<std::string> command;
  bool nested = false;
};

/// Large enough for any game, small enough for any screen.
constexpr const char* kWindowSize = "1280x960";

bool has_x() {
  try {
    x11::Connection connection;
    return true;
  } catch (const Error&) {
    return false;
  }
}

/// The commands of X servers in a window of the user's session, the best first.
std::vector<std::vector<std::string>> servers_in_a_window(bool session_has_x) {
  if (!environment("WAYLAND_DISPLAY").empty()) {
    if (!find_program("Xwayland"))
      throw Error(
          "in a Wayland session, Xwayland is needed to run the program where it can be seen "
          "(apt-get install xwayland).");
    // Before version 23 it is always as large as the screen.
    return {{"Xwayland", "-geometry", kWindowSize}, {"Xwayland"}};
  }
  if (!session_has_x)
    throw Error("there is neither an X server nor a Wayland session to show a window in.");
  if (!find_program("Xephyr"))
    throw Error("--nested needs Xephyr in an X session (apt-get install xserver-xephyr).");
  return {{"Xephyr", "-resizeable", "-screen", kWindowSize, "-title", "Eyehand"}};
}

void open_window(std::optional<PrivateDisplay>& display, bool session_has_x) {
  const auto servers = servers_in_a_window(session_has_x);
  for (const auto& server : servers) {
    try {
      display.emplace(server, "");
      return;
    } catch (const Error&) {
      if (&server == &servers.back()) throw;
    }
  }
}

/// Toolkits that know both prefer Wayland.
Environment on_x(const std::string& display) {
  return {{"DISPLAY", display},   {"WAYLAND_DISPLAY", ""},    {"XDG_SESSION_TYPE", "x11"},
          {"GDK_BACKEND", "x11"}, {"QT_QPA_PLATFORM", "xcb"}, {"SDL_VIDEODRIVER", "x11"}};
}

ExitCode run_program_on(const RunArguments& options) {
  x11::InterruptionWatch watch;
  const bool session_has_x = has_x();
  std::optional<PrivateDisplay> nested;
  std::string display = environment("DISPLAY");
  require_program(options.command.front());  // before a window opens
  if (options.nested || !session_has_x) {
    open_window(nested, session_has_x);
    display = nested->name();
    note(
        fmt::format("{} runs in a window of its own, display {}. To play it, in another terminal: "
                    "DISPLAY={} eyehand play",
                    options.command.front(), display, display));
  }
  Process program({.command = options.command,
                   .environment = on_x(display),
                   .in = STDIN_FILENO,
                   .out = STDOUT_FILENO,
                   .err = STDERR_FILENO});
  while (x11::interruption() == 0)
    if (const auto code = program.wait(100ms)) return static_cast<ExitCode>(*code);
  return ExitCode::interrupted;
}

}  // namespace

Command run_command() {
  const auto options = std::make_shared<RunArguments>();
  return {
      .name = "run",
      .group = "Programs",
      .summary = "Start a program where Eyehand can see it, in Wayland sessions too",
      .options = {texts("PROGRAM", options->command, "PROGRAM",
                        "the program and its arguments, after -- if they begin with a dash")
                      .required(),
                  flag("--nested", options->nested,
                       "in a window of its own even if the session has an X server")},
      .about =
          R"(Eyehand sees and clicks windows of X servers. If the session has one (every X11 session, and Wayland
sessions with Xwayland), the program is started in it and told not to use Wayland. Otherwise an X server opens
in a window, and the program runs there: you can watch it and play in it, and so can Eyehand.

It ends when the program does, with the program's exit code; Ctrl-C ends the program.)",
      .examples = {{"eyehand run sgt-net", "then, in another terminal: eyehand play"},
                   {"eyehand run --nested -- sgt-loopy 7x7t0dh"}},
      .run = [options] { return run_program_on(*options); }};
}

}  // namespace eyehand
