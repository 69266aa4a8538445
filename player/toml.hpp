// Writes values as TOML, for skins, their printed reference and messages: the counterpart of
// player/settings.hpp, using the same tables of keys (puzzle/about.hpp).
#pragma once

#include <chrono>
#include <string>
#include <type_traits>
#include <vector>

#include "vision/appearance.hpp"

namespace eyehand {

/// To four decimals.
std::string to_toml(double value);
inline std::string to_toml(int value) {
  return std::to_string(value);
}
inline std::string to_toml(bool value) {
  return value ? "true" : "false";
}
std::string to_toml(const std::string& value);
/// Lists are broken into lines of at most 98 characters.
std::string to_toml(const std::vector<std::string>& value);
std::string to_toml(Colour value);  ///< "#1e90ff", in quotes
std::string to_toml(const std::vector<Colour>& value);
inline std::string to_toml(std::chrono::milliseconds value) {
  return std::to_string(value.count());
}
/// The name that `choices` gives it.
template <class E>
requires std::is_enum_v<E> std::string to_toml(E value) {
  std::string text;
  for (const auto& [name, choice] : choices(E{}))
    if (choice == value) text = to_toml(std::string(name));
  return text;
}

}  // namespace eyehand
