// What a challenge run reports to the terminal, during the run and at its end.
#pragma once

#include <optional>
#include <string>

#include "player/run_record.hpp"
#include "puzzle/deadline.hpp"

namespace eyehand {

/// A status line on a terminal (stderr); elsewhere one line per game.
class Scoreboard {
 public:
  /// `games` 0: as many as there is time for. `is_silent`: print nothing.
  Scoreboard(int games, Deadline all, bool is_silent);
  ~Scoreboard();
  Scoreboard(const Scoreboard&) = delete;
  Scoreboard& operator=(const Scoreboard&) = delete;

  /// The current activity, such as "reading"; may be empty.
  void doing(std::string_view what);
  void done(const GameRecord& game);
  /// Removes the line so that something else can be printed.
  void clear() noexcept;

  /// "7 of 20 games, 6 won, last 0.41 s, best 0.29 s, 4:31 min left"
  std::string text() const;

 private:
  using Clock = Deadline::Clock;
  void show();

  int games_;
  Deadline all_;
  bool is_silent_;
  bool is_live_;
  bool is_shown_ = false;
  Clock::time_point shown_at_{};
  int played_ = 0, won_ = 0;
  std::optional<double> last_, best_;
  std::string doing_;
};

/// The run in about twenty lines: result, a table of the stages, the comparison if there is one.
std::string run_summary(const RunRecord& run, const RunRecord* before);

}  // namespace eyehand
