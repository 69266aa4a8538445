// Qt's fonts and images for tests without a display.
#pragma once

#include <QGuiApplication>
#include <cstdlib>

namespace eyehand::test {

/// Call it before drawing anything; there is one per process. It is never deleted, because Qt does
/// not survive the end of the process well.
inline void need_qt() {
  static const QGuiApplication* const application = [] {
    setenv("QT_QPA_PLATFORM", "offscreen", 1);
    static int count = 1;
    static char name[] = "test";
    static char* arguments[] = {name, nullptr};
    return new QGuiApplication(count, arguments);
  }();
  (void)application;
}

}  // namespace eyehand::test
