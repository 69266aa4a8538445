#include <gtest/gtest.h>
#include <signal.h>

#include <fstream>
#include <map>

#include "actuator/input.hpp"
#include "process/find_program.hpp"
#include "process/process.hpp"
#include "process/temp_folder.hpp"
#include "puzzle/net/text.hpp"
#include "tests/support/desktop.hpp"
#include "tests/support/paths.hpp"
#include "vision/capture.hpp"
#include "vision/png.hpp"
#include "x11/windows.hpp"

namespace eyehand {
namespace {

using test::Desktop;
using test::WithManager;
using namespace std::chrono_literals;

constexpr const char* kGame = "5x5:1315a65hdeh659e81v3a9h3c8hav3cv6";

class FakeNet : public testing::Test {
 protected:
  void start(std::vector<std::string> more) {
    std::vector<std::string> command = {test::built_program("fake_net"), kGame, "--report",
                                        (directory.path() / "report").string()};
    command.insert(command.end(), more.begin(), more.end());
    program = desktop.launch(command);
    const auto window = desktop.wait_for_window({.class_name = "sgt-net"});
    place = window.on_root;
    input.emplace(desktop.connection(), window.id);
    input->aim({place, Deadline()});
    screen.emplace(desktop.connection(), window.id);
  }
  void click(int x, int y, int button) {
    ASSERT_EQ(input->perform(
                  Click{{place.x + 16 + 32 * x + 16, place.y + 16 + 32 * y + 16}, button}, Pace{}),
              GestureStatus::ok);
  }
  std::map<std::string, std::string> end() {
    desktop.connection().sync();
    x11::ErrorTrap trap(desktop.connection());
    screen->wait_until_still({.quiet = 50ms});
    program->signal(SIGTERM);
    EXPECT_EQ(program->wait(10s), 0) << program->output();
    std::map<std::string, std::string> report;
    std::ifstream file(directory.path() / "report");
    for (std::string key, value; file >> key >> value;) report[key] = value;
    return report;
  }

  TempFolder directory;
  Desktop desktop{WithManager::no};
  std::unique_ptr<Process> program;
  std::optional<Input> input;
  std::optional<WindowSource> screen;
  x11::Rect place;
};

TEST_F(FakeNet, TurnsAndLocksAsSgtNetDoes) {
  start({});
  net::Board board = net::from_game_id(kGame);
  click(1, 0, 1);
  click(2, 3, 3);
  click(4, 4, 2);
  click(4, 4, 1);  // locked by now
  board.wires[1] = net::turned(board.wires[1], 1);
  board.wires[17] = net::turned(board.wires[17], -1);
  const auto report = end();
  EXPECT_EQ(report.at("clicks"), "4");
  EXPECT_EQ(report.at("board"), net::to_game_id(board));
  EXPECT_EQ(report.at("solved"), "no");
}

TEST_F(FakeNet, LosesClicksAndCountsThoseOutside) {
  start({"--lose-every", "3"});
  for (int i = 0; i < 9; ++i) click(0, 0, 1);
  ASSERT_EQ(input->perform(Click{{place.x + 2, place.y + 2}}, Pace{}), GestureStatus::ok);
  const auto report = end();
  EXPECT_EQ(report.at("clicks"), "10");
  EXPECT_EQ(report.at("lost"), "3");
  EXPECT_EQ(report.at("outside"), "1");
  net::Board board = net::from_game_id(kGame);
  board.wires[0] = net::turned(board.wires[0], 6);
  EXPECT_EQ(report.at("board"), net::to_game_id(board));
}

TEST_F(FakeNet, IsLateAndTurnsVisibly) {
  start({"--delay-ms", "80", "--animation-ms", "150", "--clock-ms", "20"});
  screen->capture();
  click(0, 0, 1);
  const auto report = screen->wait_until_still(
      {.quiet = 60ms, .reaction = 5s, .limit = 10s, .area = {0, 0, 193, 193}});
  EXPECT_EQ(report.stillness, Stillness::still);
  EXPECT_TRUE(report.changed);
  EXPECT_GE(report.waited, 80ms + 150ms);
}

TEST_F(FakeNet, LooksAsSgtNetDoes) {
  if (!find_program("sgt-net")) GTEST_SKIP() << "sgt-net is not installed";
  start({});
  const std::string picture = (directory.path() / "real.png").string();
  Process real({"sgt-net", "--screenshot", picture, kGame}, {{"NET_TILESIZE", "32"}});
  ASSERT_EQ(real.wait(20s), 0) << real.output();
  const cv::Mat wanted = load_png(picture);
  const cv::Mat seen = screen->capture().frame.image;
  ASSERT_FALSE(wanted.empty());
  ASSERT_GE(seen.rows, wanted.rows);
  ASSERT_EQ(seen.cols, wanted.cols);
  cv::Mat difference;
  cv::absdiff(seen(cv::Rect(0, 0, wanted.cols, wanted.rows)), wanted, difference);
  const double differing = cv::countNonZero(difference.reshape(1) > 64) / 3.0;
  EXPECT_LT(differing, 0.01 * wanted.rows * wanted.cols) << "pixels";
}

}  // namespace
}  // namespace eyehand
