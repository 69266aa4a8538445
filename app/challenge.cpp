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
  ChallengeWish wish;
  std::optional<std::string> run;
  std::string report, against;
};

void write_report(const ChallengeWish& wish, const RunRecord& run, const RunRecord* before) {
  if (wish.report.empty()) return;
  std::error_code error;
  std::filesystem::create_directories(wish.report, error);
  write_file(wish.report / "run.json", to_json(run));
  write_file(wish.report / "report.html", run_page(run, before));
  note("the report is " + (wish.report / "report.html").string());
}

ExitCode run_challenge(const Options& options) {
  ChallengeWish wish = options.wish;
  wish.report = options.report;
  wish.starts_program = options.run || !wish.levels.empty() || wish.displays > 0;
  wish.command = options.run.value_or("");
  if (wish.starts_program && wish.target.skin.empty())
    throw Failure(ExitCode::usage, "say with --skin which program is to be started.");
  if (wish.games == 0 && wish.total.span == TimeLimit::never()) wish.games = 20;  // a run must end

  std::optional<RunRecord> before;
  if (!options.against.empty())
    before = run_from_json(read_file(options.against, kMaxRunBytes), options.against);
  if (!wish.report.empty()) {  // better now than after an hour
    std::error_code error;
    std::filesystem::create_directories(wish.report, error);
    if (error) throw Error(wish.report.string() + ": cannot be made: " + error.message() + '.');
  }

  const ChallengeOutcome outcome = wish.displays > 0 ? run_on_displays(wish) : run_here(wish);
  const RunRecord* earlier = before ? &*before : nullptr;
  write_report(wish, outcome.run, earlier);
  if (!wish.json) print(run_summary(outcome.run, earlier));
  return outcome.code;
}

}  // namespace

std::vector<std::string> program_words(const ChallengeWish& wish, const Skin& skin) {
  if (wish.command.empty()) return start_command(skin.program, wish.levels);
  Program program = skin.program;
  program.command = split_command(wish.command);
  return start_command(program, wish.levels);
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
  ChallengeWish& wish = options->wish;
  CLI::App* command =
      app.add_subcommand("challenge", "Play games in a row against the clock, and report on them");
  add_target(*command, wish.target);
  command
      ->add_option("--games", wish.games,
                   "so many; if not given 20, or with --total as many as there is time for")
      ->check(CLI::Range(1, 1'000'000));
  add_time_limit(*command, wish.time_limit, "for each game; 180s if not given");
  add_span(*command, "--total", wish.total, "for the whole run");
  command->add_flag("--any", wish.any,
                    "of a puzzle with several answers play one, which else is not played");
  command
      ->add_option_function<std::string>(
          "--run", [options](const std::string& text) { options->run = text; },
          "start the program: by this command, or as the skin says if none is given")
      ->expected(0, 1)
      ->default_str("")
      ->type_name("COMMAND");
  command
      ->add_option("--level", wish.levels,
                   "start the program at this level, given to it as the skin says (9x9w for "
                   "sgt-net, files for arena-hexiom)")
      ->type_name("LEVEL...");
  command
      ->add_option("--displays", wish.displays,
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
  command->add_flag("--json", wish.json, "one JSON object a game, and no summary");
  command->get_option("--window")->excludes("--displays", "--run", "--level");
  command->get_option("--window-id")->excludes("--displays", "--run", "--level");
  command->footer(std::string(kExamples) + "\n\n" + kExitCodeHelp);
  command->callback([options, &run] { run = [options] { return run_challenge(*options); }; });
}

}  // namespace eyehand
