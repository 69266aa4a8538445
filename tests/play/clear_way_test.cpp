// Dialogs that are windows of their own, closed as before a new game.
#include "player/clear_way.hpp"

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

/// A game's window and a dialog of it that says "OK".
class ClearingTheWay : public testing::Test {
 protected:
  void SetUp() override {
    if (!find_program("openbox")) GTEST_SKIP() << "openbox is not installed";
    skin_.pace.settle = 10ms;
    main_ = std::make_unique<TestWindow>(
        desktop_.display(), TestWindow::Options{.title = "Game", .class_name = "Game"});
    desktop_.wait_for_window({.id = main_->id()});
  }

  void open_dialog(const std::string& text) {
    dialog_ = std::make_unique<TestWindow>(desktop_.display(),
                                           TestWindow::Options{.place = {300, 300, 200, 120},
                                                               .title = "Won",
                                                               .class_name = "Game",
                                                               .colour = 0xf4f4f4});
    XSetTransientForHint(desktop_.connection().xlib(), dialog_->id(), main_->id());
    on_root_ = desktop_.wait_for_window({.id = dialog_->id()}).on_root;
    cv::Mat picture(120, 200, CV_8UC1, cv::Scalar(0));
    cv::putText(picture, text, {80, 85}, cv::FONT_HERSHEY_SIMPLEX, 0.7, cv::Scalar(255), 2);
    for (int y = 0; y < picture.rows; ++y)
      for (int x = 0; x < picture.cols; ++x)
        if (picture.at<std::uint8_t>(y, x) > 0) dialog_->fill({x, y, 1, 1}, 0x101010);
  }

  /// Closes the dialog at the first press on the screen, as its program would.
  bool close_dialogs(const ClearWay& way) {
    std::atomic<bool> is_over = false;
    std::thread program([&] {
      EventRecorder recorder(desktop_.display());
      while (!is_over && recorder.presses().empty()) std::this_thread::sleep_for(5ms);
      if (is_over) return;
      pressed_ = recorder.presses().front().at;
      dialog_->destroy();
    });
    const bool is_clear = way.close_dialogs(Deadline::after(10s));
    is_over = true;
    program.join();
    return is_clear;
  }

  Desktop desktop_{WithManager::yes};
  Skin skin_;
  std::unique_ptr<TestWindow> main_, dialog_;
  x11::Rect on_root_;
  std::optional<ScreenPoint> pressed_;
};

TEST_F(ClearingTheWay, ADialogIsClosedByItsButton) {
  const ClearWay way = clear_way(desktop_.connection(), main_->id(), skin_);
  EXPECT_FALSE(way.has_dialog());
  EXPECT_TRUE(way.close_dialogs(Deadline::after(1s))) << "there is nothing to close";
  open_dialog("OK");
  EXPECT_TRUE(way.has_dialog());
  EXPECT_TRUE(close_dialogs(way));
  ASSERT_TRUE(pressed_);
  EXPECT_NEAR(pressed_->x, on_root_.x + 100, 20);
  EXPECT_NEAR(pressed_->y, on_root_.y + 78, 10);
  EXPECT_FALSE(way.has_dialog());
}

TEST_F(ClearingTheWay, NothingElseInADialogIsPressed) {
  open_dialog("Quit");
  EXPECT_FALSE(close_dialogs(clear_way(desktop_.connection(), main_->id(), skin_)));
  EXPECT_FALSE(pressed_);
}

TEST_F(ClearingTheWay, AnotherWindowOfTheProgramIsLeftAlone) {
  const TestWindow other(desktop_.display(), {.title = "Second game", .class_name = "Game"});
  desktop_.wait_for_window({.id = other.id()});
  const ClearWay way = clear_way(desktop_.connection(), main_->id(), skin_);
  EXPECT_FALSE(way.has_dialog());
  EXPECT_TRUE(way.close_dialogs(Deadline::after(1s)));
}

}  // namespace
}  // namespace eyehand::test
