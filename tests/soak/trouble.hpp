// What is done to a window, its program, the mouse and the server while Eyehand plays.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "tests/soak/session.hpp"
#include "tests/support/test_window.hpp"

namespace eyehand::soak {

enum class Fault {
  moved,         ///< the window, a little or far, at times partly beyond the screen
  covered,       ///< by another program's window
  kept_covered,  ///< by a window above all others, which goes away after a while
  resized,
  closed,  ///< or its program killed
  minimised,
  stopped,  ///< the program, for up to two seconds
  slow,     ///< the program, running a fifth of the time
  restarted,
  new_game,     ///< begun by the user's keys
  layout,       ///< of the keyboard
  grabbed,      ///< the pointer, at times with the keyboard, by another program
  touched,      ///< the mouse, by the user
  clicked,      ///< likewise, with a button
  interrupted,  ///< Eyehand, by a signal
  server_gone,
};
inline constexpr int kFaults = static_cast<int>(Fault::server_gone) + 1;

std::string_view name(Fault fault);
std::optional<Fault> fault_named(std::string_view name);

using Random = std::mt19937_64;
/// From `low` to `high`, both included.
int draw(Random& random, int low, int high);

/// Throws faults at one session, and takes them back.
class Trouble {
 public:
  /// `hand` is the user's, and that of other programs.
  Trouble(test::Desktop& desktop, x11::Connection& hand, Session& session, test::Process& eyehand,
          Random& random);
  /// Takes back what can be taken back: covers, grabs, stops, layouts.
  ~Trouble();
  Trouble(const Trouble&) = delete;
  Trouble& operator=(const Trouble&) = delete;

  /// Whether this can happen to a program of this kind at all.
  static bool is_possible(Fault fault, const Session& session);

  /// False: not now (the pointer is not to be had, the keyboard is elsewhere); try again.
  /// `has_begun`: Eyehand has sent something.
  bool throw_one(Fault fault, bool has_begun);
  /// To be called every few milliseconds: some faults take their time.
  void go_on();

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
  void hold_up(Milliseconds stopped, Milliseconds running, Milliseconds whole);
  void set_layout(const char* layout);
  x11::Rect place() const;

  test::Desktop& desktop_;
  x11::Connection& hand_;
  Session& session_;
  test::Process& eyehand_;
  Random& random_;
  std::unique_ptr<test::TestWindow> cover_;
  std::vector<std::unique_ptr<x11::Connection>> idlers_;
  std::optional<Clock::time_point> uncover_at_, ungrab_at_, touch_at_;
  int touches_left_ = 0;
  bool has_layout_ = false;
  std::jthread stopper_;
};

}  // namespace eyehand::soak
