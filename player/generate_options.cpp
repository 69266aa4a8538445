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
    throw WishError(fmt::format("--{}: '{}' is no number from {} to {}.", word, text, min, max));
  return value;
}

}  // namespace

bool GenerateWish::has(std::string_view word) const {
  return options.contains(std::string(word));
}

double GenerateWish::number(std::string_view word, double otherwise, double min, double max) const {
  return has(word) ? parse(word, options.at(std::string(word)), min, max) : otherwise;
}

int GenerateWish::whole(std::string_view word, int otherwise, int min, int max) const {
  return has(word) ? parse(word, options.at(std::string(word)), min, max) : otherwise;
}

std::string GenerateWish::text(std::string_view word, std::string_view otherwise) const {
  return has(word) ? options.at(std::string(word)) : std::string(otherwise);
}

void check_options(const GenerateWish& wish, std::span<const WishOption> options,
                   std::string_view game) {
  for (const auto& given : wish.options) {
    const std::string& word = given.first;
    if (std::any_of(options.begin(), options.end(),
                    [&](const WishOption& option) { return option.word == word; }))
      continue;
    std::string words;
    for (const WishOption& option : options) words += fmt::format(" --{}", option.word);
    throw WishError(fmt::format("--{} is nothing that {} knows; it has:{}.", word, game,
                                words.empty() ? " none" : words));
  }
}

}  // namespace eyehand
