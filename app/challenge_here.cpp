// A challenge run on the current display.
#include <fmt/format.h>

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

}  // namespace

ChallengeOutcome run_here(const ChallengeOptions& options) {
  const x11::InterruptionWatch interruption;
  x11::Connection connection;
  std::optional<LaunchedProgram> program;
  Target target;
  std::string started_by;
  if (options.starts_program) {
    target.skin = find_skin(options.target.skin);
    const auto words = program_words(options, target.skin);
    started_by = join_command(words);
    program = launch(connection, target.skin, words,
                     options.report.empty() ? "" : options.report / "program.log");
    target.window = program->window;
  } else {
    target = find_target(connection, options.target);
    started_by = target.window.title;
  }
  const auto session = game_named(target.skin.game).begin(target.skin);
  WindowSource window(connection, target.window.id);
  ViewSource screen(window, target.skin.view);
  Input window_input(connection, target.window.id);
  ViewInput input(window_input, screen);

  ChallengeOutcome outcome{begin_run(options, target.skin)};
  RunRecord& run = outcome.run;
  run.program = started_by;

  RowOptions row;
  row.games = options.games;
  if (options.time_limit.span != TimeLimit::never()) row.each = options.time_limit.span;
  row.all = options.total.start();
  row.go_on = true;
  row.play.any = options.any || target.skin.any;
  row.clear_way = clear_way(connection, target.window.id, target.skin);
  Scoreboard scores(options.games, row.all, options.json);
  const auto started = Clock::now();
  double begun = 0;
  std::string log;
  row.begin = [&](int number) {
    begun = since(started);
    log.clear();
    if (number > 1) scores.doing("next game");
  };
  row.play.report = [&](std::string_view stage, const std::string& what) {
    log += fmt::format("{:9.4f} s  {:>7}  {}\n", since(started) - begun, stage, what);
    scores.doing(stage);
  };
  row.done = [&](int number, const GameReport& report) {
    GameRecord game = to_record(number, report);
    game.begun = begun;
    game.cut = report.end == End::interrupted || report.end == End::user_has_mouse ||
               (report.end == End::timeout && row.all.passed());
    // Of games that were cut off, those ended by the user's mouse are kept too, to check whether it
    // was really the user.
    const bool is_odd = !game.cut || report.end == End::user_has_mouse;
    if (!game.won && is_odd && !options.report.empty()) {
      game.folder = fmt::format("game-{:03}", number);
      write_bundle(options.report / game.folder, fmt::format("Game {}", number), report, log);
    }
    if (!game.cut) outcome.code = worse(outcome.code, exit_code(report.end));
    scores.done(game);
    if (options.json) print_line(to_json(game));
    run.games.push_back(std::move(game));
  };
  try {
    const RowReport report = play_row({screen, input, *session, target.skin}, row);
    outcome.code = worse(outcome.code, exit_code(report.end));
    run.ended = how_it_ended(report);
  } catch (const Error& error) {  // such as a lost X server; what was played is still reported
    outcome.code = worse(outcome.code, ExitCode::failed);
    run.ended = error.what();
    scores.clear();
    note(std::string("eyehand: ") + error.what());
  }
  run.seconds = since(started);
  return outcome;
}

}  // namespace eyehand
