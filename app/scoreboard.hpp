// What is told of a challenge run while it is under way, and at its end in the terminal.
#pragma once

#include <optional>
#include <string>

#include "player/run_record.hpp"
#include "puzzle/deadline.hpp"

namespace eyehand {

/// One line that is written over itself on a terminal (stderr); elsewhere a line a game.
class Scoreboard {
 public:
  /// `games` 0: as many as there is time for. With `is_silent` it says nothing at all.
  Scoreboard(int games, Deadline all, bool is_silent);
  ~Scoreboard();
  Scoreboard(const Scoreboard&) = delete;
  Scoreboard& operator=(const Scoreboard&) = delete;

  /// What is being done just now: "reading", or nothing.
  void doing(std::string_view what);
  void done(const GameRecord& game);
  /// Takes the line away, so that something else can be printed.
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

/// The run in some twenty lines: outcome, a table of the stages, the comparison if there is one.
std::string run_summary(const RunRecord& run, const RunRecord* before);

}  // namespace eyehand
