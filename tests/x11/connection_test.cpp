#include "x11/connection.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>

#include "tests/support/desktop.hpp"
#include "x11/windows.hpp"
#include "x11/xlib.hpp"

namespace eyehand {
namespace {

using test::Desktop;
using test::WithManager;

std::string message_for(const std::string& display) {
  try {
    const x11::Connection connection(display);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Connection, WithoutADisplayIsAnErrorThatSaysWhatToDo) {
  unsetenv("DISPLAY");
  unsetenv("WAYLAND_DISPLAY");
  EXPECT_NE(message_for("").find("DISPLAY is not set"), std::string::npos) << message_for("");
  EXPECT_NE(message_for(":4095").find("':4095'"), std::string::npos) << message_for(":4095");
  EXPECT_EQ(message_for("").find("Wayland"), std::string::npos);
  setenv("WAYLAND_DISPLAY", "wayland-0", 1);
  EXPECT_NE(message_for("").find("Wayland"), std::string::npos) << message_for("");
  unsetenv("WAYLAND_DISPLAY");
}

TEST(Connection, ReportsTheScreenAndTheExtensions) {
  Desktop desktop(WithManager::no, {3840, 2160});
  EXPECT_EQ(desktop.connection().screen(), (x11::Rect{0, 0, 3840, 2160}));
  EXPECT_TRUE(desktop.connection().has_extension("XTEST"));
  EXPECT_TRUE(desktop.connection().has_extension("Composite"));
  EXPECT_FALSE(desktop.connection().has_extension("NO-SUCH-THING"));
}

TEST(Connection, ATrapCatchesOnlyErrorsOfItsLifetime) {
  Desktop desktop(WithManager::no);
  x11::Connection& connection = desktop.connection();
  constexpr x11::WindowId kNoWindow = 0x7FFFFFF;
  {
    x11::ErrorTrap outer(connection);
    {
      x11::ErrorTrap inner(connection);
      XMapWindow(connection.xlib(), kNoWindow);
      EXPECT_TRUE(inner.failed());
    }
    EXPECT_FALSE(outer.failed());
    XMapWindow(connection.xlib(), kNoWindow);
  }
  EXPECT_NO_THROW(connection.sync());

  XMapWindow(connection.xlib(), kNoWindow);
  EXPECT_THROW(connection.sync(), Error);
  EXPECT_NO_THROW(connection.sync()) << "an error is reported once";
}

TEST(Connection, ALostServerIsAnErrorAndNothingHangs) {
  Desktop desktop(WithManager::no);
  x11::Connection& connection = desktop.connection();
  desktop.server().process().signal(SIGKILL);
  ASSERT_TRUE(desktop.server().process().wait(std::chrono::seconds(10)));
  EXPECT_THROW(connection.sync(), Error);
  EXPECT_TRUE(connection.lost());
  EXPECT_THROW(x11::list_windows(connection), Error);
  EXPECT_THROW(x11::pointer(connection), Error);
  EXPECT_THROW(while (true) connection.wait_for_events(Deadline::after(std::chrono::seconds(1))),
               Error);
}

TEST(Connection, TheServerMayBeLostWhileWaiting) {
  Desktop desktop(WithManager::no);
  desktop.server().process().signal(SIGTERM);
  EXPECT_THROW(
      while (true) desktop.connection().wait_for_events(Deadline::after(std::chrono::seconds(1))),
      Error);
}

TEST(Connection, WaitsNoLongerThanItsDeadline) {
  Desktop desktop(WithManager::no);
  const auto start = Deadline::Clock::now();
  EXPECT_FALSE(
      desktop.connection().wait_for_events(Deadline::after(std::chrono::milliseconds(20))));
  const auto waited = Deadline::Clock::now() - start;
  EXPECT_GE(waited, std::chrono::milliseconds(20));
  EXPECT_LT(waited, std::chrono::milliseconds(500));
}

}  // namespace
}  // namespace eyehand
