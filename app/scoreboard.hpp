// What a challenge run prints on the terminal, during the run and at its end.
#pragma once

#include <optional>
#include <string>

#include "app/output.hpp"
#include "player/run_record.hpp"
#include "puzzle/deadline.hpp"

namespace eyehand {

/// A status line on a terminal (stderr); elsewhere one line per game.
class Scoreboard {
 public:
  /// `games` 0: as many as there is time for. `is_silent`: print nothing.
  Scoreboard(int games, Deadline all, bool is_silent);

  /// The current activity, such as "reading"; may be empty.
  void doing(std::string_view what);
  void done(const GameRecord& game);
  /// Removes the line so that something else can be printed.
  void clear() noexcept { line_.clear(); }

  /// "7 of 20 games, 6 won, last 0.41 s, best 0.29 s, 4:31 min left"
  std::string text() const;

 private:
  void show();

  int games_;
  Deadline all_;
  bool is_silent_;
  Deadline::Clock::time_point started_ = Deadline::Clock::now();
  int played_ = 0, won_ = 0;
  std::optional<double> last_, best_;
  std::string doing_;
  StatusLine line_;
};

/// A summary of about twenty lines: the result, a table of the stages, and a comparison if there is
/// an earlier run.
std::string run_summary(const RunRecord& run, const RunRecord* before);

}  // namespace eyehand
