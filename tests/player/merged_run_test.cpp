#include "player/merged_run.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "player/files.hpp"
#include "process/temp_folder.hpp"
#include "puzzle/error.hpp"

namespace eyehand {
namespace {

constexpr int kGames = 8;

/// Of eight games, of which the fifth is lost.
ShardReport shard(int number, int count, const std::string& folder = "runs/shard-") {
  ShardReport report{folder + std::to_string(number), {}};
  RunRecord& run = report.run;
  run.skin = "sgt-net";
  run.program = "sgt-net 5x5#{seed}";
  run.started = "2024-05-31 14:03:5" + std::to_string(number);
  run.requested = kGames;
  run.seed = 100;
  run.shard = {number, count};
  run.seconds = 10.0 * number;
  for (int i = number; i <= kGames; i += count) {
    GameRecord game;
    game.number = i;
    game.won = i != 5;
    game.result = game.won ? "solved" : "stuck";
    game.folder = game.won ? "" : "game-005";
    run.games.push_back(game);
  }
  return report;
}

std::string why_not(const std::vector<ShardReport>& shards) {
  try {
    merged(shards, "all");
  } catch (const Error& error) {
    return error.what();
  }
  return "merged";
}

TEST(Shards, HaveEachItemOnce) {
  for (int items = 0; items < 12; ++items)
    for (int count = 1; count < 6; ++count) {
      std::vector<int> times(static_cast<std::size_t>(items));
      for (int number = 1; number <= count; ++number) {
        const Shard one{number, count};
        int has = 0;
        for (std::size_t i = 0; i < times.size(); ++i)
          if (one.has(i)) ++has, ++times[i];
        EXPECT_EQ(one.share_of(items), has) << to_string(one) << " of " << items;
      }
      EXPECT_EQ(times, std::vector<int>(times.size(), 1)) << items << " in " << count;
    }
}

TEST(Shards, AreSplitIntoShards) {
  const Shard whole{2, 3};
  for (std::size_t item = 0; item < 40; ++item) {
    int times = 0;
    for (int part = 0; part < 4; ++part) times += whole.split(part, 4).has(item);
    EXPECT_EQ(times, whole.has(item)) << item;
  }
}

TEST(MergedRuns, AreTheUnsplitRun) {
  const ShardReport unsplit = shard(1, 1);
  const RunRecord run = merged({shard(3, 3), shard(1, 3), shard(2, 3)}, "runs/all");
  EXPECT_TRUE(run.shard.is_whole());
  EXPECT_EQ(run.seconds, 30);
  EXPECT_EQ(run.started, "2024-05-31 14:03:51");
  EXPECT_EQ(run.won(), kGames - 1);
  ASSERT_EQ(run.games.size(), unsplit.run.games.size());
  for (std::size_t i = 0; i < run.games.size(); ++i) {
    EXPECT_EQ(run.games[i].number, unsplit.run.games[i].number);
    EXPECT_EQ(run.games[i].result, unsplit.run.games[i].result);
  }
  EXPECT_EQ(run.games[4].folder, "../shard-2/game-005");
  EXPECT_TRUE(is_complete(run));
}

TEST(MergedRuns, NeedEveryShardOnce) {
  EXPECT_EQ(why_not({shard(1, 4), shard(3, 4)}).find("shards 2, 4 of 4: missing"), 0U)
      << why_not({shard(1, 4), shard(3, 4)});
  EXPECT_EQ(why_not({shard(2, 2)}).find("shard 1 of 2: missing"), 0U);
  EXPECT_EQ(why_not({shard(1, 2), shard(2, 2), shard(2, 2, "other/")}),
            "runs/shard-2 and other/2: both are shard 2/2; leave one out.");
}

TEST(MergedRuns, NeedWholeShards) {
  ShardReport last = shard(2, 2);
  last.run.games.back().cut = true;
  last.run.ended = "interrupted";
  EXPECT_FALSE(is_complete(last.run));
  EXPECT_EQ(why_not({shard(1, 2), last}),
            "runs/shard-2: shard 2/2 has played 3 of its 4 games (interrupted); run it again.");
  last = shard(2, 2);
  last.run.games.back() = last.run.games.front();  // of another number
  EXPECT_NE(why_not({shard(1, 2), last}), "merged");
}

TEST(MergedRuns, AreNotMixed) {
  const auto change = [](const std::function<void(RunRecord&)>& how) {
    ShardReport other = shard(2, 2);
    how(other.run);
    return why_not({shard(1, 2), other});
  };
  EXPECT_EQ(change([](RunRecord&) {}), "merged");
  EXPECT_EQ(change([](RunRecord& run) { run.seed = 7; }),
            "runs/shard-2: of another run than runs/shard-1: its first seed is 7, not 100.");
  for (const std::string& why : {change([](RunRecord& run) { run.skin = "pzpr"; }),
                                 change([](RunRecord& run) { run.program = "sgt-net 7x7#{seed}"; }),
                                 change([](RunRecord& run) { run.game_limit = 9; }),
                                 change([](RunRecord& run) { run.requested = 9; }),
                                 change([](RunRecord& run) { run.shard.count = 3; })})
    EXPECT_NE(why.find("of another run"), std::string::npos) << why;
  EXPECT_NE(change([](RunRecord& run) { run.requested = 0; }).find("use --seed"),
            std::string::npos);
}

TEST(MergedRuns, ComeFromTheirFolders) {
  const TempFolder folder;
  try {
    read_shard(folder.path());
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("run it again"), std::string::npos) << error.what();
  }
  const ShardReport written = shard(2, 3);
  write_file_at_once(folder.path() / "run.json", to_json(written.run));
  const RunRecord read = read_shard(folder.path()).run;
  EXPECT_EQ(to_json(read), to_json(written.run));
  EXPECT_EQ(read.shard, (Shard{2, 3}));
  EXPECT_EQ(read.seed, 100U);
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "run.json.partial"));

  for (const char* numbers : {"0,\"count\":3", "4,\"count\":3", "1,\"count\":-1"}) {
    write_file(folder.path() / "run.json",
               R"({"eyehand_run":1,"games":[],"shard":{"number":)" + std::string(numbers) + "}}");
    EXPECT_THROW(read_shard(folder.path()), Error) << numbers;
  }
}

TEST(WritingAtOnce, LeavesTheOldFileIfItFails) {
  const TempFolder folder;
  const auto file = folder.path() / "run.json";
  write_file_at_once(file, "old");
  std::filesystem::create_directory(folder.path() / "run.json.partial");
  EXPECT_THROW(write_file_at_once(file, "new"), Error);
  EXPECT_EQ(read_file(file, 100), "old");
}

}  // namespace
}  // namespace eyehand
