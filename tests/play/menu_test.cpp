// The entry for a new game in a program's menus, which are windows of their own or drawn in its
// window.
#include "player/menu.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <opencv2/imgproc.hpp>
#include <thread>

#include "process/find_program.hpp"
#include "tests/support/desktop.hpp"
#include "tests/support/event_recorder.hpp"
#include "tests/support/test_window.hpp"
// Last, because of its macros.
#include "x11/xlib.hpp"

namespace eyehand::test {
namespace {

using namespace std::chrono_literals;

struct Line {
  std::string text;
  cv::Point at;
};

void write(TestWindow& window, cv::Size size, const std::vector<Line>& lines) {
  cv::Mat picture(size, CV_8UC1, cv::Scalar(0));
  for (const Line& line : lines)
    cv::putText(picture, line.text, line.at, cv::FONT_HERSHEY_SIMPLEX, 0.5, cv::Scalar(255), 1);
  for (int y = 0; y < picture.rows; ++y)
    for (int x = 0; x < picture.cols; ++x)
      if (picture.at<std::uint8_t>(y, x) > 90) window.fill({x, y, 1, 1}, 0x101010);
}

/// A program with the menus "Game" and "Help", whose entries open a window or are drawn in its own.
/// As programs do, it grabs the mouse as long as a menu is open.
class StartingFromAMenu : public testing::Test {
 protected:
  static constexpr x11::Rect kMain{200, 200, 400, 300};
  static constexpr int kRow = 22;

  void SetUp() override {
    if (!find_program("openbox")) GTEST_SKIP() << "openbox is not installed";
    pace_.settle = 10ms;
    main_ = std::make_unique<TestWindow>(
        desktop_.display(),
        TestWindow::Options{
            .place = kMain, .title = "Pipes", .class_name = "Pipes", .colour = 0xeeeeee});
    on_root_ = desktop_.wait_for_window({.id = main_->id()}).on_root;
    write(*main_, {kMain.width, kMain.height}, {{"Game", {8, 18}}, {"Help", {80, 18}}});
  }

  /// As its program would, opens a menu at the first press, and another, if there is one, at the
  /// next one; after the last it closes them.
  bool start(const std::vector<std::vector<std::string>>& menus, bool is_window = true) {
    std::atomic<bool> is_over = false;
    std::thread program([&] {
      const x11::Connection own(desktop_.display());
      EventRecorder recorder(desktop_.display());
      std::vector<std::unique_ptr<TestWindow>> open;
      while (!is_over) {
        std::this_thread::sleep_for(5ms);
        const std::size_t presses = recorder.presses().size();
        if (presses == pressed_.size()) continue;
        pressed_.push_back(recorder.presses().back().at);
        if (pressed_.size() > menus.size()) {
          open.clear();
          XUngrabPointer(own.xlib(), CurrentTime);
          XSync(own.xlib(), 0);
          continue;
        }
        const auto& entries = menus[pressed_.size() - 1];
        const int left = 120 * static_cast<int>(pressed_.size() - 1);
        std::vector<Line> lines;
        for (const std::string& entry : entries)
          lines.push_back({entry, {10, 16 + kRow * static_cast<int>(lines.size())}});
        const x11::Rect place{left, 25, 118, kRow * static_cast<int>(entries.size()) + 4};
        open.push_back(std::make_unique<TestWindow>(
            desktop_.display(),
            TestWindow::Options{.place = is_window
                                             ? x11::Rect{on_root_.x + place.x, on_root_.y + place.y,
                                                         place.width, place.height}
                                             : place,
                                .colour = 0xf4f4f4,
                                .is_popup = is_window,
                                .parent = is_window ? 0 : main_->id()}));
        write(*open.back(), {place.width, place.height}, lines);
        XGrabPointer(own.xlib(), main_->id(), 0, ButtonPressMask, GrabModeAsync, GrabModeAsync, 0,
                     0, CurrentTime);
        XSync(own.xlib(), 0);
      }
    });
    const bool is_started = start_game_from_menu(desktop_.connection(), main_->id(),
                                                 load_button_words(), pace_, Deadline::after(15s));
    is_over = true;
    program.join();
    return is_started;
  }

  bool was_entry_pressed(std::size_t press, int left, int row) const {
    if (press >= pressed_.size()) return false;
    const ScreenPoint at{pressed_[press].x - on_root_.x, pressed_[press].y - on_root_.y};
    return at.x > left && at.x < left + 118 && at.y > 25 + kRow * row &&
           at.y < 27 + kRow * (row + 1);
  }

  Desktop desktop_{WithManager::yes};
  Pace pace_;
  std::unique_ptr<TestWindow> main_;
  x11::Rect on_root_;
  std::vector<ScreenPoint> pressed_;
};

TEST_F(StartingFromAMenu, ClicksTheEntryThatSaysSo) {
  EXPECT_TRUE(start({{"New game", "High scores", "Quit"}}));
  EXPECT_EQ(pressed_.size(), 2U);
  EXPECT_TRUE(was_entry_pressed(1, 0, 0));
}

TEST_F(StartingFromAMenu, WhichMayBeDrawnInTheWindow) {
  EXPECT_TRUE(start({{"Undo", "New game"}}, false));
  EXPECT_EQ(pressed_.size(), 2U);
  EXPECT_TRUE(was_entry_pressed(1, 0, 1));
}

TEST_F(StartingFromAMenu, AndMayLeadToAnotherMenu) {
  EXPECT_TRUE(start({{"New game", "Quit"}, {"Easy", "Hard"}}));
  EXPECT_EQ(pressed_.size(), 3U);
  EXPECT_TRUE(was_entry_pressed(2, 120, 0));
}

TEST_F(StartingFromAMenu, NothingElseIsClicked) {
  EXPECT_FALSE(start({{"High scores", "Quit"}}));
  EXPECT_EQ(pressed_.size(), 1U);
}

}  // namespace
}  // namespace eyehand::test
