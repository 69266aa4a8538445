#include "x11/windows.hpp"

#include <gtest/gtest.h>

#include <csignal>

#include "process/find_program.hpp"
#include "tests/support/desktop.hpp"
#include "tests/support/focus.hpp"
#include "tests/support/test_window.hpp"
// Last, because of its macros.
#include "x11/xlib.hpp"

namespace eyehand {
namespace {

using test::Desktop;
using test::TestWindow;
using test::WithManager;
using namespace std::chrono_literals;

class Windows : public testing::TestWithParam<WithManager> {
 protected:
  static void SetUpTestSuite() {
    desktops[0] = std::make_unique<Desktop>(WithManager::no);
    if (find_program("openbox")) desktops[1] = std::make_unique<Desktop>(WithManager::yes);
  }
  static void TearDownTestSuite() {
    for (auto& desktop : desktops) desktop.reset();
  }
  void SetUp() override {
    if (!desktops[GetParam() == WithManager::yes]) GTEST_SKIP() << "openbox is not installed";
  }
  Desktop& desktop() { return *desktops[GetParam() == WithManager::yes]; }
  x11::Connection& connection() { return desktop().connection(); }
  bool managed() const { return GetParam() == WithManager::yes; }

  static inline std::array<std::unique_ptr<Desktop>, 2> desktops;
};

INSTANTIATE_TEST_SUITE_P(, Windows, testing::Values(WithManager::no, WithManager::yes),
                         [](const auto& desktop) {
                           return desktop.param == WithManager::yes ? "managed" : "bare";
                         });

TEST_P(Windows, DetectsAWindowManager) {
  EXPECT_EQ(x11::window_manager(connection()).value_or(""), managed() ? "Openbox" : "");
}

TEST_P(Windows, FindsByTitleClassAndId) {
  TestWindow net(desktop().display(), {.title = "N\xc3\xa9t [1]", .class_name = "sgt-net"});
  TestWindow other(desktop().display(), {.title = "Loopy", .class_name = "sgt-loopy"});
  const auto window = desktop().wait_for_window({.title_part = "Loopy"});
  desktop().wait_for_window({.class_name = "Sgt-Net"});
  EXPECT_EQ(window.id, other.id());
  EXPECT_EQ(window.class_name, "sgt-loopy");
  const auto found = [&](const x11::WindowQuery& query) {
    const auto windows = x11::find_windows(connection(), query);
    return windows.size() == 1 ? windows[0].id : 0;
  };
  EXPECT_EQ(found({.title_part = "t [1"}), net.id());
  EXPECT_EQ(found({.title_pattern = "^N.*\\[[0-9]\\]$"}), net.id());
  EXPECT_EQ(found({.id = net.id()}), net.id());
  EXPECT_EQ(found({.title_part = "loopy", .class_name = "sgt-net"}), 0UL);
  EXPECT_EQ(found({.class_name = "sgt"}), 0UL);
  EXPECT_EQ(found({.id = 0x7FFFFFF}), 0UL);
  EXPECT_THROW(found({.title_pattern = "(("}), Error);
  EXPECT_EQ(x11::list_windows(connection()).size(), 2U);
}

TEST_P(Windows, DialogsBelongToTheirWindow) {
  const TestWindow main(desktop().display(), {.title = "Game", .class_name = "Game"});
  const TestWindow dialog(desktop().display(), {.title = "Won", .class_name = "Game"});
  const auto game = desktop().wait_for_window({.id = main.id()});
  const auto other = [&] { return desktop().wait_for_window({.id = dialog.id()}); };
  EXPECT_FALSE(x11::is_dialog_of(connection(), other(), game)) << "a second window of its own";
  XSetTransientForHint(connection().xlib(), dialog.id(), main.id());
  EXPECT_TRUE(x11::is_dialog_of(connection(), other(), game));
  EXPECT_FALSE(x11::is_dialog_of(connection(), game, game));
  XDeleteProperty(connection().xlib(), dialog.id(), XA_WM_TRANSIENT_FOR);
  EXPECT_FALSE(x11::is_dialog_of(connection(), other(), game));
  const unsigned long type = connection().atom("_NET_WM_WINDOW_TYPE_DIALOG");
  XChangeProperty(connection().xlib(), dialog.id(), connection().atom("_NET_WM_WINDOW_TYPE"),
                  XA_ATOM, 32, PropModeReplace, reinterpret_cast<const unsigned char*>(&type), 1);
  EXPECT_TRUE(x11::is_dialog_of(connection(), other(), game));
  auto foreign = other();
  foreign.class_name = "Other";
  EXPECT_FALSE(x11::is_dialog_of(connection(), foreign, game));
}

TEST(WindowQuery, RejectsAPatternThatWouldTakeAllMemory) {
  x11::WindowInfo window;
  window.title = "Net 12x12";
  const auto matches = [&](const std::string& pattern) {
    return x11::matches(window, {.title_pattern = pattern});
  };
  EXPECT_TRUE(matches("[0-9]{1,3}x[0-9]{1,3}"));
  EXPECT_FALSE(matches("[0-9]{3,}"));
  EXPECT_THROW(matches("((x{200}){200}){200}"), Error);
  EXPECT_THROW(matches("(x*){255}{255}"), Error);
  EXPECT_THROW(matches("x{1,99999999999999999999}"), Error);
  EXPECT_THROW(matches(std::string(257, 'x')), Error);
}

TEST_P(Windows, PositionsAreOfTheClientItself) {
  TestWindow window(desktop().display(), {.place = {200, 150, 300, 200}, .title = "Place"});
  auto info = desktop().wait_for_window({.title_part = "Place"});
  EXPECT_EQ(info.on_root.size(), (x11::Size{300, 200}));
  if (!managed()) {
    EXPECT_EQ(info.on_root.origin(), (ScreenPoint{200, 150}));
  }
  // Nothing in the frame, above or left of the client window, counts as the window.
  EXPECT_TRUE(x11::is_on_top_at(connection(), window.id(), info.on_root.origin()));
  EXPECT_FALSE(x11::is_on_top_at(connection(), window.id(), {info.on_root.x, info.on_root.y - 1}));
  const x11::Rect before = info.on_root;
  window.move({400, 300});
  EXPECT_TRUE(desktop().eventually(
      [&] { return x11::describe(connection(), window.id())->on_root.x > before.x + 150; }));
}

// For a busy window manager, an ID that the server reuses may still be the old window's.
TEST_P(Windows, OfATestNeverReuseAnId) {
  x11::WindowId gone = 0;
  {
    const TestWindow first(desktop().display(), {.title = "First"});
    gone = desktop().wait_for_window({.title_part = "First"}).id;
    if (managed()) desktop().manager().signal(SIGSTOP);
  }
  const TestWindow second(desktop().display(), {.place = {200, 150, 300, 200}, .title = "Second"});
  if (managed()) desktop().manager().signal(SIGCONT);
  const auto info = desktop().wait_for_window({.title_part = "Second"});
  EXPECT_NE(info.id, gone);
  EXPECT_EQ(info.on_root.size(), (x11::Size{300, 200}));
}

TEST_P(Windows, DetectsCoversAndRaises) {
  TestWindow below(desktop().display(), {.place = {100, 100, 400, 300}, .title = "Below"});
  const auto info = desktop().wait_for_window({.title_part = "Below"});
  const ScreenPoint centre = info.on_root.centre();
  EXPECT_TRUE(x11::is_on_top_at(connection(), below.id(), centre));
  TestWindow above(desktop().display(), {.place = {200, 100, 400, 300}, .title = "Above"});
  desktop().wait_for_window({.title_part = "Above"});
  EXPECT_FALSE(x11::is_on_top_at(connection(), below.id(), centre));
  EXPECT_TRUE(x11::is_on_top_at(connection(), above.id(), centre));
  EXPECT_TRUE(x11::is_on_top_at(connection(), below.id(), {info.on_root.x + 5, centre.y}));

  EXPECT_TRUE(x11::raise(connection(), below.id(), centre, Deadline::after(5s)));
  EXPECT_TRUE(x11::is_on_top_at(connection(), below.id(), centre));
  EXPECT_TRUE(desktop().eventually([&] { return test::has_keyboard(connection(), below.id()); }));
  EXPECT_FALSE(test::has_keyboard(connection(), above.id()));
  EXPECT_EQ(x11::list_windows(connection()).at(0).id, below.id());
}

TEST_P(Windows, ReportsThatRaisingFailed) {
  TestWindow below(desktop().display(), {.place = {100, 100, 400, 300}, .title = "Below"});
  const auto info = desktop().wait_for_window({.title_part = "Below"});
  TestWindow far_away(desktop().display(), {.place = {900, 800, 50, 50}, .title = "Far"});
  desktop().wait_for_window({.title_part = "Far"});
  EXPECT_FALSE(x11::raise(connection(), below.id(), {950, 20}, Deadline::after(50ms)))
      << "not its own place";
  EXPECT_FALSE(x11::raise(connection(), 0x7FFFFFF, info.on_root.centre(), Deadline::after(50ms)));
}

TEST_P(Windows, ReportsWindowsThatAreGoneOrHidden) {
  TestWindow window(desktop().display(), {.title = "Fleeting"});
  desktop().wait_for_window({.title_part = "Fleeting"});
  if (managed()) {
    window.minimise();
    EXPECT_TRUE(desktop().eventually([&] {
      const auto info = x11::describe(connection(), window.id());
      return info && !info->viewable;
    }));
    EXPECT_EQ(x11::find_windows(connection(), {.title_part = "Fleeting"}).size(), 1U);
  } else {
    window.unmap();
    EXPECT_FALSE(x11::describe(connection(), window.id())->viewable);
  }
  window.destroy();
  EXPECT_FALSE(x11::describe(connection(), window.id()));
  EXPECT_FALSE(x11::is_on_top_at(connection(), window.id(), {10, 10}));
  EXPECT_FALSE(test::has_keyboard(connection(), window.id()));
  EXPECT_NO_THROW(connection().sync());
}

TEST_P(Windows, DoesNotListMenus) {
  TestWindow menu(desktop().display(), {.title = "Menu", .is_popup = true});
  EXPECT_TRUE(x11::find_windows(connection(), {.title_part = "Menu"}).empty());
  EXPECT_EQ(x11::find_windows(connection(), {.id = menu.id()}).size(), 1U);
}

TEST_P(Windows, FindsMenusAmongTheUnmanaged) {
  TestWindow window(desktop().display(), {.title = "Window of a program"});
  desktop().wait_for_window({.title_part = "program"});
  TestWindow below(desktop().display(), {.title = "Menu 1", .is_popup = true});
  TestWindow menu(desktop().display(), {.title = "Menu 2", .is_popup = true});
  const auto found = [&](const x11::WindowQuery& query) {
    std::vector<x11::WindowId> ids;
    for (const auto& each : x11::find_unmanaged(connection(), query)) ids.push_back(each.id);
    return ids;
  };
  EXPECT_EQ(found({.title_part = "Menu"}), (std::vector{menu.id(), below.id()}));
  EXPECT_EQ(found({.title_pattern = "^Menu 1$"}), std::vector{below.id()});
  EXPECT_TRUE(found({.title_part = "program"}).empty());
  below.unmap();
  EXPECT_EQ(found({.title_part = "Menu"}), std::vector{menu.id()});
}

TEST_P(Windows, TheFrameIsAroundTheWindow) {
  TestWindow window(desktop().display(), {.place = {200, 150, 300, 200}, .title = "Framed"});
  const auto info = desktop().wait_for_window({.title_part = "Framed"});
  const x11::Rect frame = x11::with_frame(connection(), info);
  EXPECT_EQ(x11::intersection(frame, info.on_root), info.on_root);
  EXPECT_EQ(frame.y < info.on_root.y, managed()) << "the title";
}

}  // namespace
}  // namespace eyehand
