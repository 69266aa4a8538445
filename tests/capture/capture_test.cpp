#include "vision/capture.hpp"

#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>

#include "process/find_program.hpp"
#include "tests/support/desktop.hpp"
#include "tests/support/test_window.hpp"
#include "x11/windows.hpp"

namespace eyehand {
namespace {

using test::Desktop;
using test::TestWindow;
using test::WithManager;
using namespace std::chrono_literals;

constexpr unsigned long kBackground = 0x336699, kRed = 0xFF0000, kGreen = 0x00FF00;

cv::Vec3b bgr(unsigned long rgb) {
  return {static_cast<std::uint8_t>(rgb & 255), static_cast<std::uint8_t>(rgb >> 8 & 255),
          static_cast<std::uint8_t>(rgb >> 16 & 255)};
}

/// How many pixels of the image are not of this colour.
int others(const cv::Mat& image, unsigned long rgb) {
  cv::Mat same;
  cv::inRange(image, bgr(rgb), bgr(rgb), same);
  return image.rows * image.cols - cv::countNonZero(same);
}

class CaptureTest : public testing::TestWithParam<WithManager> {
 protected:
  void SetUp() override {
    if (GetParam() == WithManager::yes && !find_program("openbox"))
      GTEST_SKIP() << "openbox is not installed";
    desktop = std::make_unique<Desktop>(GetParam());
  }
  /// A window that is up and in its place.
  std::unique_ptr<TestWindow> window(const TestWindow::Options& options) {
    auto made = std::make_unique<TestWindow>(desktop->display(), options);
    if (!options.is_popup && !options.parent) desktop->wait_for_window({.id = made->id()});
    return made;
  }
  x11::Rect place(const TestWindow& of) {
    return x11::describe(desktop->connection(), of.id())->on_root;
  }

  std::unique_ptr<Desktop> desktop;
};

INSTANTIATE_TEST_SUITE_P(, CaptureTest, testing::Values(WithManager::no, WithManager::yes),
                         [](const auto& desktop) {
                           return desktop.param == WithManager::yes ? "managed" : "bare";
                         });

TEST_P(CaptureTest, SeesTheWindowAndItsPlace) {
  const auto shown = window({.place = {100, 80, 300, 200}, .colour = kBackground, .border = 3});
  WindowSource screen(desktop->connection(), shown->id());
  EXPECT_TRUE(screen.uses_composite());
  EXPECT_TRUE(screen.uses_shared_memory());
  EXPECT_TRUE(screen.uses_damage());
  shown->fill({10, 20, 5, 7}, kRed);
  const Capture capture = screen.capture();
  ASSERT_EQ(capture.status, CaptureStatus::good);
  const x11::Rect at = place(*shown);
  EXPECT_EQ(capture.frame.image.size(), cv::Size(300, 200));
  EXPECT_EQ(capture.frame.origin, cv::Point(at.x, at.y));
  EXPECT_EQ(capture.frame.on_screen, cv::Rect(0, 0, 300, 200));
  EXPECT_EQ(others(capture.frame.image(cv::Rect(10, 20, 5, 7)), kRed), 0);
  EXPECT_EQ(others(capture.frame.image, kBackground), 5 * 7);
}

TEST_P(CaptureTest, SeesThroughWhatCoversIt) {
  const auto shown = window({.place = {100, 100, 300, 200}, .colour = kBackground});
  WindowSource screen(desktop->connection(), shown->id());
  const auto cover = window({.place = {50, 50, 500, 400}, .colour = kRed, .is_popup = true});
  ASSERT_FALSE(x11::is_on_top_at(desktop->connection(), shown->id(), place(*shown).centre()));
  shown->fill({150, 100, 10, 10}, kGreen);  // drawn while covered
  const Capture capture = screen.capture();
  ASSERT_EQ(capture.status, CaptureStatus::good);
  EXPECT_EQ(others(capture.frame.image(cv::Rect(150, 100, 10, 10)), kGreen), 0);
  EXPECT_EQ(others(capture.frame.image, kBackground), 100);
}

TEST_P(CaptureTest, FollowsAWindowThatMovesAndChangesSize) {
  const auto shown = window({.place = {100, 100, 300, 200}, .colour = kBackground});
  WindowSource screen(desktop->connection(), shown->id());
  ASSERT_EQ(screen.capture().status, CaptureStatus::good);
  shown->move({350, 250});
  shown->resize({420, 333});
  ASSERT_TRUE(desktop->eventually([&] {
    return place(*shown).size() == x11::Size{420, 333} && place(*shown).x > 300;
  }));
  desktop->wait_for_window({.id = shown->id()});
  const Capture capture = screen.capture();
  EXPECT_EQ(capture.frame.image.size(), cv::Size(420, 333));
  EXPECT_EQ(capture.frame.origin, cv::Point(place(*shown).x, place(*shown).y));
  EXPECT_EQ(others(capture.frame.image, kBackground), 0);
}

TEST_P(CaptureTest, ReportsAWindowThatIsMinimisedOrGone) {
  const auto shown = window({.colour = kBackground});
  WindowSource screen(desktop->connection(), shown->id());
  if (GetParam() == WithManager::yes)
    shown->minimise();
  else
    shown->unmap();
  ASSERT_TRUE(desktop->eventually(
      [&] { return !x11::describe(desktop->connection(), shown->id())->viewable; }));
  EXPECT_EQ(screen.capture().status, CaptureStatus::not_viewable);
  EXPECT_EQ(screen.wait_until_still({}).stillness, Stillness::not_viewable);
  shown->map();
  ASSERT_TRUE(desktop->eventually(
      [&] { return x11::describe(desktop->connection(), shown->id())->viewable; }));
  EXPECT_EQ(screen.capture().status, CaptureStatus::good);
  shown->destroy();
  EXPECT_EQ(screen.capture().status, CaptureStatus::window_gone);
  EXPECT_EQ(screen.wait_until_still({}).stillness, Stillness::window_gone);
  EXPECT_EQ(WindowSource(desktop->connection(), shown->id()).capture().status,
            CaptureStatus::window_gone);
}

TEST_P(CaptureTest, ReportsWhichPartIsOnTheScreen) {
  const auto shown = window({.place = {1100, 900, 300, 200}, .colour = kBackground});
  shown->move({1180, 924});
  WindowSource screen(desktop->connection(), shown->id());
  ASSERT_TRUE(desktop->eventually([&] { return place(*shown).x > 1150; }));
  const x11::Rect at = desktop->wait_for_window({.id = shown->id()}).on_root;
  shown->fill({290, 190, 10, 10}, kRed);  // beyond the corner of the screen
  const Capture capture = screen.capture();
  ASSERT_EQ(capture.status, CaptureStatus::good);
  EXPECT_EQ(capture.frame.on_screen, cv::Rect(0, 0, 1280 - at.x, 1024 - at.y));
  EXPECT_EQ(others(capture.frame.image(cv::Rect(290, 190, 10, 10)), kRed), 0);
}

TEST_P(CaptureTest, AProgramCoveredBeforeRedrawsWhatWasHidden) {
  if (!find_program("sgt-net")) GTEST_SKIP() << "sgt-net is not installed";
  const auto program = desktop->launch({"sgt-net", "5x5:1315a65hdeh659e81v3a9h3c8hav3cv6"});
  const auto info = desktop->wait_for_window({.class_name = "sgt-net"});
  cv::Mat uncovered;
  {
    WindowSource screen(desktop->connection(), info.id);
    ASSERT_EQ(screen.wait_until_still({}).stillness, Stillness::still);
    uncovered = screen.capture().frame.image;
  }
  const auto cover = window({.place = {0, 0, 1280, 1024}, .colour = kRed, .is_popup = true});
  WindowSource screen(desktop->connection(), info.id);
  const Capture capture = screen.capture();
  EXPECT_EQ(capture.status, CaptureStatus::good);
  ASSERT_EQ(capture.frame.image.size(), uncovered.size());
  EXPECT_EQ(cv::norm(capture.frame.image, uncovered, cv::NORM_INF), 0);
}

TEST_P(CaptureTest, ReportsCoveredWhileAStoppedProgramCannotDrawWhatWasHidden) {
  if (!find_program("sgt-net")) GTEST_SKIP() << "sgt-net is not installed";
  const auto program = desktop->launch({"sgt-net", "5x5"});
  const auto info = desktop->wait_for_window({.class_name = "sgt-net"});
  const auto cover = window({.place = {0, 0, 1280, 1024}, .colour = kRed, .is_popup = true});
  program->signal(SIGSTOP);
  WindowSource screen(desktop->connection(), info.id);
  EXPECT_EQ(screen.capture().status, CaptureStatus::covered);
  program->signal(SIGCONT);
  EXPECT_EQ(screen.capture().status, CaptureStatus::good);
}

// Without XComposite the picture is the screen's: nothing but what is uncovered is trusted.
TEST(Capture, WithoutCompositeACoveredWindowIsReportedAsSuch) {
  Desktop desktop(WithManager::no, {800, 600}, 24, {"-extension", "Composite"});
  TestWindow shown(desktop.display(), {.place = {100, 100, 200, 150}, .colour = kBackground});
  desktop.wait_for_window({.id = shown.id()});
  WindowSource screen(desktop.connection(), shown.id());
  ASSERT_FALSE(screen.uses_composite());
  EXPECT_EQ(others(screen.capture().frame.image, kBackground), 0);
  const auto cover = [&](x11::Rect place) {
    return std::make_unique<TestWindow>(
        desktop.display(), TestWindow::Options{.place = place, .colour = kRed, .is_popup = true});
  };
  {
    const auto beside = cover({300, 100, 50, 50});
    EXPECT_EQ(screen.capture().status, CaptureStatus::good);
    const auto corner = cover({290, 240, 60, 60});
    const Capture capture = screen.capture();
    EXPECT_EQ(capture.status, CaptureStatus::covered);
    EXPECT_TRUE(capture.frame.image.empty());
    corner->unmap();
    EXPECT_TRUE(desktop.eventually([&] { return screen.capture().status == CaptureStatus::good; }));
  }
  EXPECT_TRUE(desktop.eventually([&] { return screen.capture().status == CaptureStatus::good; }));
}

TEST(Capture, OnAScreenOfSixteenBits) {
  Desktop desktop(WithManager::no, {800, 600}, 16);
  TestWindow shown(desktop.display(), {.place = {10, 10, 123, 45}, .colour = 0xF800});
  WindowSource screen(desktop.connection(), shown.id());
  EXPECT_EQ(others(screen.capture().frame.image, kRed), 0);
}

TEST(Capture, OnAScreenOf4K) {
  Desktop desktop(WithManager::no, {3840, 2160});
  TestWindow shown(desktop.display(), {.place = {0, 0, 3840, 2160}, .colour = kBackground});
  WindowSource screen(desktop.connection(), shown.id());
  shown.fill({3830, 2150, 10, 10}, kRed);
  EXPECT_EQ(others(screen.capture().frame.image, kBackground), 100);
  const auto start = Deadline::Clock::now();
  for (int i = 0; i < 10; ++i) screen.capture();
  const auto each = std::chrono::duration<double, std::milli>(Deadline::Clock::now() - start) / 10;
  RecordProperty("capture_4k_ms", std::to_string(each.count()));
  EXPECT_LT(each.count(), 500) << "milliseconds; some 20 are usual";
}

}  // namespace
}  // namespace eyehand
