#include "app/challenge.hpp"

#include <array>
#include <ctime>
#include <memory>
#include <optional>

#include "app/commands.hpp"
#include "app/output.hpp"
#include "app/scoreboard.hpp"
#include "player/files.hpp"
#include "player/run_report.hpp"

namespace eyehand {
namespace {

struct ChallengeArguments {
  ChallengeOptions challenge;
  std::optional<std::string> run;
  std::string report, against;
};

/// "2024-05-31 14:03:59"
std::string local_time() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  localtime_r(&now, &parts);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M:%S", &parts);
  return text.data();
}

ExitCode run_challenge(const ChallengeArguments& options) {
  ChallengeOptions challenge = options.challenge;
  challenge.report = options.report;
  challenge.starts_program = options.run || !challenge.levels.empty() || challenge.displays > 0;
  challenge.command = options.run.value_or("");
  if (challenge.starts_program && challenge.target.skin.empty())
    throw Failure(ExitCode::usage, "use --skin to say which program to start.");
  if (challenge.games == 0 && challenge.total.span == TimeLimit::never())
    challenge.games = 20;  // a run must end

  std::optional<RunRecord> before;
  if (!options.against.empty())
    before = run_from_json(read_file(options.against, kMaxRunBytes), options.against);
  if (!challenge.report.empty()) {  // fail now rather than after an hour
    std::error_code error;
    std::filesystem::create_directories(challenge.report, error);
    if (error)
      throw Error(challenge.report.string() + ": cannot be created: " + error.message() + '.');
  }

  const ChallengeOutcome outcome =
      challenge.displays > 0 ? run_on_displays(challenge) : run_here(challenge);
  const RunRecord* earlier = before ? &*before : nullptr;
  if (!challenge.report.empty()) {
    write_file(challenge.report / "run.json", to_json(outcome.run));
    write_file(challenge.report / "report.html", run_page(outcome.run, earlier));
    note("report: " + (challenge.report / "report.html").string());
  }
  if (!challenge.json) print(run_summary(outcome.run, earlier));
  return outcome.code;
}

}  // namespace

std::vector<std::string> program_words(const ChallengeOptions& options, const Skin& skin) {
  if (options.command.empty()) return start_command(skin.program, options.levels);
  Program program = skin.program;
  program.command = split_command(options.command);
  return start_command(program, options.levels);
}

RunRecord begin_run(const ChallengeOptions& options, const Skin& skin) {
  RunRecord run;
  run.skin = skin.name;
  run.game = skin.game;
  run.started = local_time();
  if (options.time_limit.span != TimeLimit::never())
    run.game_limit = std::chrono::duration<double>(options.time_limit.span).count();
  return run;
}

Command challenge_command() {
  const auto options = std::make_shared<ChallengeArguments>();
  ChallengeOptions& challenge = options->challenge;
  Command command{
      .name = "challenge",
      .group = "Playing",
      .summary = "Play games in a row against the clock and report on them",
      .options = target_options(challenge.target),
      .about = "A game that is not won does not end the run: the skin's keys start the next one.",
      .examples =
          {{"eyehand challenge --games 20 --report today",
            "in the open window; then see today/report.html"},
           {"eyehand challenge --skin sgt-net --level 9x9w --games 50 --total 10m",
            "start the program first"},
           {"eyehand challenge --skin arena-hexiom --games 20 --time-limit 180s \\\n"
            "      --run \"eyehand-arena hexiom --side 6 --time-limit 180s\""},
           {"eyehand challenge --skin sgt-net --level 13x11w --displays 4 --total 1h --report soak",
            "for an hour, on four invisible displays"},
           {"eyehand challenge --games 20 --report new --against today/run.json",
            "is it faster than before, and where?"}},
      .notes =
          "It stops at once when you move the mouse or press Ctrl-C, and still writes the report.",
      .run = [options] { return run_challenge(*options); }};
  Option run{.name = "--run",
             .value = "COMMAND",
             .help = "start the program with this command, or as the skin says if none is given",
             .set =
                 [options = options.get()](const std::vector<std::string>& values) {
                   options->run = values.empty() ? "" : values.back();
                 },
             .is_value_optional = true};
  const std::vector<std::string> window = {"--window", "--window-id"};
  add(command.options,
      {number("--games", challenge.games, 1, 1'000'000,
              "how many; by default 20, or with --total as many as there is time for"),
       duration("--time-limit", challenge.time_limit, "for each game"),
       duration("--total", challenge.total, "for the whole run"),
       flag("--any", challenge.any, "if a puzzle has several solutions, play one of them"),
       run.excludes(window),
       texts("--level", challenge.levels, "LEVEL...",
             "start the program with this level, passed as the skin says (9x9w for sgt-net, files "
             "for arena-hexiom)")
           .excludes(window),
       number("--displays", challenge.displays, 1, 64,
              "play on this many private displays at once, each with its own program; {display} in "
              "the command stands for the display's number")
           .excludes(window),
       text(
           "--report", options->report, "DIR",
           "write report.html and run.json there, and a folder for each game that was not won with "
           "what was seen, read and sent"),
       text("--against", options->against, "FILE",
            "compare with an earlier run, given its run.json"),
       flag("--json", challenge.json, "print one JSON object per game, and no summary")});
  return command;
}

}  // namespace eyehand
