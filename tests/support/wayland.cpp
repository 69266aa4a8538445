#include "tests/support/wayland.hpp"

#include <unistd.h>

#include <fstream>
#include <stdexcept>

#include "process/find_program.hpp"
#include "tests/support/contents.hpp"
#include "x11/connection.hpp"
// Last, because of its macros.
#include "x11/xlib.hpp"

namespace eyehand::test {
namespace {

using namespace std::chrono_literals;

constexpr auto kServerLimit = 20s;

// sway refuses to run as root, who then runs it as this user.
constexpr uid_t kNobody = 65534;
bool is_run_by_nobody(const std::vector<std::string>& command) {
  return getuid() == 0 && command.front() == "sway";
}

/// The name of the first file there that has this prefix and is no lock; empty if there is none.
std::string file_named(const std::filesystem::path& folder, const std::string& prefix) {
  for (const auto& file : std::filesystem::directory_iterator(folder))
    if (std::string name = file.path().filename();
        name.starts_with(prefix) && !name.ends_with(".lock"))
      return name;
  return "";
}

/// Waits until `read` returns a text.
template <typename Read>
std::string awaited(const WaylandSession& session, const Read& read) {
  for (const auto limit = Deadline::after(kServerLimit); !limit.passed(); usleep(10'000))
    if (std::string text = read(); !text.empty()) return text;
  throw std::runtime_error("the compositor does not start: " + session.output());
}

/// Xwayland takes orders only from the user who runs it, and from those whom that user admits.
void admit_root(const std::string& display) {
  if (getuid() != 0) return;
  struct AsNobody {
    AsNobody() {
      if (seteuid(kNobody) != 0) throw std::runtime_error("root cannot become nobody");
    }
    ~AsNobody() {
      if (seteuid(0) != 0) std::abort();
    }
  } const as_nobody;
  x11::Connection connection(display);
  std::string type = "localuser", value = "root";
  XServerInterpretedAddress address{static_cast<int>(type.size()), static_cast<int>(value.size()),
                                    type.data(), value.data()};
  XHostAddress host{FamilyServerInterpreted, 0, reinterpret_cast<char*>(&address)};
  XAddHost(connection.xlib(), &host);
  connection.sync();
}

}  // namespace

WaylandSession::WaylandSession(std::vector<std::string> command, const std::string& config) {
  environment_ = {{"XDG_RUNTIME_DIR", folder()},
                  {"WLR_BACKENDS", "headless"},
                  {"WLR_LIBINPUT_NO_DEVICES", "1"},
                  {"WLR_RENDERER", "pixman"},
                  {"DISPLAY", ""},
                  {"WAYLAND_DISPLAY", ""}};
  if (command.front() == "sway") {
    const std::filesystem::path file = folder() / "config";
    std::ofstream(file) << config;
    command.insert(command.end(), {"--config", file});
  }
  if (is_run_by_nobody(command)) {
    for (const auto& place : {folder(), folder().parent_path()})
      if (chown(place.c_str(), kNobody, kNobody) != 0)
        throw std::runtime_error("root cannot give a folder to nobody");
    command.insert(command.begin(),
                   {"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"});
  }
  compositor_ = std::make_unique<Process>(command, environment_);
  environment_["WAYLAND_DISPLAY"] =
      awaited(*this, [&] { return file_named(folder(), "wayland-"); });
}

std::string SwayWithX::missing() {
  for (const char* program : {"sway", "swaymsg", "Xwayland"})
    if (!find_program(program)) return std::string(program) + " is not installed";
  return "";
}

SwayWithX::SwayWithX(const std::string& size)
    : session_({"sway"},
               // Otherwise Xwayland ends with its last client, and forgets whom it admits.
               "xwayland force\n"
               "output HEADLESS-1 resolution " +
                   size +
                   "\n"
                   "exec \"echo $DISPLAY >$XDG_RUNTIME_DIR/display\"\n") {
  display_ = awaited(session_, [&] {
    const std::string text = contents(session_.folder() / "display");
    return text.ends_with('\n') ? text.substr(0, text.size() - 1) : "";
  });
  admit_root(display_);
}

void SwayWithX::command(const std::string& words) const {
  const auto socket = session_.folder() / file_named(session_.folder(), "sway-ipc.");
  run_program({"swaymsg", "--socket", socket, "--quiet", "--", words}, {});
}

}  // namespace eyehand::test
