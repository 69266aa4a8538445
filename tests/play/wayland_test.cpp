// Games in the Xwayland of a Wayland session whose monitors are rotated and plugged in. (sway's
// headless outputs cannot be unplugged; tests/play/faults_test.cpp does that.)
#include "tests/support/wayland.hpp"

#include "process/find_program.hpp"
#include "tests/play/stage.hpp"
#include "x11/monitors.hpp"

namespace eyehand::test {
namespace {

/// Comes before the stage, which needs its display.
struct Session {
  /// Without it, tests are skipped.
  std::unique_ptr<SwayWithX> sway =
      SwayWithX::missing().empty() ? std::make_unique<SwayWithX>("1280x1024") : nullptr;
  std::unique_ptr<XServer> instead = sway ? nullptr : std::make_unique<XServer>();
  const std::string& display() const { return sway ? sway->display() : instead->display(); }
};

class Monitors : protected Session, public Stage {
 protected:
  Monitors() : Stage(Session::display().c_str()) {}
  void SetUp() override {
    if (const auto what = SwayWithX::missing(); !what.empty()) GTEST_SKIP() << what;
    if (!find_program("sgt-net")) GTEST_SKIP() << "sgt-net is not installed";
  }
  void start_net(const std::string& board) {
    start("sgt-net", {"sgt-net", board}, {{"GDK_BACKEND", "x11"}});
    ASSERT_EQ(observe().rejection, "");
  }
  x11::Size screen() { return desktop_.connection().screen().size(); }
  void rotate() {
    const x11::Size before = screen();
    sway->command("output HEADLESS-1 transform 90");
    ASSERT_TRUE(desktop_.eventually([&] {
      return screen() == x11::Size{before.height, before.width};
    }));
  }
  std::unique_ptr<Player> begin_slowly() {
    constexpr int kGapMs = 50;
    auto player = begin_play({}, slow_skin("sgt-net", kGapMs));
    EXPECT_TRUE(has_pressed(5));
    return player;
  }
};

TEST_F(Monitors, AGameIsPlayedOnARotatedOne) {
  rotate();
  start_net("9x9");
  expect_played(play());
}

TEST_F(Monitors, OneIsRotatedDuringAGame) {
  start_net("12x4");
  const x11::Rect before = observe().area;
  const auto player = begin_slowly();
  // Where the pointer is then, there will be no screen.
  EXPECT_TRUE(desktop_.eventually(
      [&] { return x11::pointer(desktop_.connection()).at.x > screen().height; }));
  rotate();
  // The window fills the screen.
  EXPECT_TRUE(desktop_.eventually([&] { return info().on_root.height > before.height; }));
  const std::size_t sent = recorder_.presses().size();
  const x11::Rect after = expect_solved(player->finish()).area;
  EXPECT_NE(after, before);
  expect_presses_within(after, sent);
}

TEST_F(Monitors, OneIsPluggedInDuringAGameAndTheWindowMovedThere) {
  start_net("7x7");
  const auto player = begin_slowly();
  sway->command("create_output");
  ASSERT_TRUE(
      desktop_.eventually([&] { return x11::monitors(desktop_.connection()).size() == 2; }));
  sway->command("[class=\"Sgt-net\"] move container to output HEADLESS-2");
  expect_solved(player->finish());
  EXPECT_EQ(x11::monitors_of(desktop_.connection(), info().on_root),
            x11::monitors(desktop_.connection()).back().name);
}

}  // namespace
}  // namespace eyehand::test
