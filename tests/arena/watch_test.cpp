// The window of eyehand watch on a real X server, with real events.
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "actuator/input.hpp"
#include "process/find_program.hpp"
#include "process/process.hpp"
#include "process/temp_folder.hpp"
#include "tests/support/desktop.hpp"
#include "tests/support/paths.hpp"
#include "vision/capture.hpp"
#include "x11/windows.hpp"

namespace eyehand::test {
namespace {

using nlohmann::json;
using namespace std::chrono_literals;

constexpr const char* kPuzzle = "3x3:+,798";
const x11::WindowQuery kWindow{.class_name = "eyehand-watch"};

class WatchWindow : public testing::Test {
 protected:
  void start(const std::vector<std::string>& more = {}) {
    std::vector<std::string> command = {test::built_program("eyehand"), "watch", "lights", kPuzzle};
    command.insert(command.end(), more.begin(), more.end());
    program_ = desktop_.launch(
        command, {{"QT_QPA_PLATFORM", "xcb"}, {"TMPDIR", temporary_.path().string()}});
    info_ = desktop_.wait_for_window(kWindow);
    input_ = std::make_unique<Input>(desktop_.connection(), info_.id);
    input_->aim({info_.on_root, Deadline()});
    ASSERT_TRUE(input_->raise(info_.on_root.centre()));
  }
  void key(const char* name) {
    ASSERT_EQ(input_->perform(Key{name}, Pace{.hold = 20ms}), GestureStatus::ok);
  }
  std::string title() {
    const auto now = x11::describe(desktop_.connection(), info_.id);
    return now ? now->title : "";
  }
  bool comes_to(const std::string& place) {
    const bool comes = desktop_.eventually([&] { return title().ends_with(", " + place); });
    EXPECT_TRUE(comes) << title();
    return comes;
  }
  cv::Mat shown() {
    WindowSource source(desktop_.connection(), info_.id);
    source.wait_until_still({.quiet = 200ms});
    return source.capture().frame.image;
  }
  std::string steps() {
    const json data = json::parse(
        run_program({test::built_program("eyehand"), "watch", "lights", kPuzzle, "--json"}, {}));
    return std::to_string(data.at("steps").size());
  }
  void close(const char* name) {
    input_->perform(Key{name}, Pace{});  // it may be gone before the key is up again
    EXPECT_EQ(program_->wait(20s), 0) << program_->output();
    EXPECT_TRUE(std::filesystem::is_empty(temporary_.path()));
  }

  Desktop desktop_{find_program("openbox") ? WithManager::yes : WithManager::no};
  TempFolder temporary_;
  std::unique_ptr<Process> program_;
  x11::WindowInfo info_;
  std::unique_ptr<Input> input_;
};

/// By the colours of the picture alone: which of the 3x3 tiles, light or dark, have a blue middle.
std::string pressed(const cv::Mat& image) {
  const auto is = [](const cv::Vec3b& pixel, int r, int g, int b) {
    return std::abs(pixel[2] - r) < 4 && std::abs(pixel[1] - g) < 4 && std::abs(pixel[0] - b) < 4;
  };
  const auto at = [&](int x, int y) {
    const auto* pixel = image.ptr(y, x);
    return cv::Vec3b(pixel[0], pixel[1], pixel[2]);
  };
  cv::Rect board;
  for (int y = 0; y < image.rows; ++y)
    for (int x = 0; x < image.cols; ++x)
      if (is(at(x, y), 0xff, 0xdd, 0x66) || is(at(x, y), 0x55, 0x55, 0x66))
        board |= cv::Rect(x, y, 1, 1);
  std::string presses;
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column)
      presses += is(at(board.x + (2 * column + 1) * board.width / 6,
                       board.y + (2 * row + 1) * board.height / 6),
                    0x1a, 0x5f, 0xb4)
                     ? '1'
                     : '0';
    if (row < 2) presses += '/';
  }
  return presses;
}

TEST_F(WatchWindow, KeysStepAndTheEndIsTheSolution) {
  start({"--speed", "0.2"});
  key("space");
  key("Home");
  ASSERT_TRUE(comes_to("the puzzle"));
  EXPECT_EQ(pressed(shown()), "000/000/000");
  key("Right");
  ASSERT_TRUE(comes_to("step 1 of " + steps()));
  const cv::Mat first = shown();
  key("Right");
  ASSERT_TRUE(comes_to("step 2 of " + steps()));
  const cv::Mat second = shown();
  EXPECT_GT(cv::norm(first, second, cv::NORM_INF), 50);
  key("Left");
  ASSERT_TRUE(comes_to("step 1 of " + steps()));
  EXPECT_EQ(cv::norm(first, shown(), cv::NORM_INF), 0) << "as before";
  key("End");
  ASSERT_TRUE(comes_to("the end"));
  const std::string answer =
      json::parse(
          run_program({test::built_program("eyehand"), "solve", "lights", kPuzzle, "--json"}, {}))
          .at("answer");
  EXPECT_EQ(pressed(shown()), answer);
  close("q");
}

TEST_F(WatchWindow, PlaysByItselfToTheEndAndAgain) {
  start({"--speed", "10"});
  ASSERT_TRUE(comes_to("the end"));
  key("space");
  EXPECT_TRUE(desktop_.eventually([&] { return !title().ends_with("the end"); }));
  ASSERT_TRUE(comes_to("the end"));
  close("Escape");
}

TEST_F(WatchWindow, TheMouseMovesTheSlider) {
  start({"--speed", "0.2", "--size", "480x600"});
  key("space");
  const x11::Rect& window = info_.on_root;
  // Somewhere at the lower end of the window.
  const bool found = [&] {
    for (int y = window.height - 10; y > window.height / 2; y -= 6) {
      input_->perform(Click{{window.x + window.width - 20, window.y + y}}, Pace{});
      if (desktop_.eventually([&] { return title().ends_with("the end"); }, 100ms)) return true;
    }
    return false;
  }();
  EXPECT_TRUE(found) << title();
  close("q");
}

TEST_F(WatchWindow, CtrlCClosesIt) {
  start();
  program_->signal(SIGINT);
  EXPECT_EQ(program_->wait(20s), 7) << program_->output();
  EXPECT_TRUE(desktop_.eventually([&] { return !x11::describe(desktop_.connection(), info_.id); }));
  EXPECT_TRUE(std::filesystem::is_empty(temporary_.path()));
}

TEST_F(WatchWindow, EndsWithEyehand) {
  start();
  program_->signal(SIGKILL);
  EXPECT_TRUE(desktop_.eventually([&] { return !x11::describe(desktop_.connection(), info_.id); }));
}

}  // namespace
}  // namespace eyehand::test
