#include "player/generate_options.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <charconv>

namespace eyehand {
namespace {

template <class Number>
Number parse(std::string_view word, const std::string& text, Number min, Number max) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !(value >= min && value <= max))
    throw OptionError(
        fmt::format("--{}: '{}' is not a number from {} to {}.", word, text, min, max));
  return value;
}

}  // namespace

bool GenerateOptions::has(std::string_view word) const {
  return options.contains(std::string(word));
}

double GenerateOptions::number(std::string_view word, double otherwise, double min,
                               double max) const {
  return has(word) ? parse(word, options.at(std::string(word)), min, max) : otherwise;
}

int GenerateOptions::whole(std::string_view word, int otherwise, int min, int max) const {
  return has(word) ? parse(word, options.at(std::string(word)), min, max) : otherwise;
}

std::string GenerateOptions::text(std::string_view word, std::string_view otherwise) const {
  return has(word) ? options.at(std::string(word)) : std::string(otherwise);
}

void check_options(const GenerateOptions& request, std::span<const OptionInfo> options,
                   std::string_view game) {
  for (const auto& given : request.options) {
    const std::string& word = given.first;
    if (std::any_of(options.begin(), options.end(),
                    [&](const OptionInfo& option) { return option.word == word; }))
      continue;
    std::string words;
    for (const OptionInfo& option : options) words += fmt::format(" --{}", option.word);
    throw OptionError(fmt::format("--{} is not an option of {}; it has:{}.", word, game,
                                  words.empty() ? " none" : words));
  }
}

}  // namespace eyehand
