#include "player/program.hpp"

#include <algorithm>

#include "puzzle/error.hpp"

namespace eyehand {
namespace {

constexpr std::string_view kOneLevel = "{}", kLevels = "{...}";

bool has(const std::vector<std::string>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n';
}

}  // namespace

std::vector<std::string> start_command(const Program& program,
                                       const std::vector<std::string>& levels) {
  if (program.command.empty())
    throw Error("the skin does not say how to start its program; use --run.");
  std::vector<std::string> words = program.command;
  if (levels.empty()) return words;
  const bool takes_many = has(program.level, kLevels);
  if (!takes_many && !has(program.level, kOneLevel))
    throw Error("the skin does not say how to pass a level to its program; use --run.");
  if (!takes_many && levels.size() > 1)
    throw Error("this program takes one level at a time, not " + std::to_string(levels.size()) +
                ".");
  for (const std::string& word : program.level) {
    if (word == kOneLevel)
      words.push_back(levels.front());
    else if (word == kLevels)
      words.insert(words.end(), levels.begin(), levels.end());
    else
      words.push_back(word);
  }
  return words;
}

std::vector<std::string> split_command(std::string_view line) {
  std::vector<std::string> words;
  bool in_word = false;
  char quote = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quote == 0 && is_blank(c)) {
      in_word = false;
      continue;
    }
    if (!in_word) words.emplace_back();
    in_word = true;
    if (c == quote)
      quote = 0;
    else if (quote == 0 && (c == '\'' || c == '"'))
      quote = c;
    else if (c == '\\' && quote != '\'' && i + 1 < line.size())
      words.back() += line[++i];
    else
      words.back() += c;
  }
  if (quote != 0) throw Error("unclosed quote in the command '" + std::string(line) + "'.");
  if (words.empty()) throw Error("the command is empty.");
  return words;
}

std::string join_command(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) {
    if (!line.empty()) line += ' ';
    const bool is_plain = !word.empty() && word.find_first_of(" \t\n'\"\\") == std::string::npos;
    if (is_plain) {
      line += word;
      continue;
    }
    line += '\'';
    for (const char c : word) line += c == '\'' ? std::string("'\\''") : std::string(1, c);
    line += '\'';
  }
  return line;
}

}  // namespace eyehand
