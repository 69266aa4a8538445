#include "x11/grab_probe.hpp"

#include <gtest/gtest.h>

#include "tests/support/desktop.hpp"
#include "tests/support/event_recorder.hpp"
#include "tests/support/test_window.hpp"

// Last, because of their macros, which xlib.hpp takes away again.
// clang-format off
#include <X11/extensions/XTest.h>
#include "x11/xlib.hpp"
// clang-format on

namespace eyehand::x11 {
namespace {

using test::Desktop;
using test::TestWindow;
using test::WithManager;

class GrabProbeTest : public testing::Test {
 protected:
  Desktop desktop{WithManager::no};
  Connection other{desktop.display()};
  GrabProbe probe{desktop.connection()};
};

TEST_F(GrabProbeTest, TellsWhetherAnotherHasThePointer) {
  EXPECT_FALSE(probe.is_pointer_taken());
  ASSERT_EQ(XGrabPointer(other.xlib(), other.root(), 0, 0, GrabModeAsync, GrabModeAsync, 0, 0,
                         CurrentTime),
            GrabSuccess);
  EXPECT_TRUE(probe.is_pointer_taken());
  EXPECT_FALSE(probe.is_keyboard_taken());
  XUngrabPointer(other.xlib(), CurrentTime);
  other.sync();
  EXPECT_FALSE(probe.is_pointer_taken());
}

TEST_F(GrabProbeTest, TellsWhetherAnotherHasTheKeyboard) {
  EXPECT_FALSE(probe.is_keyboard_taken());
  ASSERT_EQ(XGrabKeyboard(other.xlib(), other.root(), 0, GrabModeAsync, GrabModeAsync, CurrentTime),
            GrabSuccess);
  EXPECT_TRUE(probe.is_keyboard_taken());
  EXPECT_FALSE(probe.is_pointer_taken());
  XUngrabKeyboard(other.xlib(), CurrentTime);
  other.sync();
  EXPECT_FALSE(probe.is_keyboard_taken());
}

TEST_F(GrabProbeTest, WhileAButtonIsHeldItsWindowHasThePointer) {
  TestWindow window(desktop.display(), {});
  XSelectInput(other.xlib(), window.id(), ButtonPressMask);
  other.sync();
  test::move_pointer(desktop.connection(), {200, 200});
  const auto press = [&](int down) {
    XTestFakeButtonEvent(desktop.connection().xlib(), 1, down, CurrentTime);
  };
  press(1);
  EXPECT_TRUE(probe.is_pointer_taken());
  press(0);
  EXPECT_FALSE(probe.is_pointer_taken());
}

TEST_F(GrabProbeTest, GrabsNothingItself) {
  probe.is_pointer_taken();
  probe.is_keyboard_taken();
  GrabProbe another(other);
  EXPECT_FALSE(another.is_pointer_taken());
  EXPECT_FALSE(another.is_keyboard_taken());
}

}  // namespace
}  // namespace eyehand::x11
