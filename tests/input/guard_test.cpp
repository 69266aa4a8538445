#include "actuator/guard.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <thread>

#include "actuator/input.hpp"
#include "process/find_program.hpp"
#include "tests/support/desktop.hpp"
#include "tests/support/event_recorder.hpp"
#include "tests/support/monitors.hpp"
#include "tests/support/test_window.hpp"
#include "x11/interruption.hpp"
#include "x11/windows.hpp"

// Last, because of their macros, which xlib.hpp undefines.
#include "x11/xlib.hpp"

namespace eyehand {
namespace {

using test::Desktop;
using test::TestWindow;
using test::WithManager;
using namespace std::chrono_literals;

class GuardTest : public testing::TestWithParam<WithManager> {
 protected:
  void SetUp() override {
    if (GetParam() == WithManager::yes && !find_program("openbox"))
      GTEST_SKIP() << "openbox is not installed";
    desktop = std::make_unique<Desktop>(GetParam());
    window = std::make_unique<TestWindow>(desktop->display(), TestWindow::Options{});
    place = desktop->wait_for_window({.id = window->id()}).on_root;
    xcb = std::make_unique<x11::XcbConnection>(desktop->display());
    guard = std::make_unique<Guard>(*xcb, window->id());
    guard->aim({place, Deadline()});
  }
  GestureStatus check(ScreenPoint at, std::optional<ScreenPoint> left_at = {}) {
    return guard->check(Click{at}, left_at);
  }
  /// Another client: the user, as far as the server knows.
  std::unique_ptr<x11::Connection> user() {
    return std::make_unique<x11::Connection>(desktop->display());
  }

  std::unique_ptr<Desktop> desktop;
  std::unique_ptr<TestWindow> window;
  std::unique_ptr<x11::XcbConnection> xcb;
  std::unique_ptr<Guard> guard;
  x11::Rect place;
};

INSTANTIATE_TEST_SUITE_P(, GuardTest, testing::Values(WithManager::no, WithManager::yes),
                         [](const auto& desktop) {
                           return desktop.param == WithManager::yes ? "managed" : "bare";
                         });

TEST_P(GuardTest, AllowsPointsInTheWindow) {
  EXPECT_EQ(check(place.origin()), GestureStatus::ok);
  EXPECT_EQ(check({place.x + place.width - 1, place.y + place.height - 1}), GestureStatus::ok);
  EXPECT_EQ(guard->check(Pause{1ms}, {}), GestureStatus::ok);
}

TEST_P(GuardTest, RejectsPointsOutsideTheWindow) {
  EXPECT_EQ(check({place.x - 1, place.y}), GestureStatus::outside);
  EXPECT_EQ(check({place.x, place.y + place.height}), GestureStatus::outside);
  EXPECT_EQ(guard->check(Drag{place.centre(), {0, 0}}, {}), GestureStatus::outside);
  const ScreenPoint inside = place.centre();
  EXPECT_EQ(guard->check(Drag{inside, inside, 1, {inside, {0, 0}}}, {}), GestureStatus::outside);
  EXPECT_EQ(guard->check(Drag{inside, inside, 1, {inside, inside}}, {}), GestureStatus::ok);
}

TEST_P(GuardTest, AMoveIsCheckedLikeAClick) {
  const TestWindow cover(desktop->display(),
                         {.place = {place.x, place.y, 50, 50}, .is_popup = true});
  const auto move = [&](ScreenPoint at, std::optional<ScreenPoint> left_at = {}) {
    return guard->check(Move{at}, left_at);
  };
  EXPECT_EQ(move(place.centre()), GestureStatus::ok);
  EXPECT_EQ(move({place.x - 1, place.y}), GestureStatus::outside);
  EXPECT_EQ(move({place.x + 10, place.y + 10}), GestureStatus::covered);
  EXPECT_EQ(move(place.centre(), ScreenPoint{1, 2}), GestureStatus::user_has_mouse);
}

TEST_P(GuardTest, AllowsWindowsInsideTheWindow) {
  const TestWindow inner(desktop->display(),
                         {.place = {50, 50, 100, 100}, .title = "", .parent = window->id()});
  EXPECT_EQ(check({place.x + 75, place.y + 75}), GestureStatus::ok);
}

TEST_P(GuardTest, DetectsThatTheWindowMovedOrWasResized) {
  window->move({place.x + 40, place.y + 30});
  ASSERT_TRUE(desktop->eventually([&] { return check(place.centre()) != GestureStatus::ok; }));
  EXPECT_EQ(check(place.centre()), GestureStatus::moved);
  place = desktop->wait_for_window({.id = window->id()}).on_root;
  guard->aim({place, Deadline()});
  EXPECT_EQ(check(place.centre()), GestureStatus::ok);
  window->resize({place.width + 1, place.height});
  ASSERT_TRUE(desktop->eventually([&] { return check(place.centre()) != GestureStatus::ok; }));
  EXPECT_EQ(check(place.centre()), GestureStatus::resized);
}

TEST_P(GuardTest, DetectsThatTheWindowIsHiddenOrGone) {
  if (GetParam() == WithManager::yes)
    window->minimise();
  else
    window->unmap();
  ASSERT_TRUE(desktop->eventually([&] { return check(place.centre()) != GestureStatus::ok; }));
  ASSERT_TRUE(desktop->eventually(
      [&] { return !x11::describe(desktop->connection(), window->id())->viewable; }));
  EXPECT_EQ(check(place.centre()), GestureStatus::not_viewable);
  window->destroy();
  EXPECT_EQ(check(place.centre()), GestureStatus::window_gone);
  EXPECT_EQ(guard->check(Key{"n"}, {}), GestureStatus::window_gone);
}

TEST_P(GuardTest, DetectsCovers) {
  const TestWindow cover(desktop->display(),
                         {.place = {place.x, place.y, 50, 50}, .is_popup = true});
  EXPECT_EQ(check({place.x + 10, place.y + 10}), GestureStatus::covered);
  EXPECT_EQ(check({place.x + 50, place.y + 10}), GestureStatus::ok);
}

TEST_P(GuardTest, DetectsPointsOffTheScreen) {
  window->move({1100, 500});
  ASSERT_TRUE(desktop->eventually([&] { return check(place.centre()) == GestureStatus::moved; }));
  place = desktop->wait_for_window({.id = window->id()}).on_root;
  ASSERT_GT(place.x + place.width, 1280);
  guard->aim({place, Deadline()});
  EXPECT_EQ(check({1279, place.y + 10}), GestureStatus::ok);
  EXPECT_EQ(check({1280, place.y + 10}), GestureStatus::off_screen);
}

TEST_P(GuardTest, DetectsTheUser) {
  EXPECT_EQ(check(place.centre(), x11::pointer(desktop->connection()).at), GestureStatus::ok);
  EXPECT_EQ(check(place.centre(), ScreenPoint{1, 2}), GestureStatus::user_has_mouse);
  const auto other = user();
  TestWindow elsewhere(desktop->display(), {.place = {800, 700, 200, 200}, .title = "Elsewhere"});
  const x11::Rect there = desktop->wait_for_window({.title_part = "Elsewhere"}).on_root;
  Input user_hand(*other, elsewhere.id());
  user_hand.aim({there, Deadline()});
  // The user holds a button or a modifier during the check.
  std::thread user_thread([&] {
    Pace slow;
    slow.hold = 300ms;
    user_hand.perform(Click{there.centre(), 3}, slow);
  });
  EXPECT_TRUE(
      desktop->eventually([&] { return check(place.centre()) == GestureStatus::user_has_mouse; }));
  user_thread.join();
  EXPECT_TRUE(desktop->eventually([&] { return check(place.centre()) == GestureStatus::ok; }));
}

TEST_P(GuardTest, AShrinkingScreenThatTakesThePointerAlongIsNotTheUser) {
  const ScreenPoint left_at{1200, 500};
  test::move_pointer(desktop->connection(), left_at);
  EXPECT_EQ(check(place.centre(), left_at), GestureStatus::ok);
  test::resize_screen(desktop->connection(), {900, 1024});
  const ScreenPoint now = x11::pointer(desktop->connection()).at;
  EXPECT_EQ(now, (ScreenPoint{899, 500}));
  EXPECT_EQ(check(place.centre(), left_at), GestureStatus::ok);
  EXPECT_EQ(check(place.centre(), ScreenPoint{1200, 499}), GestureStatus::user_has_mouse);
}

TEST_P(GuardTest, DetectsGrabs) {
  ASSERT_TRUE(x11::raise(desktop->connection(), window->id(), place.centre(), Deadline::after(5s)));
  ASSERT_TRUE(desktop->eventually([&] { return guard->check(Key{"n"}, {}) == GestureStatus::ok; }));
  const auto other = user();
  ASSERT_EQ(XGrabPointer(other->xlib(), other->root(), 0, 0, GrabModeAsync, GrabModeAsync, 0, 0,
                         CurrentTime),
            GrabSuccess);
  EXPECT_EQ(check(place.centre()), GestureStatus::grabbed);
  EXPECT_EQ(guard->check(Drag{place.centre(), place.origin()}, {}), GestureStatus::grabbed);
  EXPECT_EQ(guard->check(Key{"n"}, {}), GestureStatus::ok);
  XUngrabPointer(other->xlib(), CurrentTime);
  XGrabKeyboard(other->xlib(), other->root(), 0, GrabModeAsync, GrabModeAsync, CurrentTime);
  other->sync();
  EXPECT_EQ(check(place.centre()), GestureStatus::ok);
  EXPECT_EQ(guard->check(Key{"n"}, {}), GestureStatus::grabbed);
}

TEST_P(GuardTest, DetectsAnotherWindowWithTheSameId) {
  const auto program = [&] {
    auto connection = std::make_unique<x11::Connection>(desktop->display());
    XSetWindowAttributes attributes{};
    attributes.override_redirect = 1;
    const auto id =
        XCreateWindow(connection->xlib(), connection->root(), 500, 500, 100, 100, 0, CopyFromParent,
                      InputOutput, nullptr, CWOverrideRedirect, &attributes);
    XMapWindow(connection->xlib(), id);
    connection->sync();
    return std::pair(std::move(connection), id);
  };
  auto first = program();
  Guard of_first(*xcb, first.second);
  of_first.aim({{500, 500, 100, 100}, Deadline()});
  EXPECT_EQ(of_first.check(Click{{550, 550}}, {}), GestureStatus::ok);
  const auto id = first.second;
  first.first.reset();
  ASSERT_TRUE(desktop->eventually([&] { return !x11::describe(desktop->connection(), id); }));
  const auto second = program();
  ASSERT_EQ(second.second, id) << "the server does not give ids again";
  EXPECT_EQ(of_first.check(Click{{550, 550}}, {}), GestureStatus::window_gone);
  Guard of_second(*xcb, id);
  of_second.aim({{500, 500, 100, 100}, Deadline()});
  EXPECT_EQ(of_second.check(Click{{550, 550}}, {}), GestureStatus::ok);
}

TEST_P(GuardTest, KeysNeedTheFocus) {
  ASSERT_TRUE(x11::raise(desktop->connection(), window->id(), place.centre(), Deadline::after(5s)));
  ASSERT_TRUE(desktop->eventually([&] { return guard->check(Key{"n"}, {}) == GestureStatus::ok; }));
  const TestWindow other(desktop->display(), {.place = {700, 700, 100, 100}, .title = "Other"});
  const auto there = desktop->wait_for_window({.title_part = "Other"}).on_root;
  ASSERT_TRUE(x11::raise(desktop->connection(), other.id(), there.centre(), Deadline::after(5s)));
  EXPECT_TRUE(desktop->eventually(
      [&] { return guard->check(Key{"n"}, {}) == GestureStatus::no_keyboard; }));
}

TEST_P(GuardTest, ObservesDeadlineAndSignals) {
  guard->aim({place, Deadline::after(-1ms)});
  EXPECT_EQ(check(place.centre()), GestureStatus::deadline);
  const x11::InterruptionWatch watch;
  kill(getpid(), SIGTERM);
  EXPECT_EQ(check(place.centre()), GestureStatus::interrupted);
  EXPECT_EQ(x11::interruption(), SIGTERM);
}

TEST_P(GuardTest, IsCheap) {
  constexpr int kTimes = 2000;
  const auto start = Deadline::Clock::now();
  for (int i = 0; i < kTimes; ++i) check(place.centre());
  const std::chrono::duration<double, std::micro> took = Deadline::Clock::now() - start;
  RecordProperty("guard_us", std::to_string(took.count() / kTimes));
  EXPECT_LT(took.count() / kTimes, 3000) << "microseconds; some 50 are usual";
}

}  // namespace
}  // namespace eyehand
