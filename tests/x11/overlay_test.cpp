#include "x11/overlay.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <vector>

#include "process/find_program.hpp"
#include "tests/support/desktop.hpp"
#include "tests/support/event_recorder.hpp"
#include "tests/support/test_window.hpp"
#include "x11/windows.hpp"
// Last, because of its macros.
#include "x11/xlib.hpp"

namespace eyehand {
namespace {

using test::Desktop;
using test::TestWindow;
using test::WithManager;

constexpr std::uint32_t kGreen = 0xff14aa3c, kBelow = 0x336699;

class OverlayTest : public testing::TestWithParam<WithManager> {
 protected:
  void SetUp() override {
    if (GetParam() == WithManager::yes && !find_program("openbox"))
      GTEST_SKIP() << "openbox is not installed";
    desktop_ = std::make_unique<Desktop>(GetParam());
    window_ =
        std::make_unique<TestWindow>(desktop_->display(), TestWindow::Options{.colour = kBelow});
    place_ = desktop_->wait_for_window({.title_part = "Test"}).on_root;
  }

  /// A frame of 100x60 around nothing.
  static std::vector<std::uint32_t> frame() {
    std::vector<std::uint32_t> pixels(100 * 60, 0);
    for (int y = 0; y < 60; ++y)
      for (int x = 0; x < 100; ++x)
        if (x < 4 || y < 4 || x >= 96 || y >= 56)
          pixels[static_cast<std::size_t>(y * 100 + x)] = kGreen;
    return pixels;
  }
  unsigned long colour_at(ScreenPoint at) {
    x11::Connection& connection = desktop_->connection();
    XImage* image =
        XGetImage(connection.xlib(), connection.root(), at.x, at.y, 1, 1, AllPlanes, ZPixmap);
    const unsigned long pixel = XGetPixel(image, 0, 0) & 0xffffff;
    XDestroyImage(image);
    return pixel;
  }
  bool shows(ScreenPoint at, unsigned long colour) {
    return desktop_->eventually([&] { return colour_at(at) == (colour & 0xffffff); });
  }
  ScreenPoint in_window(int x, int y) const { return {place_.x + x, place_.y + y}; }

  std::unique_ptr<Desktop> desktop_;
  std::unique_ptr<TestWindow> window_;
  x11::Rect place_;
};

INSTANTIATE_TEST_SUITE_P(, OverlayTest, testing::Values(WithManager::no, WithManager::yes),
                         [](const auto& desktop) {
                           return desktop.param == WithManager::yes ? "managed" : "bare";
                         });

TEST_P(OverlayTest, ShowsItsPictureAndLetsEveryClickThrough) {
  x11::Connection connection(desktop_->display());
  x11::Overlay overlay(connection);
  overlay.set_picture({100, 60}, frame());
  overlay.show_at(in_window(50, 40));
  EXPECT_TRUE(shows(in_window(52, 60), kGreen));
  EXPECT_TRUE(shows(in_window(148, 42), kGreen));
  EXPECT_TRUE(shows(in_window(100, 70), kBelow));
  for (const ScreenPoint at : {in_window(52, 60), in_window(100, 70), in_window(10, 10)})
    EXPECT_TRUE(x11::is_on_top_at(desktop_->connection(), window_->id(), at));
  for (const auto& window : x11::list_windows(desktop_->connection()))
    EXPECT_NE(window.id, overlay.window());

  overlay.show_at(in_window(150, 140));
  EXPECT_TRUE(shows(in_window(152, 160), kGreen));
  EXPECT_TRUE(shows(in_window(52, 60), kBelow));
  overlay.hide();
  EXPECT_TRUE(shows(in_window(152, 160), kBelow));
  overlay.show_at(in_window(50, 40));
  EXPECT_TRUE(shows(in_window(52, 60), kGreen));
}

TEST_P(OverlayTest, TakesAKeyFromTheProgramBelow) {
  x11::Connection connection(desktop_->display());
  std::optional<x11::KeyGrab> escape(std::in_place, connection, "Escape");
  ASSERT_TRUE(escape->holds());
  EXPECT_FALSE(escape->was_pressed());
  test::tap_key(desktop_->connection(), "Escape");
  EXPECT_TRUE(desktop_->eventually([&] { return escape->was_pressed(); }));
  EXPECT_FALSE(escape->was_pressed());
  x11::Connection other(desktop_->display());
  EXPECT_FALSE(x11::KeyGrab(other, "Escape").holds());
  escape.reset();
  EXPECT_TRUE(x11::KeyGrab(other, "Escape").holds());
}

TEST(LeastHiding, GoesBesideTheWindowWhereThereIsRoom) {
  const x11::Rect screen{0, 0, 1000, 800};
  const auto place = [&](const x11::Rect& window) {
    const x11::Rect board{window.x + 10, window.y + 40, window.width - 20, window.height - 50};
    const ScreenPoint at = x11::least_hiding({300, 60}, board, window, screen);
    EXPECT_EQ(x11::intersection({at.x, at.y, 300, 60}, screen).size(), (x11::Size{300, 60}));
    return at;
  };
  EXPECT_EQ(place({100, 100, 400, 300}), (ScreenPoint{100, 400})) << "below";
  EXPECT_EQ(place({900, 100, 400, 300}), (ScreenPoint{700, 400})) << "partly off the screen";
  EXPECT_EQ(place({100, 300, 400, 500}), (ScreenPoint{100, 240})) << "above";
  EXPECT_EQ(place({100, 0, 400, 790}), (ScreenPoint{500, 0})) << "to the right";
  EXPECT_EQ(place({500, 0, 450, 790}), (ScreenPoint{200, 0})) << "to the left";
}

TEST(LeastHiding, HidesTheBoardLast) {
  const x11::Rect screen{0, 0, 1000, 800};
  const auto place = [&](const x11::Rect& board) {
    return x11::least_hiding({300, 60}, board, screen, screen);
  };
  EXPECT_EQ(place({100, 30, 800, 700}), (ScreenPoint{0, 740})) << "over what is below the board";
  EXPECT_EQ(place({100, 70, 800, 730}), (ScreenPoint{0, 0})) << "over what is above it";
  EXPECT_EQ(place({0, 0, 690, 800}), (ScreenPoint{700, 0})) << "over what is beside it";
  EXPECT_EQ(place(screen), (ScreenPoint{0, 740})) << "over the board's lower end";
}

}  // namespace
}  // namespace eyehand
