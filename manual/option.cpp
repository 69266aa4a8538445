#include "manual/option.hpp"

#include <algorithm>

namespace eyehand::manual {
namespace {

std::vector<std::string> split(std::string text, const char* separators) {
  std::vector<std::string> words;
  while (!text.empty()) {
    std::string rest = cut(text, separators);
    words.push_back(std::move(text));
    text = std::move(rest);
  }
  return words;
}

bool is_literal(const std::string& text) {
  return std::ranges::all_of(text, [](char c) { return (c >= 'a' && c <= 'z') || c == '|'; });
}

}  // namespace

std::string cut(std::string& text, const char* separators) {
  const auto at = text.find_first_of(separators);
  if (at == std::string::npos) return "";
  std::string rest = text.substr(at + 1);
  text.erase(at);
  return rest;
}

Value value_of(const CLI::Option& option) {
  Value value;
  if (option.get_items_expected_max() == 0) return value;
  value.name = option.get_type_name();
  // CLI11 appends what a check says of itself, which is a set for a choice: "TEXT:{a,b}".
  std::string check = cut(value.name, ":");
  if (check.starts_with('{')) {
    cut(check, "}");
    value.words = split(check.substr(1), ",");
  } else if (is_literal(value.name)) {  // "light|dark"
    value.words = split(value.name, "|");
  }
  return value;
}

}  // namespace eyehand::manual
