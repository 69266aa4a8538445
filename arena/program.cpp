#include "arena/program.hpp"

#include <CLI/CLI.hpp>
#include <QGuiApplication>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>

#include "manual/hidden.hpp"
#include "manual/version.hpp"
#include "puzzle/printable.hpp"

namespace eyehand::arena {
namespace {

constexpr int kFailed = 1, kUsage = 2;
std::string program, without_display;

/// Qt reports an unreachable display only by a message, and then aborts.
void take_message(QtMsgType type, const QMessageLogContext&, const QString&) {
  if (type != QtFatalMsg) return;
  note("cannot open a window on display '" + qEnvironmentVariable("DISPLAY").toStdString() +
       "': start it from a desktop, set DISPLAY, or " + without_display + '.');
  std::_Exit(kFailed);
}

int parse_and_run(CLI::App& app, int argc, char** argv, const std::function<int()>& run) {
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) return app.exit(error);
    note(std::string(error.what()) + " (see '" + program + " --help')");
    return kUsage;
  }
  return run();
}

}  // namespace

void note(const std::string& line) noexcept {
  std::fprintf(stderr, "%s: %s\n", program.c_str(), printable(line).c_str());
}

int run_program(const std::string& name, CLI::App& app, int argc, char** argv,
                const std::function<int()>& run) {
  program = name;
  app.name(name);
  app.set_version_flag("--version", name + ' ' + manual::kVersion);
  try {
    if (const auto text = manual::hidden_option(app, argc, argv)) {
      std::fputs(text->c_str(), stdout);
      return 0;
    }
    return parse_and_run(app, argc, argv, run);
  } catch (const std::bad_alloc&) {
    note("out of memory.");
  } catch (const std::exception& error) {
    note(error.what());
  }
  return kFailed;
}

void report_missing_display(const std::string& otherwise) {
  without_display = otherwise;
  qInstallMessageHandler(take_message);
}

}  // namespace eyehand::arena
