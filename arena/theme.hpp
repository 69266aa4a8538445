// Themes are tables of plain data, looked up by name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "puzzle/error.hpp"

namespace eyehand::arena {

template <class Themes>
std::vector<std::string> theme_names(const Themes& themes) {
  std::vector<std::string> names;
  for (const auto& theme : themes) names.emplace_back(theme.name);
  return names;
}

/// Throws Error, which lists the known names, for any other.
template <class Themes>
const auto& find_theme(const Themes& themes, std::string_view name) {
  std::string known;
  for (const auto& theme : themes) {
    if (theme.name == name) return theme;
    known += (known.empty() ? "" : ", ") + std::string(theme.name);
  }
  throw Error("There is no theme '" + std::string(name) + "': the themes are " + known + ".");
}

}  // namespace eyehand::arena
