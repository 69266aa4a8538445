#include "actuator/input.hpp"

#include <gtest/gtest.h>
#include <signal.h>

#include <atomic>
#include <thread>

#include "actuator/keys.hpp"
#include "process/find_program.hpp"
#include "tests/support/desktop.hpp"
#include "tests/support/event_recorder.hpp"
#include "tests/support/focus.hpp"
#include "tests/support/monitors.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/test_window.hpp"
#include "x11/windows.hpp"

// Last, because of their macros, which xlib.hpp undefines.
#include "x11/xlib.hpp"

namespace eyehand {
namespace {

using test::Desktop;
using test::EventRecorder;
using test::TestWindow;
using test::WithManager;
using x11::DeviceEvent;
using Kind = DeviceEvent::Kind;
using namespace std::chrono_literals;

class InputTest : public testing::TestWithParam<WithManager> {
 protected:
  void SetUp() override {
    place = desktop.wait_for_window({.id = window.id()}).on_root;
    input.aim({place, Deadline()});
    ASSERT_TRUE(input.raise(place.centre()));
  }

  Desktop desktop{find_program("openbox") ? GetParam() : WithManager::no};
  TestWindow window{desktop.display(), {}};
  EventRecorder recorder{desktop.display()};
  Input input{desktop.connection(), window.id()};
  x11::Rect place;
};

INSTANTIATE_TEST_SUITE_P(, InputTest, testing::Values(WithManager::no, WithManager::yes),
                         [](const auto& desktop) {
                           return desktop.param == WithManager::yes ? "managed" : "bare";
                         });

TEST_P(InputTest, EveryClickArrivesOnceAtItsPoint) {
  Pace pace;
  std::vector<ScreenPoint> wanted;
  for (int i = 0; i < 500; ++i) {
    const ScreenPoint at{place.x + i * 7 % place.width, place.y + i * 13 % place.height};
    wanted.push_back(at);
    ASSERT_EQ(input.perform(Click{at, 1 + i % 3}, pace), GestureStatus::ok);
  }
  desktop.connection().sync();
  const auto& events = recorder.events();
  ASSERT_EQ(events.size(), 1000U);
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const DeviceEvent &press = events[2 * i], &release = events[2 * i + 1];
    EXPECT_EQ(press.kind, Kind::button_press);
    EXPECT_EQ(release.kind, Kind::button_release);
    EXPECT_EQ(press.detail, 1 + static_cast<int>(i % 3));
    EXPECT_EQ(press.at, wanted[i]);
    EXPECT_EQ(release.at, wanted[i]);
  }
  EXPECT_TRUE(test::is_all_released(desktop));
}

TEST_P(InputTest, KeepsThePace) {
  Pace pace;
  pace.hold = 5ms;
  pace.gap = 10ms;
  const auto start = Deadline::Clock::now();
  for (int i = 0; i < 20; ++i)
    ASSERT_EQ(input.perform(Click{place.centre()}, pace), GestureStatus::ok);
  const auto took = Deadline::Clock::now() - start;
  EXPECT_GE(took, 20 * 5ms + 19 * 10ms);
  EXPECT_LT(took, 20 * 15ms * 2);
  desktop.connection().sync();
  const auto& events = recorder.events();
  ASSERT_EQ(events.size(), 40U);
  for (std::size_t i = 0; i + 1 < events.size(); ++i) {
    // The server's clock has a resolution of a millisecond.
    EXPECT_GE(events[i + 1].time_ms - events[i].time_ms, i % 2 ? 9U : 4U);
  }
}

TEST_P(InputTest, MovesWithoutPressing) {
  const ScreenPoint at{place.x + 30, place.y + 20};
  ASSERT_EQ(input.perform(Move{at}, Pace{}), GestureStatus::ok);
  EXPECT_EQ(x11::pointer(desktop.connection()).at, at);
  EXPECT_EQ(input.left_at(), at);
  EXPECT_EQ(input.perform(Click{place.centre()}, Pace{}), GestureStatus::ok)
      << "its own move is not the user's";
  desktop.connection().sync();
  const auto& events = recorder.events();
  ASSERT_EQ(events.size(), 2U);
  EXPECT_EQ(events[0].at, place.centre());
}

TEST_P(InputTest, DragsInSteps) {
  Pace pace;
  pace.drag_steps = 4;
  pace.drag_step = 2ms;
  const ScreenPoint from{place.x + 10, place.y + 10}, to{place.x + 200, place.y + 90};
  ASSERT_EQ(input.perform(Drag{from, to, 1}, pace), GestureStatus::ok);
  desktop.connection().sync();
  const auto& events = recorder.events();
  ASSERT_EQ(events.size(), 2U);
  EXPECT_EQ(events[0].at, from);
  EXPECT_EQ(events[1].at, to);
  EXPECT_EQ(input.left_at(), to);
  EXPECT_GE(events[1].time_ms - events[0].time_ms, 8U);
}

TEST_P(InputTest, ADragThatNothingFollowsIsCutShort) {
  Pace pace;
  pace.drag_steps = 60;
  pace.drag_step = 20ms;
  const ScreenPoint from{place.x + 10, place.y + 10}, to{place.x + 200, place.y + 90};
  int asked = 0;
  const auto held_for = [&] {
    recorder.clear();
    EXPECT_EQ(input.perform(Drag{from, to, 1}, pace), GestureStatus::ok);
    desktop.connection().sync();
    const auto& events = recorder.events();
    EXPECT_EQ(events.size(), 2U);
    EXPECT_EQ(events.back().at, to);
    return events.back().time_ms - events.front().time_ms;
  };
  input.watch_drags([&] { return ++asked == 1; });
  EXPECT_GE(held_for(), 1200U);  // it follows
  EXPECT_LT(held_for(), 1000U);
  EXPECT_EQ(asked, 2);
  input.watch_drags({});
  EXPECT_GE(held_for(), 1200U);
}

TEST_P(InputTest, DragsThroughWaypoints) {
  Pace pace;
  pace.drag_steps = 2;
  pace.drag_step = 2ms;
  const auto at = [&](int x, int y) { return ScreenPoint{place.x + x, place.y + y}; };
  const Drag drag{at(10, 10), at(10, 10), 1, {at(90, 10), at(90, 90), at(10, 90)}};
  ASSERT_EQ(input.perform(drag, pace), GestureStatus::ok);
  desktop.connection().sync();
  const auto& events = recorder.events();
  ASSERT_EQ(events.size(), 2U);
  EXPECT_EQ(events[1].at, drag.to);
  EXPECT_GE(events[1].time_ms - events[0].time_ms, 16U);  // four legs, two steps each
}

TEST_P(InputTest, PressesKeysWithTheirModifiers) {
  ASSERT_TRUE(
      desktop.eventually([&] { return test::has_keyboard(desktop.connection(), window.id()); }));
  const auto count = [&](const std::string& key) {
    recorder.clear();
    EXPECT_EQ(input.perform(Key{key}, Pace{}), GestureStatus::ok);
    desktop.connection().sync();
    EXPECT_TRUE(test::is_all_released(desktop));
    return recorder.events().size();
  };
  EXPECT_EQ(count("n"), 2U);
  EXPECT_EQ(count("N"), 4U);
  EXPECT_EQ(count("ctrl+shift+Left"), 6U);
  EXPECT_EQ(count("plus"), 4U);
  EXPECT_THROW(input.perform(Key{"no-such-key"}, Pace{}), Error);
  EXPECT_THROW(input.perform(Key{"hyper+n"}, Pace{}), Error);
  EXPECT_THROW(input.perform(Key{""}, Pace{}), Error);
}

TEST_P(InputTest, SendsNothingThatTheGuardRejects) {
  EXPECT_EQ(input.perform(Click{{place.x - 1, place.y}}, Pace{}), GestureStatus::outside);
  const TestWindow cover(desktop.display(), {.place = place, .title = "Cover"});
  desktop.wait_for_window({.title_part = "Cover"});
  EXPECT_EQ(input.perform(Click{place.centre()}, Pace{}), GestureStatus::covered);
  EXPECT_TRUE(input.raise(place.centre()));
  EXPECT_EQ(input.perform(Click{place.centre()}, Pace{}), GestureStatus::ok);
  window.destroy();
  EXPECT_EQ(input.perform(Click{place.centre()}, Pace{}), GestureStatus::window_gone);
  desktop.connection().sync();
  EXPECT_EQ(recorder.presses().size(), 1U);
}

// Between the check and the press there is no moment at which another window could come on top. A
// window manager, which holds back presses until it has looked at them, can still make one.
TEST(InputWithoutManager, NoPressReachesAWindowThatCoversItEveryMoment) {
  Desktop desktop(WithManager::no);
  const TestWindow window(desktop.display(), {});
  const x11::Rect place = desktop.wait_for_window({.id = window.id()}).on_root;
  EventRecorder recorder(desktop.display());
  Input input(desktop.connection(), window.id());
  input.aim({place, Deadline()});
  TestWindow cover(desktop.display(), {.place = place, .is_popup = true});
  std::atomic<bool> is_over = false;
  int stray = 0;
  std::thread flicker([&] {
    x11::Connection own(desktop.display());
    XSelectInput(own.xlib(), cover.id(), ButtonPressMask);
    own.sync();
    while (!is_over) {
      cover.unmap();
      std::this_thread::sleep_for(100us);
      cover.map();
      std::this_thread::sleep_for(100us);
    }
    own.sync();
    XEvent event;
    while (XCheckTypedEvent(own.xlib(), ButtonPress, &event)) ++stray;
  });
  int sent = 0;
  for (int i = 0; i < 5000; ++i) {
    const GestureStatus status = input.perform(Click{place.centre()}, Pace{});
    if (status == GestureStatus::ok) ++sent;
    EXPECT_TRUE(status == GestureStatus::ok || status == GestureStatus::covered) << name(status);
  }
  is_over = true;
  flicker.join();
  EXPECT_EQ(recorder.presses().size(), static_cast<std::size_t>(sent));
  EXPECT_GT(sent, 100);
  EXPECT_LT(sent, 4900);
  EXPECT_EQ(stray, 0);
}

TEST_P(InputTest, StopsSoonWhenTheUserMovesTheMouse) {
  Pace pace;
  pace.drag_steps = 1000;
  pace.drag_step = 5ms;
  Deadline::Clock::time_point touched;
  std::thread user([&] {
    std::this_thread::sleep_for(100ms);
    x11::Connection connection(desktop.display());
    touched = Deadline::Clock::now();
    test::move_pointer(connection, {5, 5});
  });
  EXPECT_EQ(input.perform(Drag{place.origin(), place.centre()}, pace),
            GestureStatus::user_has_mouse);
  const auto stopped = Deadline::Clock::now();
  user.join();
  EXPECT_LT(stopped - touched, 100ms);
  EXPECT_TRUE(test::is_all_released(desktop));
  EXPECT_EQ(input.perform(Click{place.centre()}, Pace{}), GestureStatus::user_has_mouse)
      << "and it stays so";
}

TEST_P(InputTest, ThePointerMovesWithTheEdgeOfAShrinkingScreen) {
  const ScreenPoint right{place.x + place.width - 1, place.centre().y};
  ASSERT_EQ(input.perform(Click{right}, Pace{}), GestureStatus::ok);
  test::resize_screen(desktop.connection(), {right.x - 20, 1024});
  const ScreenPoint edge{right.x - 21, right.y};
  // At once, or when the window manager lets go of the click.
  const ScreenPoint now = x11::pointer(desktop.connection()).at;
  EXPECT_TRUE(now == edge || now == right) << now.x << ',' << now.y;
  const GestureStatus next = input.perform(Click{place.centre()}, Pace{});
  if (GetParam() == WithManager::no)
    EXPECT_EQ(next, GestureStatus::ok);
  else  // openbox may move the window
    EXPECT_NE(next, GestureStatus::user_has_mouse);
}

TEST_P(InputTest, NoticesASingleMoveAmongItsOwn) {
  Pace pace;
  pace.gap = 1ms;
  for (const bool is_warp : {false, true}) {
    for (int round = 0; round < 20; ++round) {
      Input own(desktop.connection(), window.id());
      own.aim({place, Deadline::after(20s)});
      std::thread user([&] {
        std::this_thread::sleep_for(20ms + round * 100us);
        x11::Connection connection(desktop.display());
        is_warp ? test::warp_pointer(connection, {5, 5}) : test::move_pointer(connection, {5, 5});
      });
      GestureStatus outcome = GestureStatus::ok;
      for (int i = 0; outcome == GestureStatus::ok; ++i)
        outcome = own.perform(Click{{place.x + i % 50, place.y + i % 40}}, pace);
      user.join();
      EXPECT_EQ(outcome, GestureStatus::user_has_mouse);
    }
  }
}

TEST_P(InputTest, StopsADragWhenTheWindowIsHidden) {
  Pace pace;
  pace.drag_steps = 1000;
  pace.drag_step = 5ms;
  std::thread program([&] {
    std::this_thread::sleep_for(50ms);
    window.unmap();
  });
  EXPECT_EQ(input.perform(Drag{place.origin(), place.centre()}, pace), GestureStatus::not_viewable);
  program.join();
  EXPECT_TRUE(test::is_all_released(desktop));
}

TEST_P(InputTest, WaitsAMomentForAGrabbedPointer) {
  x11::Connection other(desktop.display());
  // The window manager may still have a grab from the last click.
  const auto grab = [&] {
    return desktop.eventually([&] {
      return XGrabPointer(other.xlib(), other.root(), 0, 0, GrabModeAsync, GrabModeAsync, 0, 0,
                          CurrentTime) == GrabSuccess;
    });
  };
  ASSERT_TRUE(grab());
  std::thread program([&] {
    std::this_thread::sleep_for(50ms);
    XUngrabPointer(other.xlib(), CurrentTime);
    other.sync();
  });
  EXPECT_EQ(input.perform(Click{place.centre()}, Pace{}), GestureStatus::ok);
  program.join();
  desktop.connection().sync();
  EXPECT_EQ(recorder.presses().size(), 1U);
  ASSERT_TRUE(grab());
  EXPECT_EQ(input.perform(Click{place.centre()}, Pace{}), GestureStatus::grabbed);
  desktop.connection().sync();
  EXPECT_EQ(recorder.presses().size(), 1U);
}

TEST_P(InputTest, ClosesAMenuOfOursByEscapeOnly) {
  ASSERT_TRUE(
      desktop.eventually([&] { return test::has_keyboard(desktop.connection(), window.id()); }));
  x11::Connection menu(desktop.display());
  ASSERT_TRUE(desktop.eventually([&] {
    return XGrabKeyboard(menu.xlib(), menu.root(), 0, GrabModeAsync, GrabModeAsync, CurrentTime) ==
           GrabSuccess;
  }));
  EXPECT_EQ(input.perform(Key{"Escape"}, Pace{}), GestureStatus::grabbed);
  input.aim({place, Deadline::after(10s), {}, true});
  EXPECT_EQ(input.perform(Key{"Return"}, Pace{}), GestureStatus::grabbed);
  EXPECT_EQ(input.perform(Key{"Escape"}, Pace{}), GestureStatus::ok);
  EXPECT_TRUE(test::is_all_released(desktop));
}

TEST_P(InputTest, ClicksWhatHasTheMouseOnlyIfItIsAMenuOfOurs) {
  x11::Connection menu(desktop.display());
  ASSERT_TRUE(desktop.eventually([&] {
    return XGrabPointer(menu.xlib(), menu.root(), 0, ButtonPressMask, GrabModeAsync, GrabModeAsync,
                        0, 0, CurrentTime) == GrabSuccess;
  }));
  EXPECT_EQ(input.perform(Click{place.centre()}, Pace{}), GestureStatus::grabbed);
  input.aim({place, Deadline::after(10s), {}, true});
  EXPECT_EQ(input.perform(Move{place.centre()}, Pace{}), GestureStatus::grabbed);
  EXPECT_EQ(input.perform(Click{place.centre()}, Pace{}), GestureStatus::ok);
  EXPECT_TRUE(test::is_all_released(desktop));
}

TEST_P(InputTest, StopsAtTheDeadlineWithinAGesture) {
  input.aim({place, Deadline::after(100ms)});
  const auto start = Deadline::Clock::now();
  EXPECT_EQ(input.perform(Pause{60s}, Pace{}), GestureStatus::deadline);
  EXPECT_LT(Deadline::Clock::now() - start, 1s);
  input.aim({place, Deadline::after(50ms)});
  Pace pace;
  pace.hold = 60s;
  EXPECT_EQ(input.perform(Click{place.centre()}, pace), GestureStatus::deadline);
  EXPECT_TRUE(test::is_all_released(desktop));
}

TEST_P(InputTest, NothingIsHeldAfterASignal) {
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    const auto player =
        desktop.launch({test::built_program("test_input_player"), std::to_string(window.id())});
    ASSERT_TRUE(desktop.eventually([&] { return x11::pointer(desktop.connection()).buttons == 1; }))
        << player->output();
    const auto start = Deadline::Clock::now();
    player->signal(number);
    EXPECT_EQ(player->wait(10s), 128 + number) << player->output();
    EXPECT_LT(Deadline::Clock::now() - start, 500ms);
    EXPECT_EQ(player->output(), "ready\ninterrupted\n");
    EXPECT_TRUE(test::is_all_released(desktop));
  }
}

TEST_P(InputTest, NothingIsHeldWhenTheWindowCloses) {
  const auto player =
      desktop.launch({test::built_program("test_input_player"), std::to_string(window.id())});
  ASSERT_TRUE(desktop.eventually([&] { return x11::pointer(desktop.connection()).buttons == 1; }));
  window.destroy();
  EXPECT_EQ(player->wait(10s), 1);
  EXPECT_EQ(player->output(), "ready\nwindow gone\n");
  EXPECT_TRUE(test::is_all_released(desktop));
}

TEST_P(InputTest, ALostServerEndsTheGestureWithAnError) {
  const auto player =
      desktop.launch({test::built_program("test_input_player"), std::to_string(window.id())});
  ASSERT_TRUE(desktop.eventually([&] { return x11::pointer(desktop.connection()).buttons == 1; }));
  desktop.server().process().signal(SIGKILL);
  EXPECT_EQ(player->wait(10s), 3);
  EXPECT_NE(player->output().find("gone away"), std::string::npos) << player->output();
}

}  // namespace
}  // namespace eyehand
