// A challenge run on several private displays at once: each has its own X server, its own program,
// and a process like this one that plays it and reports each game as a line of JSON.
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <memory>
#include <set>

#include "app/challenge.hpp"
#include "app/output.hpp"
#include "app/scoreboard.hpp"
#include "process/lines.hpp"
#include "process/private_display.hpp"
#include "process/process.hpp"
#include "x11/interruption.hpp"

namespace eyehand {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using Clock = Deadline::Clock;

/// How long a player may take from the signal to stop until it has written its report and ended.
constexpr auto kStopLimit = 10s;

/// What one display plays.
struct Share {
  int number = 0;  ///< of the display, from 1
  int games = 0;   ///< or, by seeds, of all shards together
  Shard shard;
  std::vector<std::string> command;
  fs::path report;
};

std::vector<Share> shares(const ChallengeOptions& options, const Skin& skin) {
  const int games = options.seed ? options.share().share_of(options.games) : options.games;
  const int count = games == 0 ? options.displays : std::min(options.displays, games);
  std::vector<Share> all;
  for (int i = 0; i < count; ++i) {
    Share share;
    share.number = i + 1;
    share.games = options.seed ? options.games : games / count + (i < games % count ? 1 : 0);
    share.shard = options.share().split(i, count);
    ChallengeOptions part = options;
    // A seed has the same board on any display.
    if (!options.seed && options.levels.size() >= static_cast<std::size_t>(count)) {
      part.levels.clear();
      for (auto k = static_cast<std::size_t>(i); k < options.levels.size();
           k += static_cast<std::size_t>(count))
        part.levels.push_back(options.levels[k]);
    }
    share.command = filled_in(program_words(part, skin), "{display}", std::to_string(share.number));
    if (!options.report.empty())
      share.report = fs::absolute(options.report) / fmt::format("display-{}", share.number);
    all.push_back(std::move(share));
  }
  return all;
}

class Player {
 public:
  Player(const ChallengeOptions& options, const std::string& skin_file, const Share& share,
         Deadline all)
      : number_(share.number),
        folder_(share.report.filename()),
        display_(share.report.empty() ? fs::path() : created(share.report) / "display.log"),
        process_(process_options(options, skin_file, share, all)) {
    lines_.close_writer();
  }

  int out() const { return lines_.fd(); }
  bool has_finished() const { return lines_.at_end(); }
  void stop() { process_.signal(SIGINT); }
  int exit_code() { return process_.wait(kStopLimit).value_or(static_cast<int>(ExitCode::failed)); }

  /// The games reported since the last call; to be called when out() is readable.
  std::vector<GameRecord> read_games() {
    lines_.fill();
    std::vector<GameRecord> games;
    while (const auto line = lines_.buffered()) {
      games.push_back(game_from_json(*line, fmt::format("the player of display {}", number_)));
      GameRecord& game = games.back();
      game.display = number_;
      if (!game.folder.empty()) game.folder = (folder_ / game.folder).string();
    }
    return games;
  }

 private:
  static const fs::path& created(const fs::path& folder) {
    create_folder(folder);
    return folder;
  }

  Process::Options process_options(const ChallengeOptions& options, const std::string& skin_file,
                                   const Share& share, Deadline all) const {
    std::vector<std::string> words = {
        "/proc/self/exe",           "challenge", "--json", "--skin", skin_file, "--run",
        join_command(share.command)};
    const auto add = [&](const char* option, const std::string& value) {
      words.insert(words.end(), {option, value});
    };
    const auto add_span = [&](const char* option, Deadline::Clock::duration span) {
      const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(span);
      add(option, fmt::format("{}ms", ms.count()));
    };
    if (share.games > 0) add("--games", std::to_string(share.games));
    if (options.seed) {
      add("--seed", std::to_string(*options.seed));
      add("--shard", to_string(share.shard));
    }
    if (options.time_limit.span != TimeLimit::never())
      add_span("--time-limit", options.time_limit.span);
    if (!all.never()) add_span("--total", all.left());
    if (options.any) words.emplace_back("--any");
    if (!share.report.empty()) add("--report", share.report.string());
    return {.command = words,
            .environment = display_.environment(),
            .log = share.report.empty() ? fs::path() : share.report / "player.log",
            .out = lines_.writer(),
            .err = share.report.empty() ? STDERR_FILENO : -1};
  }

  int number_;
  fs::path folder_;  ///< of its report, relative to ours
  PrivateDisplay display_;
  LinePipe lines_;
  Process process_;
};

/// Waits until a player has something to report, a signal arrives, or a moment has passed; returns
/// those that can be read.
std::vector<Player*> wait_for_players(const std::vector<std::unique_ptr<Player>>& players) {
  std::vector<pollfd> waiting;
  std::vector<Player*> polled, readable;
  for (const auto& player : players) {
    if (player->has_finished()) continue;
    waiting.push_back({player->out(), POLLIN, 0});
    polled.push_back(player.get());
  }
  if (poll(waiting.data(), waiting.size(), 200) <= 0) return {};
  for (std::size_t i = 0; i < waiting.size(); ++i)
    if (waiting[i].revents != 0) readable.push_back(polled[i]);
  return readable;
}

/// `code` is the worst of the players' exit codes.
std::string ended_text(ExitCode code, bool time_is_up) {
  switch (code) {
    case ExitCode::interrupted:
      return "interrupted";
    case ExitCode::no_window:
      return "a program's window disappeared or never opened";
    case ExitCode::failed:
      return "a player failed; with --report, see player.log in its folder";
    default:
      return time_is_up ? "the total time limit was reached" : "all games were played";
  }
}

}  // namespace

ChallengeOutcome run_on_displays(const ChallengeOptions& options) {
  const x11::InterruptionWatch interruption;
  const Skin skin = find_skin(options.target.skin);
  // The players have other home folders, where a skin of the user's is not found by name.
  const std::string skin_file = fs::absolute(skin.file.name()).string();
  const auto parts = shares(options, skin);

  ChallengeOutcome outcome{begin_run(options, skin)};
  RunRecord& run = outcome.run;
  std::set<std::string> commands;
  for (const Share& share : parts) commands.insert(join_command(share.command));
  for (const auto& command : commands) run.program += (run.program.empty() ? "" : "; ") + command;
  run.displays = static_cast<int>(parts.size());

  const auto started = Clock::now();
  const Deadline all = options.total.start();
  Scoreboard scores(options.share().share_of(options.games), all, options.json);
  std::vector<std::unique_ptr<Player>> players;
  for (const Share& share : parts) {
    if (x11::interruption() != 0) break;
    scores.doing(fmt::format("starting display {}", share.number));
    players.push_back(std::make_unique<Player>(options, skin_file, share, all));
  }

  Deadline give_up;
  const auto is_playing = [&] {
    return std::any_of(players.begin(), players.end(),
                       [](const auto& player) { return !player->has_finished(); });
  };
  while (is_playing() && !give_up.passed()) {
    if (x11::interruption() != 0 && give_up.never()) {
      give_up = Deadline::after(kStopLimit);
      for (const auto& player : players) player->stop();
    }
    for (Player* player : wait_for_players(players))
      for (GameRecord& game : player->read_games()) {
        if (!options.seed) game.number = static_cast<int>(run.games.size()) + 1;
        const std::chrono::duration<double> now = Clock::now() - started;
        game.begun = std::max(0.0, now.count() - game.seconds.total);
        scores.done(game);
        if (options.json) print_line(to_json(game));
        run.games.push_back(std::move(game));
      }
    scores.doing("");
  }
  scores.clear();
  int worst = x11::interruption() != 0 ? static_cast<int>(ExitCode::interrupted) : 0;
  for (const auto& player : players) {
    const int code = player->exit_code();
    const bool is_ours = code <= static_cast<int>(ExitCode::multiple);
    worst = std::max(worst, is_ours ? code : static_cast<int>(ExitCode::failed));
  }
  run.ended = ended_text(static_cast<ExitCode>(worst), all.passed());
  outcome.code = worse(static_cast<ExitCode>(worst), exit_code(run));
  std::sort(run.games.begin(), run.games.end(),
            [](const GameRecord& a, const GameRecord& b) { return a.number < b.number; });
  run.seconds = std::chrono::duration<double>(Clock::now() - started).count();
  return outcome;
}

}  // namespace eyehand
