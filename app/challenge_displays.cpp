// A challenge run on several displays of our own at once: each has its X server, its program, and a
// process like this one that plays it and tells of each game in a line of JSON.
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <memory>
#include <set>

#include "app/challenge.hpp"
#include "app/child.hpp"
#include "app/output.hpp"
#include "app/private_display.hpp"
#include "app/scoreboard.hpp"
#include "x11/interruption.hpp"

namespace eyehand {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using Clock = Deadline::Clock;

/// From the signal to stop to the player's own end, with its report written.
constexpr auto kStopLimit = 10s;

/// What one display is to play.
struct Share {
  int number = 0;  ///< of the display, from 1 on
  int games = 0;
  std::vector<std::string> command;
  fs::path report;
};

std::string with_number(std::string word, int number) {
  constexpr std::string_view kPlace = "{display}";
  for (std::size_t at; (at = word.find(kPlace)) != std::string::npos;)
    word.replace(at, kPlace.size(), std::to_string(number));
  return word;
}

std::vector<Share> shares(const ChallengeOptions& options, const Skin& skin) {
  const int count =
      options.games == 0 ? options.displays : std::min(options.displays, options.games);
  std::vector<Share> all;
  for (int i = 0; i < count; ++i) {
    Share share;
    share.number = i + 1;
    share.games = options.games / count + (i < options.games % count ? 1 : 0);
    ChallengeOptions part = options;
    if (options.levels.size() >= static_cast<std::size_t>(count)) {
      part.levels.clear();
      for (auto k = static_cast<std::size_t>(i); k < options.levels.size();
           k += static_cast<std::size_t>(count))
        part.levels.push_back(options.levels[k]);
    }
    share.command = program_words(part, skin);
    for (std::string& word : share.command) word = with_number(word, share.number);
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
      : number_(share.number), folder_(share.report.filename()) {
    fs::path log;
    if (!share.report.empty()) {
      std::error_code error;
      fs::create_directories(share.report, error);
      log = share.report / "player.log";
    }
    display_ = std::make_unique<PrivateDisplay>(
        share.report.empty() ? fs::path() : share.report / "display.log");
    std::vector<std::string> words = {
        "/proc/self/exe",           "challenge", "--json", "--skin", skin_file, "--run",
        join_command(share.command)};
    const auto add_span_of = [&](const char* option, std::chrono::milliseconds span) {
      words.insert(words.end(), {option, fmt::format("{}ms", span.count())});
    };
    if (share.games > 0) words.insert(words.end(), {"--games", std::to_string(share.games)});
    if (options.time_limit.span != TimeLimit::never())
      add_span_of("--time-limit", options.time_limit.span);
    if (!all.never())
      add_span_of("--total", std::chrono::duration_cast<std::chrono::milliseconds>(all.left()));
    if (options.any) words.emplace_back("--any");
    if (!share.report.empty()) words.insert(words.end(), {"--report", share.report.string()});

    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) throw Error("no pipe to a player could be made.");
    out_ = ends[0];
    try {
      process_ = std::make_unique<Child>(Child::Options{.words = words,
                                                        .environment = display_->environment(),
                                                        .log = log,
                                                        .out = ends[1],
                                                        .err = log.empty() ? STDERR_FILENO : -1});
    } catch (...) {
      close(ends[0]);
      close(ends[1]);
      throw;
    }
    close(ends[1]);
  }
  ~Player() {
    process_.reset();
    close(out_);
  }
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;

  int number() const { return number_; }
  int out() const { return out_; }
  bool has_said_all() const { return has_said_all_; }
  void stop() { process_->signal(SIGINT); }
  int exit_code() {
    return process_->wait(Deadline::after(kStopLimit)).value_or(static_cast<int>(ExitCode::failed));
  }

  /// The games that it has told of since the last call; to be called when out() can be read.
  std::vector<GameRecord> listen() {
    std::array<char, 65536> buffer{};
    const auto count = read(out_, buffer.data(), buffer.size());
    if (count <= 0) has_said_all_ = true;
    if (count > 0) said_.append(buffer.data(), static_cast<std::size_t>(count));
    std::vector<GameRecord> games;
    for (std::size_t end; (end = said_.find('\n')) != std::string::npos; said_.erase(0, end + 1)) {
      games.push_back(game_from_json(std::string_view(said_).substr(0, end),
                                     fmt::format("the player of display {}", number_)));
      games.back().display = number_;
      if (!games.back().folder.empty())
        games.back().folder = (folder_ / games.back().folder).string();
    }
    return games;
  }

 private:
  int number_;
  fs::path folder_;  ///< of its report, from ours
  std::unique_ptr<PrivateDisplay> display_;
  std::unique_ptr<Child> process_;
  int out_ = -1;
  std::string said_;
  bool has_said_all_ = false;
};

/// Waits until one of them says something, a signal comes, or a moment has passed; those that can
/// be listened to.
std::vector<Player*> who_speaks(const std::vector<std::unique_ptr<Player>>& players) {
  std::vector<pollfd> waiting;
  std::vector<Player*> asked, speaking;
  for (const auto& player : players) {
    if (player->has_said_all()) continue;
    waiting.push_back({player->out(), POLLIN, 0});
    asked.push_back(player.get());
  }
  if (poll(waiting.data(), waiting.size(), 200) <= 0) return {};
  for (std::size_t i = 0; i < waiting.size(); ++i)
    if (waiting[i].revents != 0) speaking.push_back(asked[i]);
  return speaking;
}

/// `code` is the worst of the players' exit codes.
std::string ended_text(ExitCode code, bool time_is_up) {
  switch (code) {
    case ExitCode::interrupted:
      return "interrupted";
    case ExitCode::no_window:
      return "a program's window was gone, or never came";
    case ExitCode::failed:
      return "a player failed, and says why (with --report in its folder's player.log)";
    default:
      return time_is_up ? "the time for all games is up" : "all games were played";
  }
}

}  // namespace

ChallengeOutcome run_on_displays(const ChallengeOptions& options) {
  const x11::InterruptionWatch interruption;
  const Skin skin = find_skin(options.target.skin);
  // The players have homes of their own, where a skin of the user's is not found by name.
  const std::string skin_file = fs::absolute(skin.file.name()).string();
  const auto parts = shares(options, skin);

  ChallengeOutcome outcome;
  RunRecord& run = outcome.run;
  run.skin = skin.name;
  run.game = skin.game;
  std::set<std::string> commands;
  for (const Share& share : parts) commands.insert(join_command(share.command));
  for (const auto& command : commands) run.program += (run.program.empty() ? "" : "; ") + command;
  run.started = local_time();
  run.displays = static_cast<int>(parts.size());
  if (options.time_limit.span != TimeLimit::never())
    run.game_limit = std::chrono::duration<double>(options.time_limit.span).count();

  const auto started = Clock::now();
  const Deadline all = options.total.start();
  Scoreboard scores(options.games, all, options.json);
  std::vector<std::unique_ptr<Player>> players;
  for (const Share& share : parts) {
    if (x11::interruption() != 0) break;
    scores.doing(fmt::format("starting display {}", share.number));
    players.push_back(std::make_unique<Player>(options, skin_file, share, all));
  }

  Deadline give_up;
  const auto somebody_plays = [&] {
    return std::any_of(players.begin(), players.end(),
                       [](const auto& player) { return !player->has_said_all(); });
  };
  while (somebody_plays() && !give_up.passed()) {
    if (x11::interruption() != 0 && give_up.never()) {
      give_up = Deadline::after(kStopLimit);
      for (const auto& player : players) player->stop();
    }
    for (Player* player : who_speaks(players))
      for (GameRecord& game : player->listen()) {
        game.number = static_cast<int>(run.games.size()) + 1;
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
  outcome.code = static_cast<ExitCode>(worst);
  run.ended = ended_text(outcome.code, all.passed());
  run.seconds = std::chrono::duration<double>(Clock::now() - started).count();
  return outcome;
}

}  // namespace eyehand
