#include "app/challenge.hpp"

#include <fmt/format.h>

#include <array>
#include <ctime>
#include <memory>
#include <optional>

#include "app/commands.hpp"
#include "app/output.hpp"
#include "app/scoreboard.hpp"
#include "app/trust.hpp"
#include "player/files.hpp"
#include "player/merged_run.hpp"
#include "player/run_report.hpp"

namespace eyehand {
namespace {

/// So that the seeds of all games are numbers that programs accept.
constexpr std::uint64_t kMaxSeed = 1'000'000'000'000;

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

/// `stuck` for the names of ends that another version has.
End end_named(const std::string& text) {
  int end = 0;
  while (end < static_cast<int>(End::stuck) && name(static_cast<End>(end)) != text) ++end;
  return static_cast<End>(end);
}

void require_seeds(const ChallengeOptions& challenge) {
  if (challenge.games < challenge.share().count)
    throw Failure(ExitCode::usage, fmt::format("{} games cannot be split into {} shards.",
                                               challenge.games, challenge.share().count));
  const auto words = program_words(challenge, find_skin(challenge.target.skin));
  if (words == filled_in(words, kSeedPlace, ""))
    throw Failure(ExitCode::usage, "'" + join_command(words) +
                                       "' does not contain {seed}; write it in --level or " +
                                       "--run where the program expects the seed.");
}

ExitCode run_challenge(const ChallengeArguments& options) {
  ChallengeOptions challenge = options.challenge;
  challenge.report = options.report;
  challenge.starts_program =
      options.run || !challenge.levels.empty() || challenge.displays > 0 || challenge.seed;
  challenge.command = options.run.value_or("");
  if (challenge.starts_program && challenge.target.skin.empty())
    throw Failure(ExitCode::usage, "use --skin to say which program to start.");
  const bool has_end = challenge.total.span != TimeLimit::never() && !challenge.seed;
  if (challenge.games == 0 && !has_end) challenge.games = 20;
  if (challenge.seed) require_seeds(challenge);

  std::optional<RunRecord> before;
  if (!options.against.empty())
    before = run_from_json(read_file(options.against, kMaxRunBytes), options.against);
  if (!challenge.report.empty()) create_folder(challenge.report);  // not after an hour

  const ChallengeOutcome outcome =
      challenge.displays > 0 ? run_on_displays(challenge) : run_here(challenge);
  const RunRecord* earlier = before ? &*before : nullptr;
  if (!challenge.report.empty()) write_report(outcome.run, earlier, challenge.report);
  if (!challenge.json) print(run_summary(outcome.run, earlier));
  // What repeats shards that fail must not repeat one because of a game that is not won.
  return challenge.shard && is_complete(outcome.run) ? ExitCode::ok : outcome.code;
}

}  // namespace

std::vector<std::string> program_words(const ChallengeOptions& options, const Skin& skin) {
  if (options.command.empty()) {
    require_trust(skin, options.is_skin_trusted);
    return start_command(skin.program, options.levels);
  }
  Program program = skin.program;
  program.command = split_command(options.command);
  return start_command(program, options.levels);
}

std::vector<std::string> filled_in(std::vector<std::string> words, std::string_view place,
                                   const std::string& value) {
  for (std::string& word : words)
    for (std::size_t at = 0; (at = word.find(place, at)) != std::string::npos; at += value.size())
      word.replace(at, place.size(), value);
  return words;
}

RunRecord begin_run(const ChallengeOptions& options, const Skin& skin) {
  RunRecord run;
  run.skin = skin.name;
  run.game = skin.game;
  run.started = local_time();
  if (options.time_limit.span != TimeLimit::never())
    run.game_limit = std::chrono::duration<double>(options.time_limit.span).count();
  if (options.seed) {
    run.requested = options.games;
    run.seed = *options.seed;
    run.shard = options.share();
  }
  return run;
}

ExitCode exit_code(const RunRecord& run) {
  ExitCode code = ExitCode::ok;
  for (const GameRecord& game : run.games) {
    if (game.won || game.cut) continue;
    code = worse(code, exit_code(end_named(game.result)));
  }
  return code;
}

void create_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw Error(folder.string() + ": cannot be created: " + error.message() + '.');
}

void write_report(const RunRecord& run, const RunRecord* before,
                  const std::filesystem::path& folder) {
  write_file(folder / "report.html", run_page(run, before));
  write_file_at_once(folder / "run.json", to_json(run));
  note("report: " + (folder / "report.html").string());
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
           {"eyehand challenge --skin sgt-net --level '9x9#{seed}' --seed 1 --games 160 \\\n"
            "      --shard 3/16 --report runs/shard-3",
            "the third of sixteen machines' shares (docs/many-machines.md)"},
           {"eyehand challenge merge runs/shard-* --report runs", "all shares as one run"},
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
       parsed(
           "--seed", "N",
           "play the board of another seed in each game, N in the first, in a program of its own; "
           "{seed} in the command or level stands for it",
           [&challenge](const std::string& text) {
             challenge.seed = parse_number(text, 0, kMaxSeed);
           })
           .excludes(window),
       shard(challenge.shard,
             "play every Nth game only, from game K on; the exit code is 0 once all have been "
             "played, won or not")
           .needs({"--seed"}),
       trust_option(challenge.is_skin_trusted),
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
