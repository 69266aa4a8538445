#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/commands.hpp"
#include "app/options.hpp"
#include "app/output.hpp"
#include "app/puzzles.hpp"
#include "player/files.hpp"

namespace eyehand {
namespace {

constexpr const char* kExamples =
    R"(Each answer is one line: how many answers there are (unique, multiple, none, timeout), a tab, and
the answer in the game's text format; if that takes several lines, they follow. On a terminal a
picture of it comes after it. Lines and crosses on a Slitherlink board are kept if any answer has
them, and else are mistakes. Examples:
  eyehand solve net 5x5w:1315a65hdeh659e81v3a9h3c8hav3cv6
  eyehand solve net boards.txt --json         one JSON object a line for each puzzle
  eyehand generate net --count 10 | eyehand solve net -
  eyehand solve net screenshot.png            reads the picture first
  eyehand solve net boards.txt --rules loops,parts --count-limit 100
  eyehand solve slitherlink 'https://puzz.link/p?slither/4/4/j386bdg' --explain
  eyehand solve slitherlink board.slk --json  the answer is a .slk with its edges
  eyehand solve slitherlink cairo.json --svg cairo.svg
  eyehand solve panel 4:W622W402202222W400W6 --json   a 0 or 1 a tile, row by row, and for panels
                                                      with a start tile the path)";

struct Options {
  std::string game;
  std::vector<std::string> sources;
  std::string skin;
  std::vector<std::string> rules;
  std::uint64_t count_limit = 2;
  TimeLimit time_limit;
  bool json = false, explain = false, picture = false;
  std::string svg_file;
};

ExitCode code_of(Status status) {
  switch (status) {
    case Status::none:
      return ExitCode::no_answer;
    case Status::timeout:
      return ExitCode::timeout;
    default:
      return ExitCode::ok;
  }
}

TextSolution solve(const Game& game, const Puzzle& puzzle, const TextOptions& options) {
  try {
    return game.solve(puzzle.text, options);
  } catch (const Error& error) {
    throw Error(puzzle.where + ": " + error.what());
  }
}

void print_json(const TextSolution& solution) {
  nlohmann::ordered_json line;
  line["status"] = name(solution.status);
  line["answer"] =
      solution.answer.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(solution.answer);
  if (!solution.path.empty()) line["path"] = solution.path;
  line["solve_ms"] = solution.solve_ms;
  line["count"] = solution.count;
  if (!solution.remark.empty()) line["remark"] = solution.remark;
  print_line(line.dump());
}

const std::string& solved_board(const TextSolution& solution) {
  return solution.solved.empty() ? solution.answer : solution.solved;
}

void print_text(const Game& game, const TextSolution& solution, bool picture) {
  std::string answer = solution.answer;
  if (!answer.empty()) answer.insert(0, answer.find('\n') == std::string::npos ? "\t" : "\n");
  if (!solution.path.empty()) answer += fmt::format("\t{}", fmt::join(solution.path, ","));
  print_line(std::string(name(solution.status)) + answer);
  if (!solution.remark.empty()) note(solution.remark);
  if (picture && !solution.answer.empty()) print(game.picture(solved_board(solution)));
}

void write_svg(const Game& game, const std::string& answer, const std::string& file) {
  const std::string svg = game.svg(answer);
  if (svg.empty())
    throw Error("There is no SVG picture of " + std::string(game.name()) + "; leave out --svg.");
  write_file(file, svg);
}

ExitCode run_solve(Options options) {
  if (options.sources.empty()) {
    if (isatty(STDIN_FILENO) == 1)
      throw Failure(ExitCode::usage,
                    "there is no puzzle: give its text, a file, or - for standard input; see "
                    "'eyehand solve --help'.");
    options.sources = {"-"};
  }
  const Game& game = game_named(options.game);
  const auto puzzles = collect_puzzles(game, options.sources, options.skin);
  if (!options.svg_file.empty() && puzzles.size() != 1)
    throw Failure(ExitCode::usage, "--svg wants exactly one puzzle; there are " +
                                       std::to_string(puzzles.size()) + '.');
  const bool picture = options.picture || (puzzles.size() == 1 && stdout_is_terminal());

  const Trace trace = [](const Deduction& deduction) {
    print_line(std::string(deduction.rule) + ": " + deduction.where + ": " + deduction.what);
  };
  ExitCode code = ExitCode::ok;
  Progress progress("solved", puzzles.size());
  for (const Puzzle& puzzle : puzzles) {
    const TextSolution solution = solve(game, puzzle,
                                        {.deadline = options.time_limit.start(),
                                         .count_limit = options.count_limit,
                                         .trace = options.explain ? &trace : nullptr,
                                         .rules = options.rules});
    if (options.json) {
      print_json(solution);
    } else {
      print_text(game, solution, picture);
    }
    if (!options.svg_file.empty() && !solution.answer.empty())
      write_svg(game, solved_board(solution), options.svg_file);
    code = worse(code, code_of(solution.status));
    progress.step();
  }
  return code;
}

std::string rule_words() {
  std::string words;
  for (const Game* game : games())
    for (const RuleWord& rule : game->rules())
      words += (words.empty() ? "" : ", ") + std::string(rule.word) + " (" +
               std::string(rule.what) + ')';
  return words;
}

}  // namespace

void add_solve(CLI::App& app, Run& run) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("solve", "Solve puzzles given as text, files or pictures");
  add_game(*command, options->game);
  command
      ->add_option("PUZZLE", options->sources,
                   "a puzzle's text, a file of puzzles (one a line), a picture, or - for "
                   "standard input")
      ->type_name("TEXT|FILE|-");
  CLI::Option* json = command->add_flag(
      "--json", options->json,
      "one JSON object a line for each puzzle: status, answer, path of one that is "
      "walked, solve_ms, count");
  command->add_flag("--explain", options->explain, "print each deduction: rule, where, what")
      ->excludes(json);
  command->add_option("--svg", options->svg_file, "draw the answer of the only puzzle there")
      ->type_name("FILE.svg");
  command->add_flag("--picture", options->picture, "draw the answers, on a terminal or not")
      ->excludes(json);
  command
      ->add_option("--rules", options->rules,
                   "other rules than the usual, by name: " + rule_words())
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("WORDS");
  command
      ->add_option("--count-limit", options->count_limit,
                   "count answers up to this many; 2 tells unique from several")
      ->check(CLI::Range(std::uint64_t{2}, std::uint64_t{1} << 62, "2 or more"))
      ->capture_default_str()
      ->type_name("N");
  add_time_limit(*command, options->time_limit, "longest time for each puzzle (60s, 2m, 500ms)");
  command->add_option("--skin", options->skin, "the skin that pictures are read with")
      ->type_name("SKIN");
  command->footer(std::string(kExamples) + "\n\n" + kExitCodeHelp);
  command->callback([options, &run] { run = [options] { return run_solve(*options); }; });
}

}  // namespace eyehand
