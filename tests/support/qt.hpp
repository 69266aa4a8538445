// Qt's fonts and pictures in tests, without a display.
#pragma once

#include <QGuiApplication>
#include <cstdlib>

namespace eyehand::test {

/// Call it before anything is drawn. There is one application per process, and it is never deleted,
/// because Qt does not always survive the end of a process.
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
