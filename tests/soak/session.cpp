#include "tests/soak/session.hpp"

#include <signal.h>

#include <algorithm>
#include <fstream>

#include "actuator/input.hpp"
#include "process/find_program.hpp"
#include "tests/support/focus.hpp"
#include "tests/support/paths.hpp"
#include "x11/ping.hpp"

// Last, because of their macros, which xlib.hpp undefines.
#include "x11/xlib.hpp"

namespace eyehand::soak {
namespace {

using namespace std::chrono_literals;

constexpr ScreenPoint kHome{60, 60};

}  // namespace

void close_window(x11::Connection& connection, x11::WindowId window) {
  XEvent event{};
  event.xclient.type = ClientMessage;
  event.xclient.window = window;
  event.xclient.message_type = connection.atom("_NET_CLOSE_WINDOW");
  event.xclient.format = 32;
  event.xclient.data.l[1] = 2;
  XSendEvent(connection.xlib(), connection.root(), 0,
             SubstructureRedirectMask | SubstructureNotifyMask, &event);
  connection.sync();
}

const std::vector<Program>& programs() {
  const std::string arena = test::built_program("eyehand-arena");
  const x11::WindowQuery panel{.title_pattern = "^Panel", .class_name = "eyehand-arena"};
  const x11::WindowQuery hexiom{.title_pattern = "^Hexiom", .class_name = "eyehand-arena"};
  const x11::WindowQuery knetwalk{.title_pattern = "^KNetWalk$", .class_name = "knetwalk"};
  static const std::vector<Program> all = {
      {.name = "sgt-net",
       .skin = "sgt-net",
       .command = {"sgt-net", "5x5"},
       .window = {.class_name = "sgt-net"},
       .new_game_key = "n"},
      {.name = "sgt-flip",
       .skin = "sgt-flip",
       .command = {"sgt-flip", "3x3c"},
       .window = {.class_name = "sgt-flip"},
       .new_game_key = "n"},
      {.name = "sgt-loopy",
       .skin = "sgt-loopy",
       .command = {"sgt-loopy", "5x5t0de"},
       .window = {.class_name = "sgt-loopy"},
       .new_game_key = "n"},
      {.name = "arena-panel",
       .skin = "arena-panel",
       .command = {arena, "panel", "--tiles", "4x4", "--symbols", "dots,diamonds"},
       .window = panel,
       .new_game_key = "n"},
      {.name = "arena-walk",
       .skin = "arena-panel",
       .command = {arena, "panel", "--tiles", "4x4", "--symbols", "dots,diamonds", "--walk"},
       .window = panel,
       .new_game_key = "n"},
      {.name = "arena-hexiom",
       .skin = "arena-hexiom",
       .command = {arena, "hexiom", "--side", "3"},
       .window = hexiom,
       .new_game_key = "n"},
      {.name = "knetwalk",
       .skin = "knetwalk",
       .command = {"dbus-run-session", "/usr/games/knetwalk"},
       .window = knetwalk,
       .new_game_key = "ctrl+n",
       .size = {520, 600},
       .has_dialogs = true,
       .config = "knetwalkrc",
       .settings = "[KgDifficulty]\nLevel=Easy\n"},
      {.name = "lightsoff",
       .skin = "lightsoff",
       .command = {"dbus-run-session", "/usr/games/lightsoff"},
       .window = {.class_name = "org.gnome.LightsOff"},
       .goes_on_by_itself = true},
  };
  return all;
}

bool is_installed(const Program& program) {
  return std::ranges::all_of(program.command,
                             [](const std::string& word) {
                               return !word.starts_with('/') || find_program(word);
                             }) &&
         find_program(program.command[0]);
}

Session::Session(test::Desktop& desktop, const Program& program)
    : desktop_(desktop), program_(program) {
  if (program.config) {
    const std::filesystem::path folder = desktop.environment().at("XDG_CONFIG_HOME");
    std::filesystem::create_directories(folder);
    std::ofstream(folder / program.config) << program.settings;
  }
  launch();
  find_window();
}

void Session::launch() {
  process_ = desktop_.launch(program_.command);
}

void Session::find_window() {
  const auto found = desktop_.wait_for_window(program_.window, 60s);
  window_ = found.id;
  size_ = program_.size.width > 0 ? program_.size : found.on_root.size();
}

void Session::end(bool cleanly) {
  process_->signal_group(SIGCONT);
  process_->signal_group(cleanly ? SIGTERM : SIGKILL);
  process_.reset();
}

bool Session::is_alive() {
  return process_->is_running() && x11::describe(desktop_.connection(), window_);
}

/// Closes one; false if there is none.
bool Session::close_dialog() {
  x11::Connection& connection = desktop_.connection();
  const auto own = x11::describe(connection, window_);
  for (const auto& other : x11::list_windows(connection)) {
    if (!own || other.id == window_ || other.pid != own->pid) continue;
    close_window(connection, other.id);
    return true;
  }
  return false;
}

bool Session::tidy_up() {
  x11::Connection& connection = desktop_.connection();
  x11::ErrorTrap trap(connection);
  if (program_.has_dialogs && !desktop_.eventually([&] { return !close_dialog(); }, 5s))
    return false;
  XMapWindow(connection.xlib(), window_);
  auto now = x11::describe(connection, window_);
  if (now && now->on_root.size() != size_)
    XResizeWindow(connection.xlib(), window_, static_cast<unsigned>(size_.width),
                  static_cast<unsigned>(size_.height));
  if (now && intersection(now->on_root, connection.screen()) != now->on_root)
    XMoveWindow(connection.xlib(), window_, kHome.x, kHome.y);
  connection.sync();
  return desktop_.eventually(
      [&] {
        now = x11::describe(connection, window_);
        return now && now->viewable &&
               intersection(now->on_root, connection.screen()) == now->on_root &&
               x11::raise(connection, window_, now->on_root.centre(), Deadline::after(500ms)) &&
               test::has_keyboard(connection, window_);
      },
      5s);
}

void Session::make_ready() {
  if (is_alive() && tidy_up()) return;
  if (is_alive()) {
    end(false);
    launch();
  }
  // It may be on its way out, or in.
  desktop_.eventually(
      [&] {
        return !process_->is_running() ||
               !x11::find_windows(desktop_.connection(), program_.window).empty();
      },
      30s);
  if (!process_->is_running()) launch();
  find_window();
  if (!tidy_up()) throw std::runtime_error(std::string(program_.name) + " does not get ready");
}

void Session::begin_new_game() {
  if (!program_.new_game_key) return;
  x11::Connection& connection = desktop_.connection();
  Input hand(connection, window_);
  const auto now = x11::describe(connection, window_);
  hand.aim({.window = now ? now->on_root : x11::Rect{}, .deadline = Deadline::after(5s)});
  hand.perform(Key{program_.new_game_key}, {});
  x11::ping(connection, window_, Deadline::after(5s));  // until it has processed the key
}

}  // namespace eyehand::soak
