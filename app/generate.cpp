#include <algorithm>
#include <map>
#include <memory>
#include <random>

#include "app/commands.hpp"
#include "app/options.hpp"
#include "app/output.hpp"
#include "player/games.hpp"
#include "puzzle/text.hpp"

namespace eyehand {
namespace {

struct GenerateArguments {
  std::string game;
  BoardSize size;
  std::optional<std::uint64_t> seed;
  std::uint64_t count = 1;
  std::map<std::string, bool> rules;  // by RuleWord::word
  std::map<std::string, std::string> generate_options;
  bool ambiguous = false;
  TimeLimit time_limit;
};

ExitCode run_generate(const GenerateArguments& options) {
  const Game& game = game_named(options.game);
  GenerateOptions request{.width = options.size.width,
                          .height = options.size.height,
                          .unique = !options.ambiguous,
                          .rules = {},
                          .options = options.generate_options};
  for (const auto& [word, wanted] : options.rules)
    if (wanted) request.rules.push_back(word);
  if (options.size.wrapping) request.options["wrapping"] = "";
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

/// What a word that games share means, by its meaning: "net: ...; lightup, tents: ...".
class SharedHelp {
 public:
  void add(std::string_view game, std::string_view what) {
    const auto known =
        std::ranges::find(meanings_, what, &std::pair<std::string, std::string>::first);
    if (known == meanings_.end())
      meanings_.emplace_back(what, game);
    else
      known->second += ", " + std::string(game);
  }
  std::string text() const {
    return joined(
        meanings_, [](const auto& meaning) { return meaning.second + ": " + meaning.first; }, "; ");
  }

 private:
  std::vector<std::pair<std::string, std::string>> meanings_;  // each with its games
};

/// One option for each word of each game; the help of a word that games share names them all.
std::vector<Option> game_options(GenerateArguments& options) {
  std::map<std::string, std::pair<std::string, SharedHelp>> words;  // their values and help
  for (const Game* game : games()) {
    const auto add = [&](std::string_view word, std::string_view value, std::string_view what) {
      auto& [known_value, help] = words[std::string(word)];
      known_value = value;
      help.add(game->name(), what);
    };
    for (const RuleWord& rule : game->rules()) add(rule.word, "rule", rule.what);
    for (const OptionInfo& request : game->generate_options())
      add(request.word, request.value, request.what);
  }
  std::vector<Option> all;
  for (const auto& [word, rest] : words) {
    const auto& [value, help] = rest;
    if (value == "rule") {
      all.push_back(flag("--" + word, options.rules[word], help.text()));
      continue;
    }
    all.push_back({.name = "--" + word,
                   .value = value,
                   .help = help.text(),
                   .set = [&options, key = word](const std::vector<std::string>& values) {
                     options.generate_options[key] = values.empty() ? "" : values.back();
                   }});
  }
  return all;
}

}  // namespace

Command generate_command() {
  const auto options = std::make_shared<GenerateArguments>();
  Command command{
      .name = "generate",
      .group = "Puzzles",
      .summary = "Generate puzzles, one per line",
      .options = {game(options->game), board_size(options->size),
                  parsed("--seed", "N",
                         "of the first puzzle; otherwise chosen at random and reported",
                         [options = options.get()](const std::string& text) {
                           options->seed = parse_number(text, 0, kAnyNumber);
                         }),
                  number("--count", options->count, 1, 1'000'000'000, "how many puzzles")},
      .about =
          R"(Every puzzle has exactly one solution unless --ambiguous is given. The same options and seed give the
same puzzles; with --count, the seed increases by one from puzzle to puzzle.)",
      .examples =
          {{"eyehand generate net --size 9x9 --seed 7"},
           {"eyehand generate net --size 13x11 --wrapping --barriers 0.3 --count 100 > boards.txt"},
           {"eyehand generate slitherlink --size 10x10 --hard"},
           {"eyehand generate slitherlink --size 8x6 --grid cairo --clues 40"},
           {"eyehand generate sudoku --jigsaw --killer"}},
      .run = [options] { return run_generate(*options); }};
  add(command.options, game_options(*options));
  add(command.options,
      {flag("--ambiguous", options->ambiguous, "allow puzzles with several solutions"),
       duration("--time-limit", options->time_limit, "for all of them (60s, 2m, 500ms)")});
  return command;
}

}  // namespace eyehand
