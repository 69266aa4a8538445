// eyehand challenge merge: the shards of a run as one.
#include <memory>

#include "app/challenge.hpp"
#include "app/commands.hpp"
#include "app/output.hpp"
#include "app/scoreboard.hpp"
#include "player/merged_run.hpp"

namespace eyehand {
namespace {

struct MergeArguments {
  std::vector<std::string> folders;
  std::string report;
};

ExitCode merge(const MergeArguments& options) {
  std::vector<ShardReport> shards;
  for (const std::string& folder : options.folders) shards.push_back(read_shard(folder));
  const RunRecord run = merged(std::move(shards), options.report);
  if (!options.report.empty()) {
    create_folder(options.report);
    write_report(run, nullptr, options.report);
  }
  print(run_summary(run, nullptr));
  return exit_code(run);
}

}  // namespace

Command challenge_merge_command() {
  const auto options = std::make_shared<MergeArguments>();
  return {
      .name = "challenge merge",
      .group = "",
      .summary = "Join the shards of a run into one report",
      .options = {texts("DIR", options->folders, "FOLDER", "the reports of all shards").required(),
                  text(
                      "--report", options->report, "DIR",
                      "write report.html and run.json there; games that were not won are linked in "
                      "the folders of their shards")},
      .about =
          "The games and outcomes are those of the run without --shard. A shard that is "
          "missing, named twice or not\ncomplete is an error.",
      .examples = {{"eyehand challenge merge runs/shard-* --report runs"}},
      .run = [options] { return merge(*options); }};
}

}  // namespace eyehand
