#include "process/private_display.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include "process/find_program.hpp"
#include "process/lines.hpp"
#include "puzzle/error.hpp"

namespace eyehand {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

// A server starts within a second; a loaded machine may take longer.
constexpr auto kStartLimit = 30s;

/// The first line that arrives before `process` ends or the limit passes.
std::optional<std::string> first_line(LineReader& lines, Process& process) {
  const auto limit = Deadline::after(kStartLimit);
  while (!limit.passed()) {
    if (auto line = lines.next(limit.at_most(50ms))) return line;
    if (lines.at_end() || !process.is_running()) return lines.buffered();
  }
  return {};
}

std::string see(const fs::path& log, const Process& process) {
  if (!log.empty()) return " (see " + log.string() + ").";
  const std::string output = process.output();
  return output.empty() ? "." : ": " + output;
}

}  // namespace

XServer::XServer(const std::string& screen, const fs::path& log,
                 const std::vector<std::string>& arguments)
    : XServer(
          [&] {
            std::vector<std::string> command{"Xvfb", "-screen", "0", screen, "-noreset"};
            command.insert(command.end(), arguments.begin(), arguments.end());
            return command;
          }(),
          log) {}

XServer::XServer(std::vector<std::string> command, const fs::path& log) {
  LinePipe ready;
  command.insert(command.end(), {"-displayfd", std::to_string(ready.writer()), "-nolisten", "tcp"});
  process_ = std::make_unique<Process>(Process::Options{
      .command = command, .log = log, .capture = log.empty(), .inherit = ready.writer()});
  ready.close_writer();
  // The server writes its display number once it accepts connections.
  const auto number = first_line(ready, *process_);
  if (!number) throw Error(command.front() + " does not start" + see(log, *process_));
  display_ = ':' + *number;
}

Environment desktop_environment(const std::string& display, const fs::path& home) {
  const std::string folder = home.string();
  return {{"DISPLAY", display},
          {"HOME", folder},
          {"TMPDIR", folder},  // Browsers leave files there when they are killed.
          {"XDG_RUNTIME_DIR", folder},
          {"XDG_CONFIG_HOME", folder + "/.config"},
          {"XDG_CACHE_HOME", folder + "/.cache"},
          {"XDG_DATA_HOME", folder + "/.local/share"},
          {"DBUS_SESSION_BUS_ADDRESS", ""},
          {"WAYLAND_DISPLAY", ""},
          {"QT_QPA_PLATFORM", "xcb"},
          {"GDK_BACKEND", "x11"},
          {"NO_AT_BRIDGE", "1"},
          {"LC_ALL", "C.UTF-8"}};
}

PrivateDisplay::PrivateDisplay(const fs::path& log) : server_("1280x1024x24", log) {
  start_manager(log);
}

PrivateDisplay::PrivateDisplay(const std::vector<std::string>& server, const fs::path& log)
    : server_(server, log) {
  start_manager(log);
}

void PrivateDisplay::start_manager(const fs::path& log) {
  if (!find_program("openbox")) return;
  // Once it is ready, openbox runs a command, which notifies us.
  const fs::path fifo = home_.path() / "ready";
  if (mkfifo(fifo.c_str(), 0600) != 0) throw Error(fifo.string() + ": cannot be created.");
  // Open for writing too, so that the absence of a writer is not the end.
  const int fd = open(fifo.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) throw Error(fifo.string() + ": cannot be opened.");
  LineReader ready(fd);
  manager_ = std::make_unique<Process>(
      Process::Options{.command = {"openbox", "--sm-disable", "--startup",
                                   "sh -c \"echo ready >'" + fifo.string() + "'\""},
                       .environment = environment(),
                       .log = log,
                       .capture = log.empty()});
  if (!first_line(ready, *manager_)) throw Error("openbox does not start" + see(log, *manager_));
}

}  // namespace eyehand
