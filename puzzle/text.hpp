// Texts as lines and words, and lists of words for people.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "puzzle/error.hpp"

namespace eyehand {

/// Blank characters within a line.
inline constexpr std::string_view kLineBlanks = " \t\r";

/// Removes the first line from `text` and returns it without its newline.
inline std::string_view take_line(std::string_view& text) {
  const auto end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

/// `line` without blanks at either end.
inline std::string_view trimmed(std::string_view line) {
  const auto first = line.find_first_not_of(kLineBlanks);
  if (first == std::string_view::npos) return {};
  return line.substr(first, line.find_last_not_of(kLineBlanks) + 1 - first);
}

/// The parts of `text` between separators; empty ones are skipped.
inline std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const auto end = std::min(text.find(separator), text.size());
    if (end > 0) parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

/// The lines of `text`, trimmed; empty lines and comments, which begin with `#`, are skipped.
inline std::vector<std::string> split_lines(std::string_view text) {
  std::vector<std::string> lines;
  for (const std::string& whole : split(text, '\n')) {
    const std::string_view line = trimmed(whole);
    if (!line.empty() && line.front() != '#') lines.emplace_back(line);
  }
  return lines;
}

/// "net, slitherlink, hexiom": the name of each item, as `name` gives it.
template <class Items, class Name = std::identity>
std::string joined(const Items& items, Name name = {}, std::string_view separator = ", ") {
  std::string text;
  for (const auto& item : items) {
    if (!text.empty()) text += separator;
    text += std::invoke(name, item);
  }
  return text;
}

/// Throws Error if the text, called `what` in the message, is longer than `max` bytes.
inline void check_length(std::string_view text, std::string_view what, std::size_t max) {
  if (text.size() > max)
    throw Error(std::string(what) + ": longer than " + std::to_string(max) + " bytes");
}

}  // namespace eyehand
