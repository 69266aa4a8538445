// Qt's fonts and pictures for tests, without a display.
#pragma once

#include <QGuiApplication>
#include <ostream>

#include "arena/hexiom_theme.hpp"

namespace eyehand::test {

/// Call it before anything is drawn; there is one for the whole test program.
inline void need_qt() {
  static int count = 1;
  static char name[] = "test_arena";
  static char* arguments[] = {name, nullptr};
  qputenv("QT_QPA_PLATFORM", "offscreen");
  static QGuiApplication application(count, arguments);
}

}  // namespace eyehand::test

namespace eyehand::arena {

inline void PrintTo(const HexiomTheme& theme, std::ostream* out) {
  *out << theme.name;
}

}  // namespace eyehand::arena
