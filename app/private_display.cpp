#include "app/private_display.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

#include "puzzle/error.hpp"

namespace eyehand {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

// A server starts within a second; a loaded machine may take longer.
constexpr auto kStartLimit = 30s;

/// What can be read from `fd` up to the end of its first line; less if `writer` ends before, or at
/// the limit.
std::string first_line(int fd, Child& writer) {
  std::string line;
  const auto limit = Deadline::after(kStartLimit);
  while (!line.ends_with('\n') && !limit.passed()) {
    pollfd ready{fd, POLLIN, 0};
    char c = 0;
    if (poll(&ready, 1, 50) > 0 && (ready.revents & POLLIN) != 0 && read(fd, &c, 1) == 1)
      line += c;
    else if (!writer.is_running())
      break;
  }
  return line;
}

std::string where(const fs::path& log) {
  return log.empty() ? "" : " (see " + log.string() + ")";
}

}  // namespace

PrivateDisplay::PrivateDisplay(const fs::path& log) {
  std::string pattern = (fs::temp_directory_path() / "eyehand-display-XXXXXX").string();
  if (!mkdtemp(pattern.data())) throw Error("no folder can be made for a display of its own.");
  home_ = pattern;
  try {
    start_server(log);
    start_manager(log);
  } catch (...) {
    std::error_code ignored;
    fs::remove_all(home_, ignored);
    throw;
  }
}

PrivateDisplay::~PrivateDisplay() {
  manager_.reset();
  server_.reset();
  std::error_code ignored;  // a program may still be closing its files
  fs::remove_all(home_, ignored);
}

void PrivateDisplay::start_server(const fs::path& log) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw Error("no pipe to an X server could be made.");
  // It writes its display's number once it takes connections.
  try {
    server_ = std::make_unique<Child>(
        Child::Options{.words = {"Xvfb", "-displayfd", std::to_string(ends[1]), "-screen", "0",
                                 "1280x1024x24", "-nolisten", "tcp", "-noreset"},
                       .environment = {},
                       .log = log,
                       .keep = ends[1]});
  } catch (...) {
    close(ends[0]);
    close(ends[1]);
    throw;
  }
  close(ends[1]);
  std::string number = first_line(ends[0], *server_);
  close(ends[0]);
  if (!number.ends_with('\n')) throw Error("Xvfb does not start" + where(log) + ".");
  number.pop_back();
  name_ = ':' + number;
}

void PrivateDisplay::start_manager(const fs::path& log) {
  try {
    need_program("openbox");
  } catch (const Error&) {
    return;
  }
  // Once it is ready it runs a command, which tells us.
  const fs::path fifo = home_ / "ready";
  if (mkfifo(fifo.c_str(), 0600) != 0) throw Error(fifo.string() + ": cannot be made.");
  const int ready = open(fifo.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (ready < 0) throw Error(fifo.string() + ": cannot be read.");
  manager_ = std::make_unique<Child>(Child::Options{
      {"openbox", "--sm-disable", "--startup", "sh -c \"echo ready >'" + fifo.string() + "'\""},
      environment(),
      log});
  const std::string line = first_line(ready, *manager_);
  close(ready);
  if (line.empty()) throw Error("openbox does not start" + where(log) + ".");
}

std::map<std::string, std::string> PrivateDisplay::environment() const {
  const std::string home = home_.string();
  return {{"DISPLAY", name_},
          {"HOME", home},
          {"XDG_RUNTIME_DIR", home},
          {"XDG_CONFIG_HOME", home + "/.config"},
          {"XDG_CACHE_HOME", home + "/.cache"},
          {"XDG_DATA_HOME", home + "/.local/share"},
          {"DBUS_SESSION_BUS_ADDRESS", ""},
          {"WAYLAND_DISPLAY", ""},
          {"QT_QPA_PLATFORM", "xcb"},
          {"GDK_BACKEND", "x11"},
          {"NO_AT_BRIDGE", "1"},
          {"LC_ALL", "C.UTF-8"}};
}

}  // namespace eyehand
