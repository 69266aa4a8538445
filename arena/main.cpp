// eyehand-arena: practice games in windows of their own. This is the command line and the only
// place that prints errors. Nothing is printed about a game: players have to look at the window.

#include <QGuiApplication>
#include <charconv>

#include "arena/commands.hpp"
#include "arena/frame.hpp"
#include "arena/program.hpp"
#include "arena/window.hpp"
#include "puzzle/error.hpp"

namespace eyehand::arena {
namespace {

constexpr const char* kExamples = R"(Examples:
  eyehand-arena hexiom                           a random board
  eyehand-arena hexiom --side 6 --time-limit 3m  against the clock
  eyehand-arena panel --walk                     a panel to walk
  eyehand-arena hexiom --help                    more about a game)";

/// Removes a leading number from the text.
std::optional<int> take_number(std::string_view& text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || number < 0) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

/// "180s", "3m", "1m30s", "1h": 1 s to 24 h; nothing for any other text.
std::optional<std::chrono::seconds> to_span(const std::string& text) {
  constexpr std::chrono::seconds kLongest = std::chrono::hours(24);
  std::chrono::seconds span{0};
  std::string_view rest = text;
  int largest_unit = 86'401;
  while (!rest.empty()) {
    const auto number = take_number(rest);
    if (!number || *number > kLongest.count() || rest.empty()) return std::nullopt;
    const int unit = rest[0] == 'h' ? 3600 : rest[0] == 'm' ? 60 : rest[0] == 's' ? 1 : 0;
    if (unit == 0 || unit >= largest_unit) return std::nullopt;
    largest_unit = unit;
    rest.remove_prefix(1);
    span += std::chrono::seconds(std::int64_t{*number} * unit);
  }
  if (span.count() < 1 || span > kLongest) return std::nullopt;
  return span;
}

/// Shows the window until it is closed, or writes its picture instead. Needs a QGuiApplication.
ExitCode run(Game& game, const WindowOptions& options) {
  if (!options.screenshot.empty()) {
    game.place(lay_out_frame(options.size).board);
    const QImage image = picture(game, first_state(game, options.limit), options.size);
    if (!image.save(QString::fromLocal8Bit(options.screenshot)))
      throw Error("The picture cannot be written to " + options.screenshot +
                  ": give a file name that ends in .png, in a folder that exists.");
    return ExitCode::solved;
  }
  Window window(game, options.limit);
  window.resize(options.size);
  window.show();
  QGuiApplication::exec();
  return window.is_solved() ? ExitCode::solved : ExitCode::unsolved;
}

ExitCode run_chosen(const Chosen& chosen, char* name) {
  if (!chosen.window.screenshot.empty()) qputenv("QT_QPA_PLATFORM", "offscreen");
  report_missing_display("use --screenshot");
  // Qt must not see our arguments.
  int count = 1;
  char* arguments[] = {name, nullptr};
  QGuiApplication::setApplicationName(QStringLiteral("eyehand-arena"));
  QGuiApplication application(count, arguments);
  const auto game = chosen.make();
  return run(*game, chosen.window);
}

}  // namespace

std::optional<QSize> to_size(const std::string& text, int min, int max) {
  std::string_view rest = text;
  const auto width = take_number(rest);
  if (!width || rest.empty() || rest[0] != 'x') return std::nullopt;
  rest.remove_prefix(1);
  const auto height = take_number(rest);
  const auto fits = [=](int length) { return length >= min && length <= max; };
  if (!height || !rest.empty() || !fits(*width) || !fits(*height)) return std::nullopt;
  return QSize(*width, *height);
}

CLI::Option* add_parsed(CLI::App& command, const std::string& name, const std::string& value,
                        const std::string& help, const std::string& expected,
                        const std::function<bool(const std::string&)>& take) {
  const auto parse = [=](const std::string& text) {
    if (!take(text)) throw CLI::ValidationError(name, "'" + text + "' is not " + expected);
  };
  return command.add_option_function<std::string>(name, parse, help)->type_name(value);
}

void add_window(CLI::App& command, WindowOptions& options) {
  add_parsed(command, "--time-limit", "TIME",
             "the game ends after this time, solved or not (180s, 3m, 1m30s)",
             "a time from 1s to 24h; write it like 180s, 3m or 1m30s",
             [&options](const std::string& text) {
               options.limit = to_span(text);
               return options.limit.has_value();
             });
  add_parsed(command, "--size", "WxH", "window size in pixels (default 720x780)",
             "a size from 160 to 8000 pixels each way; write it like 720x780",
             [&options](const std::string& text) {
               const auto size = to_size(text, 160, 8000);
               options.size = size.value_or(options.size);
               return size.has_value();
             });
  command
      .add_option("--screenshot", options.screenshot,
                  "write the first picture to this file instead of opening a window; needs "
                  "no display")
      ->type_name("FILE.png");
}

}  // namespace eyehand::arena

int main(int argc, char** argv) {
  using namespace eyehand::arena;
  CLI::App app("Practice games for people and bots, each in a window of its own.");
  app.require_subcommand(1);
  app.footer(std::string(kExamples) + "\n\n" + kExitCodeHelp);
  Chosen chosen;
  add_hexiom(app, chosen);
  add_panel(app, chosen);
  return run_program("eyehand-arena", app, argc, argv,
                     [&] { return static_cast<int>(run_chosen(chosen, argv[0])); });
}
