// Runs split into shards, as contrib/ starts them, give the games and outcomes of the unsplit run.
// A shard that is killed is repeated and counted once.
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>

#include "process/find_program.hpp"
#include "process/process.hpp"
#include "process/temp_folder.hpp"
#include "tests/play/slurm.hpp"
#include "tests/play/stage.hpp"
#include "tests/support/contents.hpp"
#include "tests/support/paths.hpp"

namespace eyehand::test {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using Words = std::vector<std::string>;
using Json = nlohmann::json;

/// The processes with this word on their command line.
std::vector<pid_t> processes_with_word(const std::string& word) {
  std::vector<pid_t> found;
  std::error_code error;
  for (fs::directory_iterator it("/proc", error), end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    const std::string all = '\0' + contents(it->path() / "cmdline");
    if (all.find('\0' + word + '\0') != std::string::npos) found.push_back(std::stoi(name));
  }
  return found;
}

/// What must not depend on how a run was split: everything but times and what lost clicks change.
Json outcome_of(const fs::path& report) {
  Json run = Json::parse(contents(report / "run.json"), nullptr, false);
  EXPECT_TRUE(run.is_object()) << report;
  if (!run.is_object()) return run;
  for (const char* key : {"started", "seconds", "displays"}) run.erase(key);
  for (Json& game : run["games"])
    for (const char* key :
         {"begun", "seconds", "clicks", "captures", "replays", "folder", "display"})
      game.erase(key);
  return run;
}

class Sharded : public testing::Test {
 protected:
  Ended run(Words words, const Environment& more = {}) {
    Environment environment = more;
    environment.insert({"EYEHAND", test::built_program("eyehand")});
    Process process(words, environment);
    const auto code = process.wait(3min);
    EXPECT_TRUE(code.has_value()) << words[0] << " does not end";
    return {code, process.output()};
  }
  Ended challenge(const Words& more, const std::string& report) {
    Words words = {test::built_program("eyehand"), "challenge", "--report", in(report)};
    words.insert(words.end(), more.begin(), more.end());
    return run(words);
  }
  Ended merge(const Words& reports, const std::string& into) {
    Words words = {test::built_program("eyehand"), "challenge", "merge"};
    for (const std::string& report : reports) words.push_back(in(report));
    words.insert(words.end(), {"--report", in(into)});
    return run(words);
  }
  std::string in(const std::string& name) const { return folder_.path() / name; }

  /// Kills the shard that reports here while it plays. Whether it could.
  bool kill_while_playing(const fs::path& report, const std::function<bool()>& is_running) {
    const auto limit = Deadline::after(90s);
    while (!fs::exists(report / "display-1" / "program.log") && is_running() && !limit.passed())
      usleep(5'000);
    const auto found = processes_with_word(report);
    EXPECT_EQ(found.size(), 1U);
    return found.size() == 1 && kill(found[0], SIGKILL) == 0 && !fs::exists(report / "run.json");
  }

  TempFolder folder_;
};

Words with(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

Words games_of_net(int games) {
  return {"--skin", "sgt-net", "--level", "5x5#{seed}",
          "--seed", "7",       "--games", std::to_string(games)};
}

TEST_F(Sharded, RunsAreMergedIntoTheUnsplitRun) {
  // Boards of side 2, of which the third has no solution.
  for (int seed = 1; seed <= 5; ++seed)
    std::ofstream(in("level-" + std::to_string(seed)))
        << (seed == 3 ? "2\n  6 1\n . 1 .\n  . .\n" : "2\n  1 .\n . . .\n  . 1\n");
  const Words options = {"--skin", "arena-hexiom", "--level", in("level-{seed}"), "--seed",
                         "1",      "--games",      "5"};
  const Ended whole = challenge(with(options, {"--displays", "1"}), "whole");
  EXPECT_EQ(whole.code, 3) << whole.output;
  const Json expected = outcome_of(in("whole"));
  ASSERT_EQ(expected.at("games").size(), 5U) << whole.output;
  for (std::size_t i = 0; i < 5; ++i) {
    const Json& game = expected.at("games")[i];
    EXPECT_EQ(game.at("game"), i + 1);
    EXPECT_EQ(game.at("result"), i == 2 ? "no solution" : "solved");
  }

  EXPECT_EQ(challenge(with(options, {"--displays", "1", "--shard", "1/2"}), "one").code, 0)
      << "all its games were played";
  EXPECT_EQ(challenge(with(options, {"--displays", "2", "--shard", "2/2"}), "two").code, 0);
  const Ended early = merge({"one"}, "all");
  EXPECT_EQ(early.code, 1);
  EXPECT_NE(early.output.find("shard 2 of 2: missing"), std::string::npos) << early.output;
  EXPECT_FALSE(fs::exists(in("all/run.json")));
  EXPECT_EQ(merge({"one", "two", "one"}, "all").code, 1);

  const Ended all = merge({"two", "one"}, "all");
  EXPECT_EQ(all.code, 3) << all.output;
  EXPECT_NE(all.output.find("4 of 5 games won"), std::string::npos) << all.output;
  EXPECT_EQ(outcome_of(in("all")), expected);
  const std::string link = "../one/display-1/game-003/index.html";
  EXPECT_NE(contents(in("all/report.html")).find("href=\"" + link + '"'), std::string::npos);
  EXPECT_TRUE(fs::exists(in("all") / fs::path(link)));
}

TEST_F(Sharded, SeedsAreBoards) {
  if (!find_program("sgt-net")) GTEST_SKIP() << "sgt-net is not installed";
  challenge(with(games_of_net(2), {"--displays", "1"}), "one");
  challenge(with(games_of_net(2), {"--displays", "2"}), "other");
  const Json run = outcome_of(in("one"));
  EXPECT_EQ(run, outcome_of(in("other")));
  EXPECT_EQ(run.at("won"), 2);
  EXPECT_NE(run.at("games")[0].at("board"), run.at("games")[1].at("board"));
}

TEST_F(Sharded, GnuParallelRepeatsAShardThatIsKilled) {
  if (!find_program("sgt-net")) GTEST_SKIP() << "sgt-net is not installed";
  if (!find_program("parallel")) GTEST_SKIP() << "GNU parallel is not installed (Debian: parallel)";
  EXPECT_EQ(challenge(with(games_of_net(4), {"--displays", "1"}), "whole").code, 0);
  Process parallel(
      with({test::source_path("contrib/parallel/challenge"), "2", in("runs")}, games_of_net(4)),
      {{"EYEHAND", test::built_program("eyehand")}, {"PARALLEL", "--jobs 2"}});
  EXPECT_TRUE(kill_while_playing(in("runs/shard-2"), [&] { return parallel.is_running(); }));
  EXPECT_EQ(parallel.wait(3min), 0) << parallel.output();
  EXPECT_EQ(outcome_of(in("runs")), outcome_of(in("whole")));
}

TEST_F(Sharded, GnuParallelGoesOnWhereItWasStopped) {
  if (!find_program("sgt-net")) GTEST_SKIP() << "sgt-net is not installed";
  if (!find_program("parallel")) GTEST_SKIP() << "GNU parallel is not installed (Debian: parallel)";
  const Words command =
      with({test::source_path("contrib/parallel/challenge"), "3", in("runs")}, games_of_net(3));
  const Environment one_by_one = {{"EYEHAND", test::built_program("eyehand")},
                                  {"PARALLEL", "--jobs 1"}};
  {
    Process parallel(command, one_by_one);
    const auto limit = Deadline::after(90s);
    while (!fs::exists(in("runs/shard-2")) && parallel.is_running() && !limit.passed())
      usleep(5'000);
    EXPECT_TRUE(fs::exists(in("runs/shard-1/run.json"))) << parallel.output();
  }
  const auto first = fs::last_write_time(in("runs/shard-1/run.json"));
  const Ended ended = run(command, one_by_one);
  EXPECT_EQ(ended.code, 0) << ended.output;
  EXPECT_EQ(first, fs::last_write_time(in("runs/shard-1/run.json"))) << "it was played again";
  EXPECT_EQ(outcome_of(in("runs")).at("won"), 3);
}

// As the head of contrib/slurm/challenge says, on a cluster of this machine alone.
using FullSharded = Sharded;
TEST_F(FullSharded, SlurmRequeuesAShardThatIsKilled) {
  if (!find_program("sgt-net")) GTEST_SKIP() << "sgt-net is not installed";
  if (const auto missing = SlurmCluster::missing_program())
    GTEST_SKIP() << *missing << " is not installed (scripts/setup --full installs Slurm)";
  EXPECT_EQ(challenge(with(games_of_net(6), {"--displays", "1"}), "whole").code, 0);
  SlurmCluster cluster;
  const Environment environment = cluster.environment();
  const Ended submitted =
      run(with({"sbatch", "--parsable", "--array=1-3", "--chdir", folder_.path(),
                test::source_path("contrib/slurm/challenge"), "3", in("runs")},
               games_of_net(6)),
          environment);
  ASSERT_EQ(submitted.code, 0) << submitted.output << cluster.log();
  const std::string id = submitted.output.substr(0, submitted.output.find('\n'));
  Process merging(
      {"sbatch", "--wait", "--kill-on-invalid-dep=yes", "--chdir", folder_.path(),
       "--dependency=afterok:" + id,
       "--wrap=" + test::built_program("eyehand") + " challenge merge runs/shard-* --report runs"},
      environment);
  EXPECT_TRUE(kill_while_playing(in("runs/shard-2"), [&] { return merging.is_running(); }));
  EXPECT_EQ(merging.wait(4min), 0) << merging.output() << cluster.log();
  EXPECT_EQ(outcome_of(in("runs")), outcome_of(in("whole")));
}

}  // namespace
}  // namespace eyehand::test
