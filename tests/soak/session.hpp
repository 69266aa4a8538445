// The programs that are played, and one of them at work.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tests/support/desktop.hpp"

namespace eyehand::soak {

/// A program with a small board, which is solved in less than a second.
struct Program {
  const char* name;
  const char* skin;
  std::vector<std::string> command;
  x11::WindowQuery window;
  const char* new_game_key = nullptr;  ///< nullptr: it has none
  x11::Size size{};                    ///< of the window; 0: as it comes
  bool goes_on_by_itself = false;      ///< to another board when one is solved
  bool has_dialogs = false;            ///< opens one when a board is solved
  const char* config = nullptr;        ///< a file in the folder of settings ...
  const char* settings = nullptr;      ///< ... and what is to be in it
};

/// All that are known; not all need be installed.
const std::vector<Program>& programs();
bool is_installed(const Program& program);

/// Asks for it as the cross in its frame does.
void close_window(x11::Connection& connection, x11::WindowId window);

/// A running program and its window.
class Session {
 public:
  /// Returns once the window is there. Throws std::runtime_error if that takes too long.
  Session(test::Desktop& desktop, const Program& program);

  const Program& program() const { return program_; }
  test::Process& process() { return *process_; }
  x11::WindowId window() const { return window_; }

  /// Ends the program, in order or not.
  void end(bool in_order);
  /// Starts it again, without waiting for its window.
  void launch();
  /// Whether it still runs and has its window.
  bool is_alive();
  /// The window is on the screen as a whole, not minimised, on top, and of its first size, or the
  /// program is started again for that.
  void make_ready();
  /// Has the program show another board, by the keys that a person would press.
  void begin_new_game();

 private:
  void find_window();
  bool tidy_up();
  bool close_dialog();

  test::Desktop& desktop_;
  const Program& program_;
  std::unique_ptr<test::Process> process_;
  x11::WindowId window_ = 0;
  x11::Size size_{};
};

}  // namespace eyehand::soak
