#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include "process/find_program.hpp"
#include "tests/support/desktop.hpp"
#include "tests/support/test_window.hpp"
#include "vision/capture.hpp"
#include "x11/interruption.hpp"

namespace eyehand {
namespace {

using test::Desktop;
using test::TestWindow;
using test::WithManager;
using namespace std::chrono_literals;

class StillnessTest : public testing::Test {
 protected:
  Desktop desktop{WithManager::no};
  TestWindow window{desktop.display(), {.place = {100, 100, 400, 300}}};
  WindowSource screen{desktop.connection(), window.id()};
};

/// Draws into the window from another thread, every few milliseconds, until it is stopped.
class Animation {
 public:
  Animation(TestWindow& window, x11::Rect area, bool changing, std::chrono::milliseconds lasts)
      : thread_([=, this, &window] {
          const auto end = Deadline::after(lasts);
          for (unsigned long i = 1; !ended_ && !end.passed(); ++i) {
            window.fill(area, changing ? i * 977 : 0xABCDEF);
            std::this_thread::sleep_for(5ms);
          }
        }) {}
  ~Animation() {
    ended_ = true;
    thread_.join();
  }

 private:
  std::atomic<bool> ended_ = false;
  std::thread thread_;
};

TEST_F(StillnessTest, AQuietWindowIsStillAfterTheQuietTime) {
  screen.capture();
  const auto report = screen.wait_until_still({.quiet = 30ms});
  EXPECT_EQ(report.stillness, Stillness::still);
  EXPECT_FALSE(report.changed);
  EXPECT_GE(report.waited, 29ms);
  EXPECT_LT(report.waited, 500ms);
}

TEST_F(StillnessTest, WaitsForAnAnimationToEnd) {
  screen.capture();
  const Animation animation(window, {10, 10, 50, 50}, true, 200ms);
  const auto report =
      screen.wait_until_still({.quiet = 60ms, .reaction = 5000ms, .limit = 10000ms});
  EXPECT_EQ(report.stillness, Stillness::still);
  EXPECT_TRUE(report.changed);
  EXPECT_GE(report.waited, 240ms);
}

TEST_F(StillnessTest, ReportsThatItNeverCameToRest) {
  screen.capture();
  const Animation animation(window, {10, 10, 50, 50}, true, 10s);
  const auto report = screen.wait_until_still({.quiet = 100ms, .limit = 300ms});
  EXPECT_EQ(report.stillness, Stillness::limit_reached);
  EXPECT_GE(report.waited, 300ms);
  EXPECT_LT(report.waited, 1000ms);
}

TEST_F(StillnessTest, AClockElsewhereDoesNotMatter) {
  screen.capture();
  const Animation clock(window, {10, 250, 50, 20}, true, 10s);
  const auto report =
      screen.wait_until_still({.quiet = 100ms, .limit = 5000ms, .area = {0, 0, 400, 240}});
  EXPECT_EQ(report.stillness, Stillness::still);
  EXPECT_FALSE(report.changed);
}

TEST_F(StillnessTest, DrawingTheSameAgainIsNotAChange) {
  window.fill({10, 10, 50, 50}, 0xABCDEF);
  screen.capture();
  const Animation animation(window, {10, 10, 50, 50}, false, 10s);
  const auto report = screen.wait_until_still({.quiet = 100ms, .limit = 5000ms});
  EXPECT_EQ(report.stillness, Stillness::still);
  EXPECT_FALSE(report.changed);
}

TEST_F(StillnessTest, WaitsForAReactionThatIsLate) {
  screen.capture();
  std::thread late([&] {
    std::this_thread::sleep_for(150ms);
    window.fill({0, 0, 10, 10}, 0xFF0000);
  });
  const auto report =
      screen.wait_until_still({.quiet = 20ms, .reaction = 5000ms, .limit = 10000ms});
  late.join();
  EXPECT_TRUE(report.changed);
  EXPECT_GE(report.waited, 150ms);
  EXPECT_LT(report.waited, 3000ms);
  EXPECT_EQ(screen.capture().frame.image.at<cv::Vec3b>(5, 5), cv::Vec3b(0, 0, 255));
}

TEST_F(StillnessTest, AReactionBeforeTheWaitCounts) {
  screen.capture();
  window.fill({0, 0, 10, 10}, 0xFF0000);
  const auto report =
      screen.wait_until_still({.quiet = 20ms, .reaction = 5000ms, .limit = 10000ms});
  EXPECT_TRUE(report.changed);
  EXPECT_LT(report.waited, 3000ms);
}

TEST_F(StillnessTest, ASignalEndsTheWait) {
  const x11::InterruptionWatch watch;
  const Animation animation(window, {10, 10, 50, 50}, true, 10s);
  std::thread user([] {
    std::this_thread::sleep_for(50ms);
    kill(getpid(), SIGINT);
  });
  const auto report = screen.wait_until_still({.quiet = 1000ms, .limit = 20000ms});
  user.join();
  EXPECT_EQ(report.stillness, Stillness::interrupted);
  EXPECT_LT(report.waited, 1000ms);
}

TEST(Stillness, AProgramThatIsStoppedIsNotStill) {
  if (!find_program("sgt-net")) GTEST_SKIP() << "sgt-net is not installed";
  Desktop desktop(WithManager::no);
  const auto program = desktop.launch({"sgt-net", "5x5"});
  const auto info = desktop.wait_for_window({.class_name = "sgt-net"});
  WindowSource screen(desktop.connection(), info.id);
  EXPECT_EQ(screen.wait_until_still({}).stillness, Stillness::still);
  program->signal(SIGSTOP);
  EXPECT_EQ(screen.wait_until_still({.limit = 200ms}).stillness, Stillness::limit_reached);
  EXPECT_EQ(screen.wait_until_still({.limit = 200ms, .ask_program = false}).stillness,
            Stillness::still)
      << "not asked";
  std::thread user([&] {
    std::this_thread::sleep_for(200ms);
    program->signal(SIGCONT);
  });
  const auto report = screen.wait_until_still({.limit = 10000ms});
  user.join();
  EXPECT_EQ(report.stillness, Stillness::still);
  EXPECT_GE(report.waited, 200ms);
}

}  // namespace
}  // namespace eyehand
