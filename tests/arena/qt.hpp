// What the arena's tests share: Qt, and how GoogleTest prints a theme.
#pragma once

#include <ostream>

#include "arena/hexiom/theme.hpp"
#include "tests/support/qt.hpp"

namespace eyehand::arena {

inline void PrintTo(const HexiomTheme& theme, std::ostream* out) {
  *out << theme.name;
}

}  // namespace eyehand::arena
