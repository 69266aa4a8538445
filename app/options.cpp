#include "app/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>
#include <utility>

#include "player/games.hpp"

namespace eyehand {
namespace {

using Values = std::vector<std::string>;

// Nobody means a limit of more than a year.
constexpr double kMaxSpanMs = 366.0 * 24 * 3600 * 1000;

constexpr std::pair<std::string_view, double> kUnits[] = {
    {"ms", 1}, {"s", 1000}, {"", 1000}, {"m", 60'000}, {"min", 60'000}, {"h", 3'600'000}};

std::chrono::milliseconds parse_span(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  if (error == std::errc{} && std::isfinite(value) && value >= 0)
    for (const auto& [name, ms] : kUnits)
      if (unit == name && value * ms <= kMaxSpanMs)
        return std::chrono::milliseconds(std::llround(value * ms));
  throw BadValue(fmt::format("'{}' is not a duration; write it like 60s, 2m or 500ms", text));
}

std::string limit_text(std::chrono::milliseconds span) {
  if (span == TimeLimit::never()) return "";
  const auto ms = span.count();
  if (ms % 60'000 == 0 && ms > 60'000) return fmt::format("{}m", ms / 60'000);
  return ms % 1000 == 0 ? fmt::format("{}s", ms / 1000) : fmt::format("{}ms", ms);
}

BoardSize parse_size(std::string_view text) {
  BoardSize size;
  const char* const end = text.data() + text.size();
  const auto width = std::from_chars(text.data(), end, size.width);
  size.height = size.width;
  const bool has_height = width.ptr != end && *width.ptr == 'x';
  const auto height = has_height ? std::from_chars(width.ptr + 1, end, size.height) : width;
  size.wrapping = height.ptr != end && *height.ptr == 'w';
  if (width.ec != std::errc{} || height.ec != std::errc{} || height.ptr + size.wrapping != end ||
      size.width < 1 || size.height < 1)
    throw BadValue(fmt::format("'{}' must be WxH, for example 9x9 or 9x9w, or one number", text));
  return size;
}

// More than any cluster has processors.
constexpr std::uint64_t kMaxShards = 100'000;

Shard parse_shard(const std::string& text) {
  try {
    const auto slash = std::min(text.find('/'), text.size());
    const std::string count = text.substr(std::min(slash + 1, text.size()));
    Shard shard;
    shard.count = static_cast<int>(parse_number(count, 1, kMaxShards));
    shard.number = static_cast<int>(
        parse_number(text.substr(0, slash), 1, static_cast<std::uint64_t>(shard.count)));
    return shard;
  } catch (const BadValue&) {
    throw BadValue(fmt::format("'{}' must be K/N with K from 1 to N, for example 3/16", text));
  }
}

void check_choice(const std::string& text, const Values& choices) {
  if (std::find(choices.begin(), choices.end(), text) == choices.end())
    throw BadValue(fmt::format("'{}' must be one of {}", text, fmt::join(choices, ", ")));
}

}  // namespace

Option flag(const std::string& name, bool& target, const std::string& help) {
  return {
      .name = name, .value = "", .help = help, .set = [&target](const Values&) { target = true; }};
}

Option parsed(const std::string& name, const std::string& value, const std::string& help,
              const std::function<void(const std::string&)>& take,
              const std::string& default_value) {
  return {.name = name,
          .value = value,
          .help = help,
          .set = [take](const Values& values) { take(values.back()); },
          .default_value = default_value};
}

Option text(const std::string& name, std::string& target, const std::string& value,
            const std::string& help) {
  return parsed(
      name, value, help, [&target](const std::string& text) { target = text; }, target);
}

Option texts(const std::string& name, Values& target, const std::string& value,
             const std::string& help) {
  return {.name = name,
          .value = value,
          .help = help,
          .set = [&target](const Values& values) { target = values; },
          .is_repeatable = true};
}

Option words(const std::string& name, Values& target, const Values& choices,
             const std::string& help) {
  Option option =
      texts(name, target, "NAME,...", fmt::format("{}: {}", help, fmt::join(choices, ", ")));
  option.set = [&target, choices](const Values& values) {
    for (const std::string& value : values) check_choice(value, choices);
    target = values;
  };
  return option.separated_by(',');
}

std::uint64_t parse_number(const std::string& text, std::uint64_t min, std::uint64_t max) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc{} && end == text.data() + text.size() && value >= min && value <= max)
    return value;
  throw BadValue(fmt::format("'{}' must be a whole number from {} to {}", text, min, max));
}

Option duration(const std::string& name, TimeLimit& target, const std::string& help) {
  return parsed(
      name, "TIME", help, [&target](const std::string& text) { target.span = parse_span(text); },
      limit_text(target.span));
}

Option speed(double& target, const std::string& help) {
  const auto take = [&target](const std::string& text) {
    constexpr double kMin = 0.2, kMax = 50;
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool is_number = error == std::errc{} && end == text.data() + text.size();
    if (!is_number || !(value >= kMin && value <= kMax))
      throw BadValue(fmt::format("'{}' must be a number from {} to {}", text, kMin, kMax));
    target = value;
  };
  return parsed("--speed", "STEPS", help, take, fmt::format("{:g}", target));
}

Option board_size(BoardSize& target) {
  return parsed(
      "--size", "WxH[w]|N",
      "columns and rows, or one number for both; every game has its default; w: --wrapping",
      [&target](const std::string& text) { target = parse_size(text); });
}

Option shard(std::optional<Shard>& target, const std::string& help) {
  return parsed("--shard", "K/N", help,
                [&target](const std::string& text) { target = parse_shard(text); });
}

Option game(std::string& target) {
  Values names;
  for (const Game* each : games()) names.emplace_back(each->name());
  return parsed("GAME", "NAME", fmt::format("the game: {}", fmt::join(names, ", ")),
                [&target, names](const std::string& text) {
                  check_choice(text, names);
                  target = text;
                })
      .required();
}

void add(std::vector<Option>& options, const std::vector<Option>& more) {
  options.insert(options.end(), more.begin(), more.end());
}

}  // namespace eyehand
