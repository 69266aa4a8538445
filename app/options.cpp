#include "app/options.hpp"

#include <CLI/CLI.hpp>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "player/games.hpp"

namespace eyehand {
namespace {

// More than a year is no limit that somebody means.
constexpr double kLongestLimitMs = 366.0 * 24 * 3600 * 1000;

std::optional<std::chrono::milliseconds> to_span(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  if (error != std::errc{} || !std::isfinite(value) || value < 0) return {};
  for (const auto& [name, ms] : std::initializer_list<std::pair<std::string_view, double>>{
           {"ms", 1}, {"s", 1000}, {"", 1000}, {"m", 60'000}, {"min", 60'000}, {"h", 3'600'000}})
    if (unit == name && value * ms <= kLongestLimitMs)
      return std::chrono::milliseconds(std::llround(value * ms));
  return {};
}

std::optional<BoardSize> to_size(std::string_view text) {
  BoardSize size;
  const char* const end = text.data() + text.size();
  const auto width = std::from_chars(text.data(), end, size.width);
  if (width.ec != std::errc{} || size.width < 1) return {};
  size.height = size.width;
  if (width.ptr == end) return size;
  if (*width.ptr != 'x') return {};
  const auto height = std::from_chars(width.ptr + 1, end, size.height);
  if (height.ec != std::errc{} || height.ptr != end || size.height < 1) return {};
  return size;
}

}  // namespace

CLI::Option* add_span(CLI::App& app, const std::string& name, TimeLimit& limit,
                      const std::string& help) {
  return app
      .add_option_function<std::string>(
          name,
          [&limit, name](const std::string& text) {
            const auto span = to_span(text);
            if (!span)
              throw CLI::ValidationError(
                  name, "'" + text + "' is no time; write it like 60s, 2m or 500ms");
            limit.span = *span;
          },
          help)
      ->type_name("TIME");
}

CLI::Option* add_time_limit(CLI::App& app, TimeLimit& limit, const std::string& help) {
  return add_span(app, "--time-limit", limit, help);
}

CLI::Option* add_size(CLI::App& app, BoardSize& size) {
  return app
      .add_option_function<std::string>(
          "--size",
          [&size](const std::string& text) {
            const auto wanted = to_size(text);
            if (!wanted)
              throw CLI::ValidationError("--size",
                                         "'" + text + "' is no size; write it like 9x9, or 9");
            size = *wanted;
          },
          "columns and rows, or one number for both; each game has a usual size")
      ->type_name("WxH|N");
}

CLI::Option* add_game(CLI::App& app, std::string& game) {
  std::vector<std::string> names;
  std::string list;
  for (const Game* each : games()) {
    names.emplace_back(each->name());
    list += (list.empty() ? "" : ", ") + names.back();
  }
  return app.add_option("GAME", game, "which game it is: " + list)
      ->required()
      ->type_name("")
      ->check([names, list](const std::string& text) {
        for (const auto& name : names)
          if (text == name) return std::string();
        return "there is no game '" + text + "'; there are: " + list;
      });
}

}  // namespace eyehand
