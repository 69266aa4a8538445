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
  double barriers = 0;
  std::string grid;
  int clues = 0;
  std::string format;
  bool ambiguous = false;
  TimeLimit time_limit;
};

ExitCode run_generate(const Options& options) {
  const Game& game = game_named(options.game);
  GenerateWish wish{.width = options.size.width,
                    .height = options.size.height,
                    .unique = !options.ambiguous,
                    .rules = {},
                    .barriers = options.barriers,
                    .grid = options.grid,
                    .clues = options.clues,
                    .format = options.format};
  for (const auto& [word, wanted] : options.rules)
    if (wanted) wish.rules.push_back(word);
  if (options.seed) {
    wish.seed = *options.seed;
  } else {
    wish.seed = std::random_device()();
    note("seed " + std::to_string(wish.seed));
  }

  Progress progress("generated", options.count);
  const Deadline deadline = options.time_limit.start();
  for (std::uint64_t i = 0; i < options.count; ++i, ++wish.seed) {
    print_line(game.generate(wish, deadline));
    progress.step();
  }
  return ExitCode::ok;
}

std::string grid_words() {
  std::string words;
  for (const Game* game : games()) {
    if (!game->grids().empty()) words += (words.empty() ? "" : "; ") + std::string(game->name());
    std::string_view before = ": ";
    for (const RuleWord& grid : game->grids()) {
      words += std::string(before) + std::string(grid.word);
      before = ", ";
    }
  }
  return words;
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
  for (const Game* game : games())
    for (const RuleWord& rule : game->rules())
      if (const std::string word(rule.word); !options->rules.contains(word))
        command->add_flag("--" + word, options->rules[word],
                          std::string(game->name()) + ": " + std::string(rule.what));
  command
      ->add_option("--barriers", options->barriers,
                   "share of the sides without a wire that get a barrier")
      ->check(CLI::Range(0.0, 1.0))
      ->type_name("0..1");
  command->add_option("--grid", options->grid, grid_words())->type_name("WORD");
  command
      ->add_option("--clues", options->clues,
                   "slitherlink: so many numbers; as few as it gets if not given")
      ->check(CLI::Range(1, 100'000'000, "1 or more"))
      ->type_name("N");
  command
      ->add_option("--format", options->format,
                   "slitherlink: id (of sgt-loopy), pzpr (and puzz.link), slk, json")
      ->type_name("WORD");
  command->add_flag("--ambiguous", options->ambiguous, "puzzles may have several answers");
  add_time_limit(*command, options->time_limit, "longest time for all of them (60s, 2m, 500ms)");
  command->footer(std::string(kExamples) + "\n\n" + kExitCodeHelp);
  command->callback([options, &run] { run = [options] { return run_generate(*options); }; });
}

}  // namespace eyehand
