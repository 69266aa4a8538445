// `eyehand challenge` with real programs: on one display and on several of its own, with games that
// are not won, with Ctrl-C, and with the user moving the mouse.
#include <signal.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>

#include "process/find_program.hpp"
#include "process/process.hpp"
#include "process/temp_folder.hpp"
#include "tests/play/stage.hpp"
#include "tests/support/contents.hpp"
#include "tests/support/paths.hpp"

namespace eyehand::test {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

/// The processes that have inherited this environment variable.
std::vector<pid_t> processes_with(const std::string& setting) {
  std::vector<pid_t> found;
  std::error_code error;
  for (fs::directory_iterator it("/proc", error), end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    const std::string all = '\0' + contents(it->path() / "environ");
    if (all.find('\0' + setting + '\0') != std::string::npos) found.push_back(std::stoi(name));
  }
  return found;
}

/// How a run ended, and what it left behind.
struct Challenged {
  int code = -1;
  std::string out, err, page;
  nlohmann::json run;

  int won() const { return run.value("won", -1); }
  std::vector<std::string> results() const {
    std::vector<std::string> all;
    for (const auto& game : run.at("games")) all.push_back(game.at("result"));
    return all;
  }
};

class Challenge : public testing::Test {
 protected:
  Challenge() : recorder_(desktop_.display()) {}

  std::unique_ptr<Process> begin(const std::string& name, const std::vector<std::string>& arguments,
                                 const Environment& more = {}) {
    Environment environment = more;
    environment.insert({"EYEHAND_TEST_RUN", mark_});
    std::vector<std::string> command = {"/bin/sh",
                                        "-c",
                                        "cd '" + folder_.path().string() +
                                            "' && exec \"$0\" \"$@\" >" + name + ".out 2>" + name +
                                            ".err",
                                        test::built_program("eyehand"),
                                        "challenge",
                                        "--report",
                                        name};
    command.insert(command.end(), arguments.begin(), arguments.end());
    return desktop_.launch(command, environment);
  }
  Challenged finish(const std::string& name, Process& process) {
    Challenged result;
    const auto code = exit_code(process, desktop_, recorder_);
    EXPECT_TRUE(code.has_value()) << "it does not end";
    result.code = code.value_or(-1);
    result.out = contents(folder_.path() / (name + ".out"));
    result.err = contents(folder_.path() / (name + ".err"));
    result.page = contents(folder_.path() / name / "report.html");
    result.run =
        nlohmann::json::parse(contents(folder_.path() / name / "run.json"), nullptr, false);
    EXPECT_TRUE(result.run.is_object()) << result.err;
    EXPECT_NE(result.page.find("</html>"), std::string::npos);
    EXPECT_TRUE(is_all_released(desktop_));
    return result;
  }
  Challenged challenge(const std::string& name, const std::vector<std::string>& arguments) {
    return finish(name, *begin(name, arguments));
  }
  /// Whether it has reached its second game: no board of 25 tiles takes more than 50 clicks.
  bool has_clicked(Process& run) {
    desktop_.eventually([&] { return recorder_.presses().size() > 50 || !run.is_running(); }, 60s);
    return recorder_.presses().size() > 50;
  }
  bool nothing_is_left() {
    return desktop_.eventually([&] { return processes_with("EYEHAND_TEST_RUN=" + mark_).empty(); },
                               60s);
  }
  fs::path put_level(const std::string& name, const std::string& text) {
    std::ofstream(folder_.path() / name) << text;
    return folder_.path() / name;
  }
  static bool has(const char* program) { return find_program(program).has_value(); }

  Desktop desktop_{WithManager::yes};
  EventRecorder recorder_;
  TempFolder folder_;
  const std::string mark_ = folder_.path().filename().string();
};

// A board of side 2 that takes one drag, and one without a solution.
constexpr const char* kEasy = "2\n  1 .\n . . .\n  . 1\n";
constexpr const char* kImpossible = "2\n  6 1\n . 1 .\n  . .\n";

TEST_F(Challenge, ARunOfNetIsWonAndComparedWithTheOneBefore) {
  if (!has("sgt-net")) GTEST_SKIP() << "sgt-net is not installed";
  const Challenged first =
      challenge("first", {"--skin", "sgt-net", "--level", "5x5", "--games", "5"});
  ASSERT_EQ(first.code, 0) << first.err;
  EXPECT_EQ(first.results(), std::vector<std::string>(5, "solved"));
  EXPECT_EQ(first.run.at("program"), "sgt-net 5x5");
  EXPECT_NE(first.out.find("5 of 5 games won"), std::string::npos) << first.out;
  EXPECT_EQ(first.out.find("compared with"), std::string::npos);
  for (const auto& game : first.run.at("games")) {
    const auto& seconds = game.at("seconds");
    EXPECT_EQ(game.at("size"), "5x5");
    EXPECT_EQ(game.at("clicks"), game.at("clicks_planned"));
    EXPECT_GT(seconds.at("act"), 0);
    EXPECT_GT(seconds.at("verify"), 0);
    double sum = 0;
    for (const char* stage : {"wait", "capture", "read", "solve", "plan", "act", "verify"})
      sum += seconds.at(stage).get<double>();
    EXPECT_LE(sum, seconds.at("total"));
  }
  EXPECT_TRUE(nothing_is_left()) << "the program outlives the run";

  const Challenged second =
      challenge("second", {"--skin", "sgt-net", "--run", "--level", "5x5", "--games", "2",
                           "--against", (folder_.path() / "first" / "run.json").string()});
  EXPECT_EQ(second.code, 0) << second.err;
  EXPECT_NE(second.out.find("won 5 of 5 before, 2 of 2 now"), std::string::npos) << second.out;
  EXPECT_NE(second.page.find("Against the run of"), std::string::npos);
}

// The usual challenge for Hexiom bots.
TEST_F(Challenge, HexiomBoardsOfSideSixAreSolvedInThreeMinutesEach) {
  const Challenged played =
      challenge("hexiom", {"--skin", "arena-hexiom", "--run",
                           "eyehand-arena hexiom --side 6 --seed 101 --time-limit 180s", "--games",
                           std::to_string(games(20)), "--time-limit", "180s"});
  EXPECT_EQ(played.code, 0) << played.out << played.err;
  EXPECT_EQ(played.won(), games(20));
}

TEST_F(Challenge, AGameThatIsNotWonIsReportedAndTheNextOneIsPlayed) {
  const std::string easy = put_level("easy.txt", kEasy);
  const std::string impossible = put_level("impossible.txt", kImpossible);
  const Challenged played = challenge(
      "run", {"--skin", "arena-hexiom", "--games", "3", "--level", easy, impossible, easy});
  EXPECT_EQ(played.code, 3) << played.err;
  EXPECT_EQ(played.results(), (std::vector<std::string>{"solved", "no solution", "solved"}));
  EXPECT_NE(played.out.find("game 2: no solution"), std::string::npos) << played.out;
  const fs::path bundle = folder_.path() / "run" / "game-002";
  EXPECT_EQ(played.run.at("games")[1].at("folder"), "game-002");
  EXPECT_NE(played.page.find("href=\"game-002/index.html\""), std::string::npos);
  for (const char* file : {"index.html", "before.png", "overlay.png", "after.png", "log.txt",
                           "board.txt", "scores.txt"})
    EXPECT_GT(fs::exists(bundle / file) ? fs::file_size(bundle / file) : 0, 0U) << file;
  EXPECT_FALSE(fs::exists(folder_.path() / "run" / "game-001"));
}

TEST_F(Challenge, CtrlCEndsItAndTheReportIsWritten) {
  if (!has("sgt-net")) GTEST_SKIP() << "sgt-net is not installed";
  const auto run = begin("run", {"--skin", "sgt-net", "--level", "5x5"});
  ASSERT_TRUE(has_clicked(*run)) << finish("run", *run).out;
  run->signal(SIGINT);
  const Challenged played = finish("run", *run);
  EXPECT_EQ(played.code, 7) << played.err;
  EXPECT_GE(played.won(), 1);
  EXPECT_LT(played.run.at("games").size(), 20U);
  EXPECT_TRUE(nothing_is_left());
}

TEST_F(Challenge, AHandOnTheMouseEndsIt) {
  if (!has("sgt-net")) GTEST_SKIP() << "sgt-net is not installed";
  const auto run = begin("run", {"--skin", "sgt-net", "--level", "5x5"});
  ASSERT_TRUE(has_clicked(*run)) << finish("run", *run).out;
  desktop_.eventually([&] {
    static int step = 0;
    move_pointer(desktop_.connection(), {20 + ++step % 7, 20});
    return !run->is_running();
  });
  EXPECT_EQ(finish("run", *run).code, 7);
}

TEST_F(Challenge, TheTimeForAllGamesEndsIt) {
  if (!has("sgt-net")) GTEST_SKIP() << "sgt-net is not installed";
  const Challenged played =
      challenge("run", {"--skin", "sgt-net", "--level", "5x5", "--total", "2s"});
  EXPECT_EQ(played.code, 0) << played.err << "as many as there is time for were played";
  EXPECT_GE(played.won(), 1);
  EXPECT_EQ(played.won(), played.run.at("played"));
  EXPECT_LT(played.run.at("seconds"), 4);
}

TEST_F(Challenge, SeveralDisplaysShareTheGames) {
  if (!has("sgt-net")) GTEST_SKIP() << "sgt-net is not installed";
  const Challenged played = challenge(
      "run", {"--skin", "sgt-net", "--level", "5x5", "7x7", "--games", "6", "--displays", "2"});
  ASSERT_EQ(played.code, 0) << played.out << played.err;
  EXPECT_EQ(played.won(), 6);
  std::map<int, std::set<std::string>> sizes;
  for (const auto& game : played.run.at("games"))
    sizes[game.at("display").get<int>()].insert(game.at("size").get<std::string>());
  EXPECT_EQ(sizes, (std::map<int, std::set<std::string>>{{1, {"5x5"}}, {2, {"7x7"}}}));
  EXPECT_TRUE(recorder_.presses().empty()) << "it clicked on the user's display";
  EXPECT_TRUE(nothing_is_left());
}

TEST_F(Challenge, NothingOutlivesAKilledRun) {
  const auto run = begin("run", {"--skin", "arena-hexiom", "--run", "eyehand-arena hexiom --side 5",
                                 "--games", "1000", "--displays", "2"});
  const auto all = [&] { return processes_with("EYEHAND_TEST_RUN=" + mark_).size(); };
  // The run itself, and per display the server, the manager, the player and the program.
  ASSERT_TRUE(desktop_.eventually([&] { return all() >= 9; }, 60s));
  run->signal(SIGKILL);
  EXPECT_TRUE(nothing_is_left());
}

}  // namespace
}  // namespace eyehand::test
