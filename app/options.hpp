// Options that several subcommands share, and how their values are written.
#pragma once

#include <chrono>
#include <string>

#include "puzzle/deadline.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace eyehand {

/// A span of time such as 500ms, 60s, 1.5m, 2h; a bare number is seconds. Never: no limit.
struct TimeLimit {
  std::chrono::milliseconds span = never();
  static constexpr std::chrono::milliseconds never() { return std::chrono::milliseconds::max(); }
  /// Counted from now.
  Deadline start() const { return span == never() ? Deadline() : Deadline::after(span); }
};
/// An option of any name that takes one.
CLI::Option* add_span(CLI::App& app, const std::string& name, TimeLimit& limit,
                      const std::string& help);
/// --time-limit
CLI::Option* add_time_limit(CLI::App& app, TimeLimit& limit, const std::string& help);

/// A board's size, WIDTHxHEIGHT, or one number for both; 0: none was given.
struct BoardSize {
  int width = 0;
  int height = 0;
};
CLI::Option* add_size(CLI::App& app, BoardSize& size);

/// The positional GAME, which must be one that there is.
CLI::Option* add_game(CLI::App& app, std::string& game);

}  // namespace eyehand
