// Qt's fonts and pictures for tests, without a display.
#pragma once

#include <QGuiApplication>
#include <cstdlib>

namespace eyehand::test {

/// Call it before anything is drawn; there is one for the whole process. It is never deleted: Qt
/// and the end of a process do not go well together.
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
