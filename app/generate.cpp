#include <CLI/CLI.hpp>
#include <map>
#include <memory>
#include <random>
#include <set>

#include "app/commands.hpp"
#include "app/options.hpp"
#include "app/output.hpp"
#include "player/games.hpp"

namespace eyehand {
namespace {

constexpr const char* kExamples =
    R"(Puzzles have one answer each unless --ambiguous is given. The same options and seed give the same
puzzles; with --count the seeds go up one by one. Examples:
  eyehand generate net --size 9x9 --seed 7
  eyehand generate net --size 13x11 --wrapping --barriers 0.3 --count 100 > boards.txt
  eyehand generate slitherlink --size 10x10 --hard
  eyehand generate slitherlink --size 8x6 --grid cairo --clues 40)";

struct Options {
  std::string game;
  BoardSize size;
  std::optional<std::uint64_t> seed;
  std::uint64_t count = 1;
  std::map<std::string, bool> rules;  // by the games' words for them
  std::map<std::string, std::string> generate_options;
  bool ambiguous = false;
  TimeLimit time_limit;
};

ExitCode run_generate(const Options& options) {
  const Game& game = game_named(options.game);
  GenerateOptions request{.width = options.size.width,
                          .height = options.size.height,
                          .unique = !options.ambiguous,
                          .rules = {},
                          .options = options.generate_options};
  for (const auto& [word, wanted] : options.rules)
    if (wanted) request.rules.push_back(word);
  request.seed = options.seed ? *options.seed : std::random_device()();

  Progress progress("generated", options.count);
  const Deadline deadline = options.time_limit.start();
  try {
    for (std::uint64_t i = 0; i < options.count; ++i, ++request.seed) {
      print_line(game.generate(request, deadline));
      if (i == 0 && !options.seed) note("seed " + std::to_string(request.seed));
      progress.step();
    }
  } catch (const OptionError& error) {
    throw Failure(ExitCode::usage, error.what());
  }
  return ExitCode::ok;
}

/// An option for each word of each game; where games share a word, its help names them all.
void add_generate_options(CLI::App& command, Options& options) {
  std::map<std::string, std::pair<std::string, std::string>> words;  // their values and help
  for (const Game* game : games()) {
    const auto add = [&](std::string_view word, std::string_view value, std::string_view what) {
      auto& [known_value, help] = words[std::string(word)];
      known_value = value;
      help += (help.empty() ? "" : "; ") + std::string(game->name()) + ": " + std::string(what);
    };
    for (const RuleWord& rule : game->rules()) add(rule.word, "rule", rule.what);
    for (const OptionInfo& request : game->generate_options())
      add(request.word, request.value, request.what);
  }
  for (const auto& [word, rest] : words) {
    const auto& [value, help] = rest;
    if (value == "rule") {
      command.add_flag("--" + word, options.rules[word], help);
    } else if (value.empty()) {
      command.add_flag_callback(
          "--" + word, [&options, word = word] { options.generate_options[word] = ""; }, help);
    } else {
      command
          .add_option_function<std::string>(
              "--" + word,
              [&options, word = word](const std::string& text) {
                options.generate_options[word] = text;
              },
              help)
          ->type_name(value);
    }
  }
}

}  // namespace

void add_generate(CLI::App& app, Run& run) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("generate", "Make puzzles, one a line");
  add_game(*command, options->game);
  add_size(*command, options->size);
  command->add_option("--seed", options->seed, "of the first puzzle; chosen and told if not given")
      ->type_name("N");
  command->add_option("--count", options->count, "how many puzzles")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000'000}, "1 to 1000000000"))
      ->capture_default_str()
      ->type_name("N");
  add_generate_options(*command, *options);
  command->add_flag("--ambiguous", options->ambiguous, "puzzles may have several answers");
  add_time_limit(*command, options->time_limit, "longest time for all of them (60s, 2m, 500ms)");
  command->footer(std::string(kExamples) + "\n\n" + kExitCodeHelp);
  command->callback([options, &run] { run = [options] { return run_generate(*options); }; });
}

}  // namespace eyehand
