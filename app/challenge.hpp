// What the parts of `eyehand challenge` share: its options and the two ways to run it.
#pragma once

#include <filesystem>
#include <string>
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
  std::vector<std::string> levels;
  int displays = 0;              ///< 0: the user's own display
  std::filesystem::path report;  ///< a folder; empty: no report
  bool json = false;
};

struct ChallengeOutcome {
  RunRecord run;
  ExitCode code = ExitCode::ok;
};

/// On the current display, by this process.
ChallengeOutcome run_here(const ChallengeOptions& options);
/// On several private displays at once, each played by a process like this one. The games are
/// divided among them, and so are the levels if there are enough. In the command, {display} stands
/// for the display's number, from 1.
ChallengeOutcome run_on_displays(const ChallengeOptions& options);

/// The command that starts the program. Throws Error if none is known.
std::vector<std::string> program_words(const ChallengeOptions& options, const Skin& skin);
/// The record of a run that begins now.
RunRecord begin_run(const ChallengeOptions& options, const Skin& skin);

}  // namespace eyehand
