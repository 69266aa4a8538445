// What the programs of this folder share: messages, exit codes, the command line.
#pragma once

#include <functional>
#include <string>

namespace CLI {
class App;
}

namespace eyehand::arena {

/// Prints a line on stderr, after the program's name.
void note(const std::string& line) noexcept;

/// Parses the command line, then runs `run`, whose result is the exit code. A usage error is 2, an
/// exception 1; both are reported by one line.
int run_program(const std::string& name, CLI::App& app, int argc, char** argv,
                const std::function<int()>& run);

/// Call it before a QGuiApplication is made. Without a display, `otherwise` says what to do
/// instead: "use --screenshot".
void report_missing_display(const std::string& otherwise);

}  // namespace eyehand::arena
