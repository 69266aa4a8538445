// `eyehand run`: programs on the session's X server, or in a window of their own.
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <regex>

#include "process/find_program.hpp"
#include "tests/app/run_eyehand.hpp"
#include "tests/support/desktop.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/wayland.hpp"
#include "x11/connection.hpp"
#include "x11/windows.hpp"

namespace eyehand::test {
namespace {

using namespace std::chrono_literals;

constexpr const char* kNetBoard = "5x5w:1315a65hdeh659e81v3a9h3c8hav3cv6";

/// A running `eyehand run`.
std::unique_ptr<Process> start(std::vector<std::string> arguments, const Environment& environment) {
  arguments.insert(arguments.begin(), {built_program("eyehand"), "run"});
  return std::make_unique<Process>(arguments, environment);
}

/// The display that it says it has opened; empty if it says nothing.
std::string display_opened(Process& run) {
  const auto limit = Deadline::after(30s);
  std::smatch found;
  while (run.is_running() && !limit.passed()) {
    const std::string said = run.output();
    if (std::regex_search(said, found, std::regex("DISPLAY=(:[0-9]+) eyehand play")))
      return found[1];
    usleep(10'000);
  }
  return "";
}

/// Whether Eyehand reads the board of the program there.
bool reads_board(const std::string& display) {
  const auto limit = Deadline::after(20s);
  while (!limit.passed()) {
    const Ran ran = run_eyehand({"read"}, "", {{"DISPLAY", display}});
    if (ran.code == 0) return ran.out == std::string(kNetBoard) + '\n';
  }
  return false;
}

/// Whether sgt-net is shown on a display opened for it, can be played there, and is gone after
/// Ctrl-C.
void expect_window_of_its_own(const std::vector<std::string>& arguments,
                              const Environment& environment) {
  const auto run = start(arguments, environment);
  const std::string display = display_opened(*run);
  ASSERT_FALSE(display.empty()) << run->output();
  EXPECT_TRUE(reads_board(display)) << run->output();
  const Ran played = run_eyehand({"play", "--time-limit", "50s"}, "", {{"DISPLAY", display}});
  EXPECT_EQ(played.code, 0) << played.err;
  run->signal(SIGINT);
  EXPECT_EQ(run->wait(10s), 7);
  EXPECT_EQ(run_eyehand({"read"}, "", {{"DISPLAY", display}}).code, 1);
}

TEST(Run, WithoutAnySessionIsOneClearError) {
  const Ran ran = run_eyehand({"run", "true"}, "", {{"WAYLAND_DISPLAY", ""}});
  EXPECT_EQ(ran.code, 1);
  EXPECT_TRUE(is_one_clear_error(ran.err)) << ran.err;
}

class RunOnADesktop : public testing::Test {
 protected:
  Desktop desktop_{find_program("openbox") ? WithManager::yes : WithManager::no};
};

TEST_F(RunOnADesktop, TheExitCodeIsTheProgramsAndItGetsTheSessionsServer) {
  const Ran ran = run_eyehand({"run", "--", "sh", "-c", "echo $DISPLAY $QT_QPA_PLATFORM; exit 5"},
                              "", desktop_.environment());
  EXPECT_EQ(ran.code, 5) << ran.err;
  EXPECT_EQ(ran.out, desktop_.display() + " xcb\n");
  EXPECT_EQ(ran.err, "");
}

TEST_F(RunOnADesktop, AProgramThatIsNotInstalledIsOneClearError) {
  const Ran ran = run_eyehand({"run", "--nested", "no-such-program"}, "", desktop_.environment());
  EXPECT_EQ(ran.code, 1);
  EXPECT_TRUE(is_one_clear_error(ran.err)) << ran.err;
}

TEST_F(RunOnADesktop, InterruptedItEndsTheProgram) {
  if (!find_program("sgt-net")) GTEST_SKIP() << "sgt-net is not installed";
  const auto run = start({"sgt-net", kNetBoard}, desktop_.environment());
  const auto window = desktop_.wait_for_window({.class_name = "sgt-net"});
  EXPECT_TRUE(reads_board(desktop_.display()));
  run->signal(SIGINT);
  EXPECT_EQ(run->wait(10s), 7);
  EXPECT_TRUE(desktop_.eventually(
      [&] { return x11::find_windows(desktop_.connection(), {.class_name = "sgt-net"}).empty(); }));
}

TEST_F(RunOnADesktop, NestedItHasAWindowOfItsOwn) {
  if (!find_program("sgt-net")) GTEST_SKIP() << "sgt-net is not installed";
  if (!find_program("Xephyr")) GTEST_SKIP() << "Xephyr is not installed";
  expect_window_of_its_own({"--nested", "sgt-net", kNetBoard}, desktop_.environment());
}

struct Compositor {
  const char* name;
  std::vector<std::string> command;  ///< of a headless one
};

class RunUnderWayland : public testing::TestWithParam<Compositor> {};

INSTANTIATE_TEST_SUITE_P(Compositors, RunUnderWayland,
                         testing::Values(Compositor{"weston",
                                                    {"weston", "--backend=headless-backend.so",
                                                     "--idle-time=0", "--no-config",
                                                     "--socket=wayland-eyehand"}},
                                         Compositor{"sway", {"sway"}}),
                         [](const auto& compositor) { return std::string(compositor.param.name); });

void PrintTo(const Compositor& compositor, std::ostream* out) {
  *out << compositor.name;
}

TEST_P(RunUnderWayland, TheProgramHasAWindowOfItsOwn) {
  for (const char* program : {GetParam().name, "Xwayland", "sgt-net"})
    if (!find_program(program)) GTEST_SKIP() << program << " is not installed";
  const WaylandSession session(GetParam().command);
  expect_window_of_its_own({"sgt-net", kNetBoard}, session.environment());
}

}  // namespace
}  // namespace eyehand::test
