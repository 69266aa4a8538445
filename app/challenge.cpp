#include "app/challenge.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
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

constexpr const char* kExamples =
    R"(Plays games in a row against the clock. A game that is not won does not end the run: the next one is
started by the skin's keys. Examples:
  eyehand challenge --games 20 --report today        on the window that is on the screen; then
                                                     look at today/report.html
  eyehand challenge --skin sgt-net --level 9x9w --games 50 --total 10m
                                                     starts the program itself
  eyehand challenge --skin arena-hexiom --run "eyehand-arena hexiom --side 6 --time-limit 180s" \
      --games 20 --time-limit 180s
  eyehand challenge --skin sgt-net --level 13x11w --displays 4 --total 1h --report soak
                                                     for an hour, on four displays that nobody sees
  eyehand challenge --games 20 --report new --against today/run.json
                                                     is it faster than before, and where?

Take the mouse, or press Ctrl-C, and it stops at once; the report is written all the same.)";

struct Options {
  ChallengeOptions challenge_options;
  std::optional<std::string> run;
  std::string report, against;
};

void write_report(const ChallengeOptions& challenge_options, const RunRecord& run,
                  const RunRecord* before) {
  if (challenge_options.report.empty()) return;
  std::error_code error;
  std::filesystem::create_directories(challenge_options.report, error);
  write_file(challenge_options.report / "run.json", to_json(run));
  write_file(challenge_options.report / "report.html", run_page(run, before));
  note("the report is " + (challenge_options.report / "report.html").string());
}

ExitCode run_challenge(const Options& options) {
  ChallengeOptions challenge_options = options.challenge_options;
  challenge_options.report = options.report;
  challenge_options.starts_program =
      options.run || !challenge_options.levels.empty() || challenge_options.displays > 0;
  challenge_options.command = options.run.value_or("");
  if (challenge_options.starts_program && challenge_options.target.skin.empty())
    throw Failure(ExitCode::usage, "say with --skin which program is to be started.");
  if (challenge_options.games == 0 && challenge_options.total.span == TimeLimit::never())
    challenge_options.games = 20;  // a run must end

  std::optional<RunRecord> before;
  if (!options.against.empty())
    before = run_from_json(read_file(options.against, kMaxRunBytes), options.against);
  if (!challenge_options.report.empty()) {  // better now than after an hour
    std::error_code error;
    std::filesystem::create_directories(challenge_options.report, error);
    if (error)
      throw Error(challenge_options.report.string() + ": cannot be made: " + error.message() + '.');
  }

  const ChallengeOutcome outcome = challenge_options.displays > 0
                                       ? run_on_displays(challenge_options)
                                       : run_here(challenge_options);
  const RunRecord* earlier = before ? &*before : nullptr;
  write_report(challenge_options, outcome.run, earlier);
  if (!challenge_options.json) print(run_summary(outcome.run, earlier));
  return outcome.code;
}

}  // namespace

std::vector<std::string> program_words(const ChallengeOptions& challenge_options,
                                       const Skin& skin) {
  if (challenge_options.command.empty())
    return start_command(skin.program, challenge_options.levels);
  Program program = skin.program;
  program.command = split_command(challenge_options.command);
  return start_command(program, challenge_options.levels);
}

std::string local_time() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  localtime_r(&now, &parts);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M:%S", &parts);
  return text.data();
}

void add_challenge(CLI::App& app, Run& run) {
  const auto options = std::make_shared<Options>();
  ChallengeOptions& challenge_options = options->challenge_options;
  CLI::App* command =
      app.add_subcommand("challenge", "Play games in a row against the clock, and report on them");
  add_target(*command, challenge_options.target);
  command
      ->add_option("--games", challenge_options.games,
                   "so many; if not given 20, or with --total as many as there is time for")
      ->check(CLI::Range(1, 1'000'000));
  add_time_limit(*command, challenge_options.time_limit, "for each game; 180s if not given");
  add_span(*command, "--total", challenge_options.total, "for the whole run");
  command->add_flag("--any", challenge_options.any,
                    "of a puzzle with several answers play one, which else is not played");
  command
      ->add_option_function<std::string>(
          "--run", [options](const std::string& text) { options->run = text; },
          "start the program: by this command, or as the skin says if none is given")
      ->expected(0, 1)
      ->default_str("")
      ->type_name("COMMAND");
  command
      ->add_option("--level", challenge_options.levels,
                   "start the program at this level, given to it as the skin says (9x9w for "
                   "sgt-net, files for arena-hexiom)")
      ->type_name("LEVEL...");
  command
      ->add_option("--displays", challenge_options.displays,
                   "play on so many displays of its own at once, the program on each; {display} in "
                   "the command is the number of each")
      ->check(CLI::Range(1, 64))
      ->type_name("N");
  command
      ->add_option("--report", options->report,
                   "leave report.html and run.json there, and for each game that was not won a "
                   "folder with what was seen, read and sent")
      ->type_name("DIR");
  command
      ->add_option("--against", options->against,
                   "compare with an earlier run, of which this is the run.json")
      ->type_name("FILE");
  command->add_flag("--json", challenge_options.json, "one JSON object a game, and no summary");
  command->get_option("--window")->excludes("--displays", "--run", "--level");
  command->get_option("--window-id")->excludes("--displays", "--run", "--level");
  command->footer(std::string(kExamples) + "\n\n" + kExitCodeHelp);
  command->callback([options, &run] { run = [options] { return run_challenge(*options); }; });
}

}  // namespace eyehand
