// A run by seeds that several machines have played, each a shard of it, as one run.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "player/run_record.hpp"

namespace eyehand {

/// Whether every game of the shard has been played to its end, won or not.
bool is_complete(const RunRecord& run);

/// A folder that `eyehand challenge --report` wrote, and the run in it.
struct ShardReport {
  std::filesystem::path folder;
  RunRecord run;
};
/// Throws Error if there is no run in the folder.
ShardReport read_shard(const std::filesystem::path& folder);

/// The run as if it had not been split, with its games in the order of their seeds. Its time is
/// that of the slowest shard. The folders of games not won become relative to `report`. Throws
/// Error, naming the shards or folders, if a shard is missing, there twice, or not complete, or
/// belongs to another run.
RunRecord merged(std::vector<ShardReport> shards, const std::filesystem::path& report);

}  // namespace eyehand
