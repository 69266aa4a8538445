// The programs that are played, and a running instance.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "process/process.hpp"
#include "tests/support/desktop.hpp"

namespace eyehand::soak {

/// A program with a small board that is solved in less than a second.
struct Program {
  const char* name;
  const char* skin;
  std::vector<std::string> command;
  x11::WindowQuery window;
  const char* new_game_key = nullptr;  ///< nullptr: it has none
  x11::Size size{};                    ///< of the window; 0: as it opens
  bool goes_on_by_itself = false;      ///< to another board after a win
  bool has_dialogs = false;            ///< opens one after a win
  const char* config = nullptr;        ///< a file in the folder of settings ...
  const char* settings = nullptr;      ///< ... and its contents
};

/// All supported programs, installed or not.
const std::vector<Program>& programs();
bool is_installed(const Program& program);

/// Requests it as the close button of the frame does.
void close_window(x11::Connection& connection, x11::WindowId window);

/// A running program and its window.
class Session {
 public:
  /// Returns once the window is open. Throws std::runtime_error if that takes too long.
  Session(test::Desktop& desktop, const Program& program);

  const Program& program() const { return program_; }
  Process& process() { return *process_; }
  x11::WindowId window() const { return window_; }

  /// Ends the program, cleanly or not.
  void end(bool cleanly);
  /// Starts it again, without waiting for its window.
  void launch();
  /// Whether it is running and its window exists.
  bool is_alive();
  /// Makes the window entirely visible, not minimised, on top and of its original size, restarting
  /// the program if necessary.
  void make_ready();
  /// Starts another game by the keys that a person would press.
  void begin_new_game();

 private:
  void find_window();
  bool tidy_up();
  bool close_dialog();

  test::Desktop& desktop_;
  const Program& program_;
  std::unique_ptr<Process> process_;
  x11::WindowId window_ = 0;
  x11::Size size_{};
};

}  // namespace eyehand::soak
