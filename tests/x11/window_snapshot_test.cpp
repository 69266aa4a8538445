#include "x11/window_snapshot.hpp"

#include <gtest/gtest.h>
#include <signal.h>

#include <atomic>
#include <thread>
#include <vector>

#include "tests/support/desktop.hpp"
#include "tests/support/event_recorder.hpp"
#include "tests/support/test_window.hpp"

// Last, because of their macros, which xlib.hpp undefines.
// clang-format off
#include <X11/extensions/XTest.h>
#include "x11/xlib.hpp"
// clang-format on

namespace eyehand::x11 {
namespace {

using test::Desktop;
using test::TestWindow;
using test::WithManager;

class WindowSnapshotTest : public testing::Test {
 protected:
  Desktop desktop{WithManager::no};
  Connection other{desktop.display()};
  TestWindow window{desktop.display(), {.place = {200, 150, 300, 200}}};
  const WindowInfo shown = desktop.wait_for_window({.id = window.id()});
  XcbConnection xcb{desktop.display()};
  WindowSnapshot snapshot{xcb, window.id()};

  bool is_pointer_grabbed() { return snapshot.take({.pointer_grab = true})->is_pointer_grabbed; }
  bool is_keyboard_grabbed() { return snapshot.take({.keyboard = true})->is_keyboard_grabbed; }
};

TEST_F(WindowSnapshotTest, HasThePositionsOfWindowAndPointer) {
  test::move_pointer(desktop.connection(), {210, 170});
  auto seen = snapshot.take({});
  ASSERT_TRUE(seen);
  EXPECT_TRUE(seen->is_viewable);
  EXPECT_EQ(seen->on_root, (Rect{200, 150, 300, 200}));
  EXPECT_EQ(seen->pointer.at, (ScreenPoint{210, 170}));
  EXPECT_EQ(seen->pointer.buttons, 0U);
  window.move({400, 300});
  window.unmap();
  seen = snapshot.take({});
  EXPECT_FALSE(seen->is_viewable);
  EXPECT_EQ(seen->on_root, (Rect{400, 300, 300, 200}));
  window.destroy();
  EXPECT_FALSE(snapshot.take({.points = {{210, 170}}, .pointer_grab = true, .keyboard = true}));
}

TEST_F(WindowSnapshotTest, ReportsForEachPointWhetherTheWindowIsOnTop) {
  const std::vector<ScreenPoint> points = {{200, 150}, {199, 150}, {499, 349}, {500, 349}};
  const std::vector<bool> all_but_those_beside = {true, false, true, false};
  EXPECT_EQ(snapshot.take({.points = points})->is_on_top, all_but_those_beside);
  TestWindow cover(desktop.display(), {.place = {450, 300, 100, 100}});
  const std::vector<bool> the_first = {true, false, false, false};
  EXPECT_EQ(snapshot.take({.points = points})->is_on_top, the_first);
}

TEST_F(WindowSnapshotTest, FollowsTheWindowIntoAnotherFrame) {
  const TestWindow frame(desktop.display(), {.place = {600, 500, 320, 240}});
  XReparentWindow(other.xlib(), window.id(), frame.id(), 10, 20);
  other.sync();
  const auto seen = snapshot.take({.points = {{610, 520}, {605, 510}}});
  EXPECT_EQ(seen->on_root, (Rect{610, 520, 300, 200}));
  EXPECT_EQ(seen->is_on_top, (std::vector<bool>{true, false}));
}

// What the guard relies on holds at one moment, not each part at a moment of its own.
TEST_F(WindowSnapshotTest, IsOfOneMoment) {
  std::atomic<bool> is_done = false;
  std::thread restless([&] {
    while (!is_done) {
      XMoveResizeWindow(other.xlib(), window.id(), 100, 100, 50, 40);
      other.sync();
      XMoveResizeWindow(other.xlib(), window.id(), 300, 200, 90, 70);
      other.sync();
    }
  });
  const Rect one{100, 100, 50, 40}, another{300, 200, 90, 70};
  const std::vector<bool> in_one = {true, false}, in_another = {false, true};
  int in_each[2] = {}, torn = 0;
  for (int i = 0; i < 3000; ++i) {
    const auto seen = snapshot.take({.points = {one.centre(), another.centre()}});
    const bool is_one = seen->on_root == one && seen->is_on_top == in_one;
    const bool is_another = seen->on_root == another && seen->is_on_top == in_another;
    if (is_one || is_another)
      ++in_each[is_one];
    else
      ++torn;
  }
  is_done = true;
  restless.join();
  // At the end of its time slice, every 5 ms, the server may turn to another client between the
  // queries: some 40 times here, four times as often on a busy machine. One after another, the
  // queries would be separated ten times as often as that on an idle machine.
  EXPECT_LE(torn, 300);
  EXPECT_GT(in_each[0], 0);
  EXPECT_GT(in_each[1], 0);
}

TEST_F(WindowSnapshotTest, ThrowsWhenTheServerIsLost) {
  desktop.server().process().signal(SIGKILL);
  EXPECT_THROW(while (true) snapshot.take({.points = {{1, 1}}, .pointer_grab = true}), Error);
}

TEST_F(WindowSnapshotTest, ReportsPointerGrabs) {
  EXPECT_FALSE(is_pointer_grabbed());
  ASSERT_EQ(XGrabPointer(other.xlib(), other.root(), 0, 0, GrabModeAsync, GrabModeAsync, 0, 0,
                         CurrentTime),
            GrabSuccess);
  EXPECT_TRUE(is_pointer_grabbed());
  EXPECT_FALSE(is_keyboard_grabbed());
  XUngrabPointer(other.xlib(), CurrentTime);
  other.sync();
  EXPECT_FALSE(is_pointer_grabbed());
}

TEST_F(WindowSnapshotTest, ReportsKeyboardGrabs) {
  EXPECT_FALSE(is_keyboard_grabbed());
  ASSERT_EQ(XGrabKeyboard(other.xlib(), other.root(), 0, GrabModeAsync, GrabModeAsync, CurrentTime),
            GrabSuccess);
  EXPECT_TRUE(is_keyboard_grabbed());
  EXPECT_FALSE(is_pointer_grabbed());
  XUngrabKeyboard(other.xlib(), CurrentTime);
  other.sync();
  EXPECT_FALSE(is_keyboard_grabbed());
}

TEST_F(WindowSnapshotTest, AButtonHeldDownIsAGrab) {
  XSelectInput(other.xlib(), window.id(), ButtonPressMask);
  other.sync();
  test::move_pointer(desktop.connection(), shown.on_root.centre());
  const auto press = [&](int down) {
    XTestFakeButtonEvent(desktop.connection().xlib(), 1, down, CurrentTime);
    desktop.connection().sync();
  };
  press(1);
  EXPECT_TRUE(is_pointer_grabbed());
  press(0);
  EXPECT_FALSE(is_pointer_grabbed());
}

TEST_F(WindowSnapshotTest, GrabsNothingItself) {
  snapshot.take({.pointer_grab = true, .keyboard = true});
  XcbConnection another_link(desktop.display());
  WindowSnapshot another(another_link, window.id());
  const auto seen = another.take({.pointer_grab = true, .keyboard = true});
  EXPECT_FALSE(seen->is_pointer_grabbed);
  EXPECT_FALSE(seen->is_keyboard_grabbed);
}

}  // namespace
}  // namespace eyehand::x11
