#include "player/merged_run.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>

#include "player/files.hpp"
#include "puzzle/error.hpp"
#include "puzzle/text.hpp"

namespace eyehand {
namespace {

namespace fs = std::filesystem;

std::string shards_text(const std::vector<int>& numbers, int count) {
  return fmt::format("{} {} of {}", numbers.size() == 1 ? "shard" : "shards",
                     joined(numbers, [](int number) { return std::to_string(number); }), count);
}

void require_one_run(const std::vector<ShardReport>& shards) {
  const RunRecord& first = shards.front().run;
  for (const ShardReport& shard : shards) {
    const RunRecord& run = shard.run;
    if (run.requested == 0)
      throw Error(shard.folder.string() +
                  ": not played by seeds, so it cannot be merged; use --seed and --shard.");
    const auto compare = [&](const char* what, const auto& is, const auto& was) {
      if (is == was) return;
      throw Error(fmt::format("{}: of another run than {}: its {} is {}, not {}.",
                              shard.folder.string(), shards.front().folder.string(), what, is,
                              was));
    };
    compare("skin", run.skin, first.skin);
    compare("program", run.program, first.program);
    compare("time limit", run.game_limit, first.game_limit);
    compare("first seed", run.seed, first.seed);
    compare("number of games", run.requested, first.requested);
    compare("number of shards", run.shard.count, first.shard.count);
  }
}

/// `shards` are in order.
void require_each_once(const std::vector<ShardReport>& shards) {
  const auto twice =
      std::adjacent_find(shards.begin(), shards.end(),
                         [](const auto& a, const auto& b) { return a.run.shard == b.run.shard; });
  if (twice != shards.end())
    throw Error(fmt::format("{} and {}: both are shard {}; leave one out.", twice->folder.string(),
                            (twice + 1)->folder.string(), to_string(twice->run.shard)));
  const int count = shards.front().run.shard.count;
  std::vector<int> missing;
  auto next = shards.begin();
  for (int number = 1; number <= count; ++number) {
    if (next != shards.end() && next->run.shard.number == number)
      ++next;
    else
      missing.push_back(number);
  }
  if (!missing.empty())
    throw Error(fmt::format("{}: missing; run what has not been run, and name its folder.",
                            shards_text(missing, count)));
}

}  // namespace

bool is_complete(const RunRecord& run) {
  std::vector<int> played;
  for (const GameRecord& game : run.games)
    if (!game.cut) played.push_back(game.number);
  std::sort(played.begin(), played.end());
  if (played.size() != static_cast<std::size_t>(run.shard.share_of(run.requested))) return false;
  for (std::size_t i = 0; i < played.size(); ++i)
    if (played[i] != run.shard.number + static_cast<int>(i) * run.shard.count) return false;
  return true;
}

ShardReport read_shard(const fs::path& folder) {
  const fs::path file = folder / "run.json";
  std::error_code error;
  if (!fs::exists(file, error))
    throw Error(folder.string() +
                ": there is no run.json; if this shard was stopped before its end, run it again.");
  return {folder, run_from_json(read_file(file, kMaxRunBytes), file.string())};
}

RunRecord merged(std::vector<ShardReport> shards, const fs::path& report) {
  require_one_run(shards);
  std::sort(shards.begin(), shards.end(), [](const ShardReport& a, const ShardReport& b) {
    return a.run.shard.number < b.run.shard.number;
  });
  require_each_once(shards);
  RunRecord whole = shards.front().run;
  whole.shard = {};
  whole.games.clear();
  for (auto& [folder, run] : shards) {
    if (!is_complete(run))
      throw Error(fmt::format("{}: shard {} has played {} of its {} games ({}); run it again.",
                              folder.string(), to_string(run.shard), run.counted(),
                              run.shard.share_of(run.requested), run.ended));
    whole.started = std::min(whole.started, run.started);
    whole.seconds = std::max(whole.seconds, run.seconds);
    whole.displays = std::max(whole.displays, run.displays);
    const fs::path from_report = fs::absolute(folder).lexically_relative(fs::absolute(report));
    for (GameRecord& game : run.games) {
      if (!game.folder.empty())
        game.folder = (from_report / game.folder).lexically_normal().string();
      whole.games.push_back(std::move(game));
    }
  }
  std::sort(whole.games.begin(), whole.games.end(),
            [](const GameRecord& a, const GameRecord& b) { return a.number < b.number; });
  return whole;
}

}  // namespace eyehand
