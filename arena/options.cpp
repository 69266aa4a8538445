#include "arena/options.hpp"

#include <CLI/CLI.hpp>
#include <QGuiApplication>
#include <charconv>

#include "arena/frame.hpp"
#include "arena/window.hpp"
#include "puzzle/error.hpp"

namespace eyehand::arena {
namespace {

/// Removes a leading number from the text.
std::optional<int> take_number(std::string_view& text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || number < 0) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

}  // namespace

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

std::optional<QSize> to_size(const std::string& text) {
  std::string_view rest = text;
  const auto width = take_number(rest);
  if (!width || rest.empty() || rest[0] != 'x') return std::nullopt;
  rest.remove_prefix(1);
  const auto height = take_number(rest);
  const auto fits = [](int length) { return length >= 160 && length <= 8000; };
  if (!height || !rest.empty() || !fits(*width) || !fits(*height)) return std::nullopt;
  return QSize(*width, *height);
}

void add_window(CLI::App& command, WindowOptions& options) {
  command
      .add_option_function<std::string>(
          "--time-limit",
          [&options](const std::string& text) {
            options.limit = to_span(text);
            if (!options.limit)
              throw CLI::ValidationError(
                  "--time-limit",
                  "'" + text + "' is not a time from 1s to 24h; write it like 180s, 3m or 1m30s");
          },
          "the game ends after this time, solved or not (180s, 3m, 1m30s)")
      ->type_name("TIME");
  command
      .add_option_function<std::string>(
          "--size",
          [&options](const std::string& text) {
            const auto size = to_size(text);
            if (!size)
              throw CLI::ValidationError(
                  "--size", "'" + text +
                                "' is not a size from 160 to 8000 pixels each way; write it "
                                "like 720x780");
            options.size = *size;
          },
          "window size in pixels (default 720x780)")
      ->type_name("WxH");
  command
      .add_option("--screenshot", options.screenshot,
                  "write the first picture to this file instead of opening a window; needs "
                  "no display")
      ->type_name("FILE.png");
}

ExitCode run(Game& game, const WindowOptions& options) {
  if (!options.screenshot.empty()) {
    game.place(lay_out_frame(options.size).board);
    const QImage image = picture(game, first_state(game, options.limit), options.size);
    if (!image.save(QString::fromLocal8Bit(options.screenshot)))
      throw Error("The picture cannot be written to " + options.screenshot +
                  ": give a file that ends in .png, in a folder that is there.");
    return ExitCode::solved;
  }
  Window window(game, options.limit);
  window.resize(options.size);
  window.show();
  QGuiApplication::exec();
  return window.is_solved() ? ExitCode::solved : ExitCode::unsolved;
}

}  // namespace eyehand::arena
