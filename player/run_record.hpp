// The record of a run of games: a small record per game, the file `run.json` that holds them, and
// the comparison of two runs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "player/play.hpp"
#include "puzzle/shard.hpp"

namespace eyehand {

struct GameRecord {
  int number = 0;      ///< from 1, in the order in which they began; in a run by seeds, of its seed
  int display = 0;     ///< the number of its display, from 1; 0 if there is only one
  std::string result;  ///< name(End)
  std::string why;     ///< for people; empty when won, unless `covered`
  bool won = false;
  bool covered = false;  ///< won, see GameReport::covered
  bool cut = false;      ///< cut short by the end of the run; counts neither as won nor as lost
  double begun = 0;      ///< seconds since the run began
  StageTimes seconds;
  std::string size, board;  ///< the board as it was at the start, in the game's text format
  int clicks = 0, clicks_planned = 0, captures = 0, replays = 0;
  std::string folder;  ///< the bundle of a game not won, relative to the report; may be empty
};
GameRecord to_record(int number, const GameReport& report);
/// "solved; the program covered the board", "stuck: clicks have no effect".
std::string result_text(const GameRecord& game);

struct RunRecord {
  std::string skin, game;
  std::string program;  ///< the command that started it, or the window's title
  std::string started;  ///< "2024-05-31 14:03:59", local time
  int displays = 1;
  /// Of a run by seeds: how many games were requested, the seed of the first, and the share of them
  /// that this run has. 0: not by seeds.
  int requested = 0;
  std::uint64_t seed = 0;
  Shard shard;
  double game_limit = 0;  ///< seconds for each game; 0: none
  double seconds = 0;     ///< of the whole run
  std::string ended;      ///< for people: why it ended
  std::vector<GameRecord> games;

  int won() const;
  /// The number of games that count, those that were not cut.
  int counted() const;
  /// The seconds of a stage, or the total, in each game that was won. (Games that were not won took
  /// as long as they were allowed to.)
  std::vector<double> seconds_of(double StageTimes::*stage) const;
};

/// The largest run file accepted, in bytes (some hundred thousand games).
inline constexpr std::size_t kMaxRunBytes = 256u << 20;

/// One object on one line, as `eyehand challenge --json` prints it for each game.
std::string to_json(const GameRecord& game);
std::string to_json(const RunRecord& run);
/// Throw Error saying what is wrong in `text`, called `name`. Unknown keys are ignored.
GameRecord game_from_json(std::string_view text, const std::string& name);
RunRecord run_from_json(std::string_view text, const std::string& name);

/// How one figure differs between two runs.
struct Change {
  std::string what;             ///< a stage, "total" or "clicks"
  double before = 0, now = 0;   ///< medians over the games that were won
  std::optional<double> ratio;  ///< now to before; nothing if before is 0
  /// The medians differ by more than a fifth and more than a millisecond (a click), and each lies
  /// outside the middle half of the other run's games: more than the usual scatter.
  bool is_plain = false;
};
struct Comparison {
  int won_before = 0, counted_before = 0, won_now = 0, counted_now = 0;
  std::vector<Change> changes;  ///< total, the stages in their order, clicks
  /// In one sentence: faster or slower, and which stage accounts for most of it.
  std::string verdict;
};
Comparison compare(const RunRecord& before, const RunRecord& now);

}  // namespace eyehand
