// The options of subcommands as data, from which the command line, its help and the checks of
// values are made (app/command_line.cpp).
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "puzzle/deadline.hpp"
#include "puzzle/error.hpp"
#include "puzzle/shard.hpp"

namespace eyehand {

/// A value that an option does not accept: "'9by9' must be WxH, for example 9x9".
class BadValue : public Error {
 public:
  using Error::Error;
};

struct Option {
  std::string name;   ///< "--count"; a positional argument has no dashes: "PUZZLE"
  std::string value;  ///< what follows it, for people: "N", "FILE"; empty for a flag
  std::string help;
  /// Takes the values given (none for a flag). Throws BadValue.
  std::function<void(const std::vector<std::string>& values)> set;
  std::string default_value{};  ///< for people
  bool is_required = false;
  bool is_repeatable = false;                     ///< takes one or more values
  bool is_value_optional = false;                 ///< without one, `set` gets no values
  char delimiter = 0;                             ///< between several values in one word
  std::vector<std::string> excluded{}, needed{};  ///< names of other options

  Option required() const { return changed(&Option::is_required, true); }
  Option separated_by(char character) const { return changed(&Option::delimiter, character); }
  Option excludes(std::vector<std::string> others) const {
    return changed(&Option::excluded, std::move(others));
  }
  Option needs(std::vector<std::string> others) const {
    return changed(&Option::needed, std::move(others));
  }
  bool is_flag() const { return value.empty(); }

 private:
  template <class Member>
  Option changed(Member Option::*member, Member to) const {
    Option option = *this;
    option.*member = std::move(to);
    return option;
  }
};

Option flag(const std::string& name, bool& target, const std::string& help);
/// An option with one value, for which `take` may throw BadValue.
Option parsed(const std::string& name, const std::string& value, const std::string& help,
              const std::function<void(const std::string&)>& take,
              const std::string& default_value = {});
Option text(const std::string& name, std::string& target, const std::string& value,
            const std::string& help);
Option texts(const std::string& name, std::vector<std::string>& target, const std::string& value,
             const std::string& help);
/// Comma-separated words, each of them one of `choices`.
Option words(const std::string& name, std::vector<std::string>& target,
             const std::vector<std::string>& choices, const std::string& help);

/// Throws BadValue if the text is not a number in this range.
std::uint64_t parse_number(const std::string& text, std::uint64_t min, std::uint64_t max);

/// A number from `min` to `max`. The target's initial value is the default, shown unless it is 0.
template <class Number>
Option number(const std::string& name, Number& target, std::uint64_t min, std::uint64_t max,
              const std::string& help) {
  const auto take = [&target, min, max](const std::string& text) {
    target = static_cast<Number>(parse_number(text, min, max));
  };
  return parsed(name, "N", help, take, target == Number{} ? "" : std::to_string(target));
}
inline constexpr std::uint64_t kAnyNumber = std::numeric_limits<std::uint64_t>::max();

/// A duration such as 500ms, 60s, 1.5m, 2h; a bare number is in seconds. never(): no limit.
struct TimeLimit {
  std::chrono::milliseconds span = never();
  static constexpr std::chrono::milliseconds never() { return std::chrono::milliseconds::max(); }
  /// Counted from now.
  Deadline start() const { return span == never() ? Deadline() : Deadline::after(span); }
};
/// The target's initial value is the default.
Option duration(const std::string& name, TimeLimit& target, const std::string& help);

/// --speed: steps per second, 0.2 to 50. The target's initial value is the default.
Option speed(double& target, const std::string& help);

/// The size of a board, WIDTHxHEIGHT or one number for both, with a `w` at its end if opposite
/// edges are joined; 0: not given.
struct BoardSize {
  int width = 0;
  int height = 0;
  bool wrapping = false;
};
/// --size
Option board_size(BoardSize& target);

/// --shard
Option shard(std::optional<Shard>& target, const std::string& help);

/// The positional GAME, one of those registered.
Option game(std::string& target);

/// Appends `more` to `options`.
void add(std::vector<Option>& options, const std::vector<Option>& more);

}  // namespace eyehand
