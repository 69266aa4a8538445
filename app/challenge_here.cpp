// A challenge run on the current display.
#include <fmt/format.h>

#include <functional>

#include "actuator/input.hpp"
#include "app/challenge.hpp"
#include "app/launched_program.hpp"
#include "app/output.hpp"
#include "app/scoreboard.hpp"
#include "player/bundle.hpp"
#include "player/challenge.hpp"
#include "player/clear_way.hpp"
#include "player/view.hpp"
#include "vision/capture.hpp"
#include "x11/interruption.hpp"

namespace eyehand {
namespace {

using Clock = Deadline::Clock;

/// How long an X server may take to remove the window of a program that has ended.
constexpr std::chrono::seconds kGoneLimit{5};

double since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

std::string how_it_ended(const RowReport& row) {
  if (row.end == End::solved && row.why.empty()) return "all games were played";
  if (row.end == End::solved || row.end == End::timeout) return row.why;
  const std::string what =
      row.no_next ? "cannot start a new game: " : std::string(name(row.end)) + ": ";
  if (row.why.empty() || row.why == name(row.end))
    return row.no_next ? what + std::string(name(row.end)) : std::string(name(row.end));
  return what + row.why;
}

std::filesystem::path program_log(const ChallengeOptions& options) {
  return options.report.empty() ? std::filesystem::path() : options.report / "program.log";
}

/// Plays games, and records them.
class Games {
 public:
  Games(x11::Connection& connection, const ChallengeOptions& options, const Skin& skin,
        const std::string& program)
      : connection_(connection),
        options_(options),
        outcome_{begin_run(options, skin)},
        all_(options.total.start()),
        scores_(options.share().share_of(options.games), all_, options.json) {
    outcome_.run.program = program;
  }

  /// Those of one window in a row.
  ChallengeOutcome play_in(const Target& target) {
    return until_error([&] { end_with(play(target, 1, options_.games)); });
  }

  /// Those of the shard, each in a program of its own. `words` start it.
  ChallengeOutcome play_seeds(const Skin& skin, const std::vector<std::string>& words) {
    return until_error([&] {
      for (int number = options_.share().number; number <= options_.games;
           number += options_.share().count) {
        const auto seed = *options_.seed + static_cast<std::uint64_t>(number - 1);
        RowReport row = play_seed(skin, filled_in(words, kSeedPlace, std::to_string(seed)), number);
        if (x11::interruption() != 0) row.end = End::interrupted;
        // A window that is gone ends its own game only.
        if (row.end != End::solved && row.end != End::no_window) return end_with(row);
      }
      end_with({});
    });
  }

 private:
  ChallengeOutcome until_error(const std::function<void()>& play_all) {
    try {
      play_all();
    } catch (const Failure& failure) {
      end_with(failure, failure.code());
    } catch (const Error& error) {  // such as a lost X server; what was played is still reported
      end_with(error, ExitCode::failed);
    }
    outcome_.run.seconds = since(started_);
    return std::move(outcome_);
  }
  void end_with(const RowReport& row) {
    outcome_.code = worse(outcome_.code, exit_code(row.end));
    outcome_.run.ended = how_it_ended(row);
  }
  void end_with(const Error& error, ExitCode code) {
    outcome_.code = worse(outcome_.code, code);
    outcome_.run.ended = error.what();
    scores_.clear();
    note(std::string("eyehand: ") + error.what());
  }

  RowReport play_seed(const Skin& skin, const std::vector<std::string>& words, int number) {
    scores_.doing("starting the program");
    x11::WindowId window = 0;
    RowReport row;
    {
      const LaunchedProgram program = launch(connection_, skin, words, program_log(options_));
      window = program.window.id;
      row = play({program.window, skin}, number, 1);
    }
    // The next program's window may have the same ID, and must not be taken for this one.
    const auto limit = Deadline::after(kGoneLimit);
    while (x11::describe(connection_, window) && !limit.passed())
      connection_.wait_for_events(limit.at_most(std::chrono::milliseconds(5)));
    return row;
  }

  /// `count` games in this window, numbered from `first`.
  RowReport play(const Target& target, int first, int count) {
    WindowSource window(connection_, target.window.id);
    ViewSource screen(window, target.skin.view);
    const auto session = begin_session(target, screen);
    Input window_input(connection_, target.window.id);
    ViewInput input(window_input, screen);
    RowOptions row;
    row.games = count;
    if (options_.time_limit.span != TimeLimit::never()) row.each = options_.time_limit.span;
    row.all = all_;
    row.go_on = true;
    row.play.any = options_.any || target.skin.any;
    row.clear_way = clear_way(connection_, target.window.id, target.skin);
    row.begin = [&](int number) {
      begun_ = since(started_);
      log_.clear();
      if (number > 1) scores_.doing("next game");
    };
    row.play.report = [&](std::string_view stage, const std::string& what) {
      log_ += fmt::format("{:9.4f} s  {:>7}  {}\n", since(started_) - begun_, stage, what);
      scores_.doing(stage);
    };
    row.done = [&](int number, const GameReport& report) { record(first - 1 + number, report); };
    return play_row({screen, input, *session, target.skin}, row);
  }

  void record(int number, const GameReport& report) {
    GameRecord game = to_record(number, report);
    game.begun = begun_;
    // A signal to end that reaches the program, too, may end it first.
    const bool is_ending = x11::interruption() != 0 && report.end == End::no_window;
    game.cut = report.end == End::interrupted || report.end == End::user_has_mouse || is_ending ||
               (report.end == End::timeout && all_.passed());
    // Of games that were cut off, those ended by the user's mouse are kept too, to check whether it
    // was really the user.
    const bool is_odd = !game.cut || report.end == End::user_has_mouse;
    if (!game.won && is_odd && !options_.report.empty()) {
      game.folder = fmt::format("game-{:03}", number);
      write_bundle(options_.report / game.folder, fmt::format("Game {}", number), report, log_);
    }
    if (!game.cut) outcome_.code = worse(outcome_.code, exit_code(report.end));
    scores_.done(game);
    if (options_.json) print_line(to_json(game));
    outcome_.run.games.push_back(std::move(game));
  }

  x11::Connection& connection_;
  const ChallengeOptions& options_;
  ChallengeOutcome outcome_;
  Deadline all_;
  Scoreboard scores_;
  const Clock::time_point started_ = Clock::now();
  double begun_ = 0;  ///< the game's, in seconds since started_
  std::string log_;   ///< of the game
};

}  // namespace

ChallengeOutcome run_here(const ChallengeOptions& options) {
  const x11::InterruptionWatch interruption;
  x11::Connection connection;
  if (!options.starts_program) {
    const Target target = find_target(connection, options.target);
    return Games(connection, options, target.skin, target.window.title).play_in(target);
  }
  const Skin skin = find_skin(options.target.skin);
  const auto words = program_words(options, skin);
  if (options.seed)
    return Games(connection, options, skin, join_command(words)).play_seeds(skin, words);
  const LaunchedProgram program = launch(connection, skin, words, program_log(options));
  return Games(connection, options, skin, join_command(words)).play_in({program.window, skin});
}

}  // namespace eyehand
