// What all games' command lines share.
#pragma once

#include <QSize>
#include <chrono>
#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace eyehand::arena {

/// How the program ends, told to the shell.
enum class ExitCode {
  solved = 0,    ///< or a picture is written
  unsolved = 1,  ///< or something unexpected (an Error); the message says what
  usage = 2,
};

inline constexpr const char* kExitCodeHelp =
    R"(Exit codes:
  0  the game on the screen was solved when the window was closed (or: the picture is written)
  1  it was not; or an error, with a message
  2  wrong usage)";

struct WindowOptions {
  std::optional<std::chrono::seconds> limit;
  QSize size{720, 780};
  std::string screenshot;  ///< a file; empty: show a window
};

/// Adds --time-limit, --size and --screenshot.
void add_window(CLI::App& command, WindowOptions& options);

/// "180s", "3m", "1m30s", "1h": 1 s to 24 h; nothing for any other text.
std::optional<std::chrono::seconds> to_span(const std::string& text);
/// "720x780": 160 to 8,000 pixels each; nothing for any other text.
std::optional<QSize> to_size(const std::string& text);

class Game;
/// Shows the window until it is closed, or writes its picture instead. Needs a QGuiApplication.
ExitCode run(Game& game, const WindowOptions& options);

}  // namespace eyehand::arena
