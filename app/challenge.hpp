// What the parts of `eyehand challenge` share: its options, the two ways to run it, and its report.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/exit_code.hpp"
#include "app/options.hpp"
#include "app/target.hpp"
#include "player/run_record.hpp"

namespace eyehand {

struct ChallengeOptions {
  TargetOptions target;
  int games = 0;  ///< 0: as many as there is time for
  TimeLimit time_limit{std::chrono::minutes(3)}, total;
  bool any = false;
  bool starts_program = false;  ///< instead of using an open window
  std::string command;          ///< empty: as the skin says
  bool is_skin_trusted = false;
  std::vector<std::string> levels;
  /// Of the first game. Each game has the next seed and is played in a program of its own, in whose
  /// command {seed} stands for it. Nothing: the games of one program in a row.
  std::optional<std::uint64_t> seed;
  /// Of the games, if they are played by seeds. The exit code is 0 once all of them were played.
  std::optional<Shard> shard;
  int displays = 0;              ///< 0: the user's own display
  std::filesystem::path report;  ///< a folder; empty: no report
  bool json = false;

  Shard share() const { return shard.value_or(Shard{}); }
};

inline constexpr std::string_view kSeedPlace = "{seed}";

struct ChallengeOutcome {
  RunRecord run;
  ExitCode code = ExitCode::ok;  ///< of the worst game, or of what ended the run
};

/// On the current display, by this process.
ChallengeOutcome run_here(const ChallengeOptions& options);
/// On several private displays at once, each played by a process like this one. The games are
/// divided among them, and so are the levels if there are enough. In the command, {display} stands
/// for the display's number, from 1.
ChallengeOutcome run_on_displays(const ChallengeOptions& options);

/// The command that starts the program. Throws Error if none is known, Failure (usage) if it is the
/// skin's and the skin is not trusted (app/trust.hpp).
std::vector<std::string> program_words(const ChallengeOptions& options, const Skin& skin);
/// The words with `value` wherever one of them has `place`, such as {display}.
std::vector<std::string> filled_in(std::vector<std::string> words, std::string_view place,
                                   const std::string& value);
/// The record of a run that begins now.
RunRecord begin_run(const ChallengeOptions& options, const Skin& skin);
/// That of the worst game; games that were cut short do not count.
ExitCode exit_code(const RunRecord& run);

/// Throws Error if the folder can neither be found nor created.
void create_folder(const std::filesystem::path& folder);
/// Writes run.json and report.html; `before` is an earlier run to compare with, or null. Whoever
/// finds a run.json there can rely on its being whole. Throws Error if they cannot be written.
void write_report(const RunRecord& run, const RunRecord* before,
                  const std::filesystem::path& folder);

}  // namespace eyehand
