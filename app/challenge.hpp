// What the parts of `eyehand challenge` share: the wish from the command line, and the two ways in
// which it comes true.
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
  bool starts_program = false;  ///< it is not there yet
  std::string command;          ///< empty: as the skin says
  std::vector<std::string> levels;
  int displays = 0;              ///< 0: the user's own display
  std::filesystem::path report;  ///< a folder; empty: none is wished for
  bool json = false;
};

struct ChallengeOutcome {
  RunRecord run;
  ExitCode code = ExitCode::ok;
};

/// On the display that there is, by this process.
ChallengeOutcome run_here(const ChallengeOptions& options);
/// On several displays of our own at once, each played by a process like this one. The games are
/// shared out, and the levels too if there are enough. In the command, {display} is the display's
/// number, from 1 on.
ChallengeOutcome run_on_displays(const ChallengeOptions& options);

/// The words of the command that starts the program. Throws Error or Failure if it is not known.
std::vector<std::string> program_words(const ChallengeOptions& options, const Skin& skin);
/// "2024-05-31 14:03:59"
std::string local_time();

}  // namespace eyehand
