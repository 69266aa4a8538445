#include "tests/play/remote_screen.hpp"

#include <filesystem>
#include <stdexcept>
#include <thread>

#include "player/skin.hpp"
#include "process/find_program.hpp"
#include "process/lines.hpp"
#include "tests/support/paths.hpp"
#include "x11/windows.hpp"
#include "x11/xlib.hpp"

namespace eyehand::test {
namespace {

using namespace std::chrono_literals;

const std::string kServer = "Xtigervnc", kViewer = "xtigervncviewer", kScaler = "x11vnc";
constexpr auto kStartLimit = 30s;

template <class Holds>
void wait_until(Holds holds, const std::string& what) {
  for (const Deadline limit = Deadline::after(kStartLimit); !holds();) {
    if (limit.passed()) throw std::runtime_error(what);
    std::this_thread::sleep_for(10ms);
  }
}

}  // namespace

std::string RemoteScreen::missing() {
  for (const std::string& program : {kServer, kViewer, kScaler, std::string("node")})
    if (!find_program(program)) return program;
  return {};
}

RemoteScreen::RemoteScreen(x11::Size size) {
  LinePipe ready;
  const std::string geometry = std::to_string(size.width) + "x" + std::to_string(size.height);
  server_ = std::make_unique<Process>(Process::Options{
      .command = {kServer, "-displayfd", std::to_string(ready.writer()), "-geometry", geometry,
                  "-depth", "24", "-SecurityTypes", "None", "-rfbport", "-1", "-rfbunixpath",
                  (folder_.path() / "screen").string()},
      .capture = true,
      .inherit = ready.writer()});
  ready.close_writer();
  const auto number = ready.next(Deadline::after(kStartLimit));
  if (!number) throw std::runtime_error(kServer + " does not start: " + server_->output());
  display_ = ':' + *number;
  connection_ = std::make_unique<x11::Connection>(display_);
  recorder_ = std::make_unique<EventRecorder>(display_);
}

void RemoteScreen::start(const std::string& skin_name, const std::vector<std::string>& command) {
  const Skin skin = find_skin(skin_name);
  program_ = std::make_unique<Process>(command, desktop_environment(display_, folder_.path()));
  wait_until(
      [&] {
        const auto windows = x11::find_windows(*connection_, skin.window);
        if (windows.empty() || !windows.front().viewable) return false;
        window_ = windows.front().id;
        return true;
      },
      "the program's window did not appear");
  // Without a window manager, keys would go to where the pointer is.
  XSetInputFocus(connection_->xlib(), window_, RevertToPointerRoot, CurrentTime);
  connection_->sync();
  session_ = game_named(skin.game).begin(skin);
  source_ = std::make_unique<WindowSource>(*connection_, window_);
}

void RemoteScreen::move(ScreenPoint to) {
  XMoveWindow(connection_->xlib(), window_, to.x, to.y);
  connection_->sync();
}

RemoteScreen::Sighting RemoteScreen::observe() {
  Sighting sighting;
  for (const Deadline limit = Deadline::after(10s); !limit.passed();) {
    source_->wait_until_still({.quiet = 100ms});
    const Capture capture = source_->capture();
    const Observation seen = session_->observe(capture.frame);
    const cv::Point at = capture.frame.origin + seen.area.tl();
    sighting = {seen.rejection, seen.solved, {at.x, at.y, seen.area.width, seen.area.height}};
    if (seen.accepted()) break;
  }
  return sighting;
}

x11::WindowInfo RemoteScreen::show_on(Desktop& desktop, const std::vector<std::string>& arguments,
                                      int delay_ms) {
  std::string socket = (folder_.path() / "screen").string();
  if (delay_ms > 0) {
    const std::string delayed = (folder_.path() / "delayed").string();
    delay_ = desktop.launch(
        {"node", source_path("tests/play/delay.js"), delayed, socket, std::to_string(delay_ms)});
    wait_until([&] { return std::filesystem::exists(delayed); }, "the proxy did not start");
    socket = delayed;
  }
  return view(desktop, arguments, socket);
}

x11::WindowInfo RemoteScreen::show_scaled_on(Desktop& desktop, const std::string& factor) {
  LinePipe output;
  scaler_ = std::make_unique<Process>(Process::Options{
      .command = {kScaler, "-display", display_, "-localhost", "-noipv6", "-autoport", "6900",
                  "-nopw", "-forever", "-quiet", "-scale", factor, "-o", "/dev/null"},
      .out = output.writer()});
  output.close_writer();
  const auto port = output.next(Deadline::after(kStartLimit));
  if (!port || !port->starts_with("PORT=")) throw std::runtime_error(kScaler + " does not start");
  return view(desktop, {}, "127.0.0.1::" + port->substr(5));
}

x11::WindowInfo RemoteScreen::view(Desktop& desktop, const std::vector<std::string>& arguments,
                                   const std::string& server) {
  std::vector<std::string> command{kViewer, "-SecurityTypes=None", "-RemoteResize=0"};
  command.insert(command.end(), arguments.begin(), arguments.end());
  command.push_back(server);
  viewer_ = desktop.launch(command);
  return desktop.wait_for_window({.title_part = "TigerVNC"});
}

}  // namespace eyehand::test
