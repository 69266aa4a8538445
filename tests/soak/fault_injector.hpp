// Faults of the window, its program, the mouse and the server while Eyehand plays.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "process/process.hpp"
#include "tests/soak/session.hpp"
#include "tests/support/test_window.hpp"

namespace eyehand::soak {

enum class Fault {
  moved,         ///< the window, by a little or a lot, sometimes partly off the screen
  covered,       ///< by another program's window
  kept_covered,  ///< by a window above all others, which disappears after a while
  resized,
  closed,  ///< or its program killed
  minimised,
  stopped,  ///< the program, for up to two seconds
  slow,     ///< the program, running a fifth of the time
  restarted,
  new_game,     ///< started by the user's keys
  layout,       ///< of the keyboard
  grabbed,      ///< the pointer, sometimes with the keyboard, by another program
  touched,      ///< the mouse, by the user
  clicked,      ///< likewise, with a button
  interrupted,  ///< Eyehand, by a signal
  server_gone,
};
inline constexpr int kFaults = static_cast<int>(Fault::server_gone) + 1;

std::string_view name(Fault fault);
std::optional<Fault> fault_named(std::string_view name);

using Random = std::mt19937_64;
/// From `low` to `high`, inclusive.
int draw(Random& random, int low, int high);

/// Injects faults into one session, and undoes them.
class FaultInjector {
 public:
  /// `user` is the connection of the user and of other programs.
  FaultInjector(test::Desktop& desktop, x11::Connection& user, Session& session, Process& eyehand,
                Random& random);
  /// Undoes what can be undone: covers, grabs, stops, layouts.
  ~FaultInjector();
  FaultInjector(const FaultInjector&) = delete;
  FaultInjector& operator=(const FaultInjector&) = delete;

  /// Whether this program can have this fault at all.
  static bool is_possible(Fault fault, const Session& session);

  /// False: not possible now (the pointer is grabbed, the focus is elsewhere); try again.
  /// `has_begun`: Eyehand has sent something.
  bool inject(Fault fault, bool has_begun);
  /// Call it every few milliseconds: some faults take time.
  void advance();

 private:
  using Clock = std::chrono::steady_clock;
  using Milliseconds = std::chrono::milliseconds;

  void move();
  void resize();
  void cover(bool is_kept);
  void close();
  void press(const std::string& key);
  void restart(bool has_begun);
  bool grab();
  void ungrab();
  void touch(bool with_button);
  void stop_repeatedly(Milliseconds stopped, Milliseconds running, Milliseconds whole);
  void set_layout(const char* layout);
  x11::Rect place() const;

  test::Desktop& desktop_;
  x11::Connection& user_;
  Session& session_;
  Process& eyehand_;
  Random& random_;
  std::unique_ptr<test::TestWindow> cover_;
  std::vector<std::unique_ptr<x11::Connection>> idlers_;
  std::optional<Clock::time_point> uncover_at_, ungrab_at_, touch_at_;
  int touches_left_ = 0;
  bool has_layout_ = false;
  std::jthread stopper_;
};

}  // namespace eyehand::soak
