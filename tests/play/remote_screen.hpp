// Another computer's screen, as a viewer shows it: an X server of TigerVNC with a program on it,
// which tests look at directly, and its viewer on the desktop where Eyehand plays.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "player/games.hpp"
#include "process/process.hpp"
#include "process/temp_folder.hpp"
#include "tests/support/desktop.hpp"
#include "tests/support/event_recorder.hpp"
#include "vision/capture.hpp"
#include "x11/connection.hpp"

namespace eyehand::test {

class RemoteScreen {
 public:
  /// Empty, or what is not installed.
  static std::string missing();

  /// Without a window manager. Throws Error if the server does not start.
  explicit RemoteScreen(x11::Size size = {1000, 800});

  /// Starts the program of a skin, and waits for its window.
  void start(const std::string& skin, const std::vector<std::string>& command);
  /// Moves its window.
  void move(ScreenPoint to);
  /// Where the board is on this screen, and whether it is solved, once it is read with certainty.
  struct Sighting {
    std::string rejection;
    bool solved = false;
    x11::Rect board;
  };
  Sighting observe();
  /// What reached this screen.
  std::vector<x11::DeviceEvent> presses() { return recorder_->presses(); }

  /// Shows it on a desktop, with these arguments of the viewer, and waits for its window. Each way
  /// takes `delay_ms`.
  x11::WindowInfo show_on(Desktop& desktop, const std::vector<std::string>& arguments = {},
                          int delay_ms = 0);
  /// The same, scaled by x11vnc, such as by "3/4".
  x11::WindowInfo show_scaled_on(Desktop& desktop, const std::string& factor);

 private:
  x11::WindowInfo view(Desktop& desktop, const std::vector<std::string>& arguments,
                       const std::string& server);

  TempFolder folder_;
  std::unique_ptr<Process> server_;
  std::string display_;
  std::unique_ptr<x11::Connection> connection_;
  std::unique_ptr<EventRecorder> recorder_;
  std::unique_ptr<Process> program_, delay_, scaler_, viewer_;
  x11::WindowId window_ = 0;
  std::unique_ptr<PuzzleSession> session_;
  std::unique_ptr<WindowSource> source_;
};

}  // namespace eyehand::test
