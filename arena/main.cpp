// eyehand-arena: practice games in windows of their own. The command line, and the only place that
// prints errors. Nothing is printed about a game: players have to look at the window.

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <QGuiApplication>
#include <cstdio>
#include <exception>

#include "arena/commands.hpp"

namespace eyehand::arena {
namespace {

constexpr const char* kExamples = R"(Examples:
  eyehand-arena hexiom                           a random board
  eyehand-arena hexiom --side 6 --time-limit 3m  against the clock
  eyehand-arena panel --walk                     a panel to walk
  eyehand-arena hexiom --help                    more about a game)";

void note(const std::string& line) noexcept {
  std::fprintf(stderr, "eyehand-arena: %s\n", line.c_str());
}

/// Qt reports an unreachable display only by a message, then aborts.
void take_message(QtMsgType type, const QMessageLogContext&, const QString&) {
  if (type != QtFatalMsg) return;
  note("cannot open a window on display '" + qEnvironmentVariable("DISPLAY").toStdString() +
       "': start it from a desktop, set DISPLAY, or use --screenshot.");
  std::_Exit(static_cast<int>(ExitCode::unsolved));
}

ExitCode run_chosen(const Chosen& chosen, char* name) {
  if (!chosen.window.screenshot.empty()) qputenv("QT_QPA_PLATFORM", "offscreen");
  qInstallMessageHandler(take_message);
  // Qt must not see our arguments.
  int count = 1;
  char* arguments[] = {name, nullptr};
  QGuiApplication::setApplicationName(QStringLiteral("eyehand-arena"));
  QGuiApplication application(count, arguments);
  const auto game = chosen.make();
  return run(*game, chosen.window);
}

ExitCode run_command_line(int argc, char** argv) {
  CLI::App app("Practice games for people and bots, each in a window of its own.");
  app.name("eyehand-arena");
  app.set_version_flag("--version", "eyehand-arena " EYEHAND_VERSION);
  app.require_subcommand(1);
  app.footer(std::string(kExamples) + "\n\n" + kExitCodeHelp);
  Chosen chosen;
  add_hexiom(app, chosen);
  add_panel(app, chosen);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
      app.exit(error);
      return ExitCode::solved;
    }
    note(std::string(error.what()) + " (see 'eyehand-arena --help')");
    return ExitCode::usage;
  }
  return run_chosen(chosen, argv[0]);
}

ExitCode run_and_report(int argc, char** argv) {
  try {
    return run_command_line(argc, argv);
  } catch (const std::bad_alloc&) {
    note("not enough memory for that.");
  } catch (const std::exception& error) {
    note(error.what());
  }
  return ExitCode::unsolved;
}

}  // namespace
}  // namespace eyehand::arena

int main(int argc, char** argv) {
  return static_cast<int>(eyehand::arena::run_and_report(argc, argv));
}
