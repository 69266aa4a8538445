// The stream, the observer and the scene, against a real server.
#include "tests/soak/stream.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "process/find_program.hpp"
#include "tests/soak/auditor.hpp"
#include "tests/soak/observer.hpp"
#include "tests/support/desktop.hpp"
#include "tests/support/event_recorder.hpp"
#include "tests/support/focus.hpp"
#include "tests/support/test_window.hpp"
#include "x11/windows.hpp"

// Last, because of their macros, which xlib.hpp undefines.
#include "x11/xlib.hpp"

namespace eyehand::soak {
namespace {

using Kind = ServerEvent::Kind;
using test::Desktop;
using test::TestWindow;
using test::WithManager;
using namespace std::chrono_literals;

class StreamTest : public testing::TestWithParam<WithManager> {
 protected:
  StreamTest() {
    place = desktop.wait_for_window({.id = window.id()}).on_root;
    scene = observer.observe(window.id());
    stream.take(true);
  }
  std::vector<ServerEvent> take_events() {
    auto all = stream.take(true);
    for (const ServerEvent& what : all) scene.apply(what);
    return all;
  }
  /// Compares the scene and the server on what is on top, all over the screen, once the window
  /// manager has finished.
  void expect_agreement() {
    const auto agree = [&] {
      take_events();
      for (int y = 5; y < 1024; y += 30)
        for (int x = 5; x < 1280; x += 30)
          if (scene.is_on_top_at({x, y}) !=
              x11::is_on_top_at(desktop.connection(), window.id(), {x, y}))
            return false;
      return true;
    };
    EXPECT_TRUE(desktop.eventually(agree, 2s));
  }

  Desktop desktop{find_program("openbox") ? GetParam() : WithManager::no};
  Observer observer{desktop.display()};
  x11::Connection hand{desktop.display()};
  Stream stream{desktop.display(), observer.connection()};
  TestWindow window{desktop.display(), {}};
  x11::Rect place;
  Scene scene;
};

INSTANTIATE_TEST_SUITE_P(, StreamTest, testing::Values(WithManager::no, WithManager::yes),
                         [](const auto& desktop) {
                           return desktop.param == WithManager::yes ? "managed" : "bare";
                         });

TEST_P(StreamTest, ReportsWhoMovedThePointer) {
  test::move_pointer(hand, {5, 6});
  test::move_pointer(desktop.connection(), {7, 8});
  test::warp_pointer(hand, {9, 10});
  auto events = take_events();
  std::erase_if(events, [](const ServerEvent& what) { return what.kind != Kind::motion; });
  ASSERT_EQ(events.size(), 3U);
  EXPECT_EQ(events[0].client, client_of(hand));
  EXPECT_EQ(events[0].at, (ScreenPoint{5, 6}));
  EXPECT_EQ(events[1].client, client_of(desktop.connection()));
  EXPECT_EQ(events[1].at, (ScreenPoint{7, 8}));
  EXPECT_EQ(events[2].client, 0U);
  EXPECT_GE(events[1].time_ms, events[0].time_ms);
}

TEST_P(StreamTest, KeepsTheOrderAcrossClients) {
  for (int i = 0; i < 50; ++i) {
    test::move_pointer(hand, {5, 6 + i});
    window.move({100 + i % 7, 100});
    x11::is_on_top_at(desktop.connection(), window.id(), {1, 1});
  }
  std::string order;
  for (const ServerEvent& what : take_events()) {
    if (what.kind == Kind::motion) order += 'm';
    if (what.kind == Kind::queried_position && what.client == client_of(desktop.connection()))
      order += order.ends_with('a') ? "" : "a";
  }
  std::string wanted;
  for (int i = 0; i < 50; ++i) wanted += "ma";
  EXPECT_EQ(order, wanted);
}

TEST_P(StreamTest, TheSceneFollowsTheWindows) {
  expect_agreement();
  window.move({400, 300});
  desktop.wait_for_window({.id = window.id()});
  expect_agreement();
  window.resize({500, 200});
  desktop.wait_for_window({.id = window.id()});
  expect_agreement();
  TestWindow cover(desktop.display(), {.place = {450, 350, 200, 60}, .title = "Cover"});
  desktop.wait_for_window({.title_part = "Cover"});
  expect_agreement();
  EXPECT_FALSE(
      scene.is_on_top_at(desktop.wait_for_window({.title_part = "Cover"}).on_root.centre()));
  const TestWindow popup(desktop.display(), {.place = {600, 300, 100, 300}, .is_popup = true});
  expect_agreement();
  ASSERT_TRUE(x11::raise(desktop.connection(), window.id(), {460, 360}, Deadline::after(5s)));
  expect_agreement();
  cover.destroy();
  if (GetParam() == WithManager::yes) {
    window.minimise();
    ASSERT_TRUE(desktop.eventually(
        [&] { return !x11::describe(desktop.connection(), window.id())->viewable; }));
    expect_agreement();
    EXPECT_FALSE(scene.takes_keys());
  }
  window.unmap();
  expect_agreement();
  window.map();
  desktop.wait_for_window({.id = window.id()});
  expect_agreement();
  window.destroy();
  expect_agreement();
  EXPECT_EQ(scene.target, 0U);
}

TEST_P(StreamTest, TheSceneFollowsTheFocus) {
  const auto expect = [&](bool has_keyboard) {
    EXPECT_TRUE(desktop.eventually(
        [&] { return test::has_keyboard(desktop.connection(), window.id()) == has_keyboard; }));
    take_events();
    EXPECT_EQ(scene.takes_keys(), has_keyboard);
  };
  const auto give = [&](x11::WindowId to) {
    XSetInputFocus(hand.xlib(), to, RevertToPointerRoot, CurrentTime);
    hand.sync();
  };
  give(window.id());
  expect(true);
  const TestWindow other(desktop.display(), {.place = {700, 700, 100, 100}, .title = "Other"});
  desktop.wait_for_window({.id = other.id()});
  give(other.id());
  expect(false);
  const TestWindow inner(desktop.display(),
                         {.place = {5, 5, 50, 50}, .title = "", .parent = window.id()});
  give(inner.id());
  expect(true);
  give(window.id());
  expect(true);
}

TEST_P(StreamTest, ReportsGrantedGrabs) {
  const auto grab = [](x11::Connection& connection) {
    XGrabPointer(connection.xlib(), connection.root(), 0, 0, GrabModeAsync, GrabModeAsync, 0, 0,
                 CurrentTime);
  };
  grab(hand);
  take_events();
  EXPECT_EQ(scene.pointer_grabbed_by, client_of(hand));
  EXPECT_TRUE(scene.is_pointer_grabbed());
  grab(desktop.connection());  // which is not granted
  take_events();
  EXPECT_EQ(scene.pointer_grabbed_by, client_of(hand));
  XUngrabPointer(hand.xlib(), CurrentTime);
  hand.sync();
  take_events();
  EXPECT_FALSE(scene.is_pointer_grabbed());
}

}  // namespace
}  // namespace eyehand::soak
