#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <system_error>

#include "app/commands.hpp"
#include "app/json.hpp"
#include "app/options.hpp"
#include "app/output.hpp"
#include "app/puzzles.hpp"
#include "player/files.hpp"
#include "player/games.hpp"
#include "player/skin.hpp"
#include "puzzle/text.hpp"
#include "vision/png.hpp"

namespace eyehand {
namespace {

struct SolveArguments {
  std::string game;
  std::vector<std::string> sources;
  std::string skin;
  std::vector<std::string> rules;
  std::uint64_t count_limit = 2;
  TimeLimit time_limit;
  bool json = false, explain = false, difficulty = false, picture = false;
  std::string svg_file, save_file;
};

ExitCode code_of(Status status) {
  if (status == Status::none) return ExitCode::no_solution;
  return status == Status::timeout ? ExitCode::timeout : ExitCode::ok;
}

/// The first of the hardest steps; null if there are none.
const Deduction* hardest(const std::vector<Deduction>& steps) {
  const auto step = std::ranges::max_element(steps, {}, &Deduction::level);
  return step == steps.end() ? nullptr : &*step;
}

std::string numbered(const std::vector<Deduction>& steps, const Deduction& step) {
  return fmt::format("{}. {}: {} [{}]", &step - steps.data() + 1, step.where, step.what, step.rule);
}

nlohmann::ordered_json to_json(const std::vector<Deduction>& steps) {
  auto list = nlohmann::ordered_json::array();
  for (const Deduction& step : steps) list.push_back(to_json(step));
  auto explanation = json_of(kExplanationSchema);
  explanation["steps"] = std::move(list);
  return explanation;
}

void print_json(const TextSolution& solution, const std::vector<Deduction>& steps,
                const SolveArguments& options) {
  nlohmann::ordered_json line = json_of(kSolveSchema);
  line["status"] = name(solution.status);
  line["answer"] =
      solution.answer.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(solution.answer);
  if (!solution.path.empty()) line["path"] = solution.path;
  line["solve_ms"] = solution.solve_ms;
  line["count"] = solution.count;
  if (!solution.remark.empty()) line["remark"] = solution.remark;
  if (options.explain) line["explanation"] = to_json(steps);
  if (const Deduction* step = hardest(steps); step && options.difficulty)
    line["hardest"] = to_json(*step);
  print_object(line);
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
  if (svg.empty()) throw Error(std::string(game.name()) + " has no SVG pictures; omit --svg.");
  write_file(file, svg);
}

/// The solution's moves are in the order of the steps.
void write_saved_game(const Game& game, const Puzzle& puzzle, const TextSolution& solution,
                      const std::vector<Deduction>& steps, const std::string& file) {
  std::vector<int> order;
  for (const Deduction& step : steps)
    order.insert(order.end(), step.decided.begin(), step.decided.end());
  const std::string saved = game.saved(puzzle.text, solution, order);
  if (saved.empty())
    throw Error(
        puzzle.where +
        ": Simon Tatham's collection has no such puzzle, or a game ID is needed to name its "
        "grid; omit --save.");
  write_file(file, saved);
}

ExitCode run_solve(const SolveArguments& options) {
  const Game& game = game_named(options.game);
  const auto puzzles = collect_puzzles(game, options.sources, options.skin, "solve");
  if ((!options.svg_file.empty() || !options.save_file.empty()) && puzzles.size() != 1)
    throw Failure(ExitCode::usage, "--svg and --save need exactly one puzzle, not " +
                                       std::to_string(puzzles.size()) + '.');
  const bool picture = options.picture || (puzzles.size() == 1 && stdout_is_terminal());

  std::vector<Deduction> steps;
  const Trace trace = [&](const Deduction& step) {
    steps.push_back(step);
    if (options.explain && !options.json) print_line(numbered(steps, steps.back()));
  };
  const bool is_traced = options.explain || options.difficulty || !options.save_file.empty();
  ExitCode code = ExitCode::ok;
  Progress progress("solved", puzzles.size());
  for (const Puzzle& puzzle : puzzles) {
    steps.clear();
    const TextSolution solution = solve(game, puzzle,
                                        {.deadline = options.time_limit.start(),
                                         .count_limit = options.count_limit,
                                         .trace = is_traced ? &trace : nullptr,
                                         .rules = options.rules});
    if (options.json) {
      print_json(solution, steps, options);
    } else {
      print_text(game, solution, picture);
      if (const Deduction* step = hardest(steps); step && options.difficulty)
        print_line("hardest step: " + numbered(steps, *step));
    }
    if (!options.svg_file.empty() && !solution.answer.empty())
      write_svg(game, solved_board(solution), options.svg_file);
    if (!options.save_file.empty() && !solution.answer.empty())
      write_saved_game(game, puzzle, solution, steps, options.save_file);
    code = worse(code, code_of(solution.status));
    progress.step();
  }
  return code;
}

std::string rule_words() {
  std::vector<RuleWord> all;
  for (const Game* game : games())
    all.insert(all.end(), game->rules().begin(), game->rules().end());
  return joined(all,
                [](const RuleWord& rule) { return fmt::format("{} ({})", rule.word, rule.what); });
}

}  // namespace

Command solve_command() {
  const auto options = std::make_shared<SolveArguments>();
  return {
      .name = "solve",
      .group = "Puzzles",
      .summary = "Solve puzzles given as text, files or pictures",
      .options =
          {game(options->game),
           texts("PUZZLE", options->sources, "TEXT|FILE|-",
                 "a puzzle's text, a file of puzzles (one per line), a picture, or - for standard "
                 "input"),
           flag("--json", options->json,
                "print one JSON object per puzzle: schema, status, answer, path (of a walk), "
                "solve_ms, "
                "count"),
           flag(
               "--explain", options->explain,
               "print each deduction: where, what follows and why, and [the rule]; with --json, as "
               "\"explanation\""),
           flag("--difficulty", options->difficulty,
                "say what the hardest step is: pages by how many reasons it has, other games by "
                "its rule"),
           text("--svg", options->svg_file, "FILE.svg", "draw the solution of the only puzzle"),
           text("--save", options->save_file, "FILE",
                "write a saved game of Simon Tatham's collection, in which redoing (r) plays "
                "the solution of the only puzzle, in the order of --explain"),
           flag("--picture", options->picture, "draw the solutions even if not on a terminal")
               .excludes({"--json"}),
           texts("--rules", options->rules, "NAMES",
                 "rules that differ from the usual ones: " + rule_words())
               .separated_by(','),
           number("--count-limit", options->count_limit, 2, std::uint64_t{1} << 62,
                  "count up to this many solutions; 2 is enough to prove that one is unique"),
           duration("--time-limit", options->time_limit, "for each puzzle (60s, 2m, 500ms)"),
           text("--skin", options->skin, "SKIN", "the skin to read pictures with")},
      .about =
          R"(Prints one line per puzzle: its status (unique, multiple, none or timeout), a tab, and a solution
in the game's text format; a solution of several lines follows on lines of its own. On a terminal, a
picture follows it. In a Net board, `s` after a tile makes it a source that cannot be turned and whose
wires may be loose ends, and +12,13 at the end links tiles that turn together. In a Lights Out board,
[101/010/101] stands for what every tile flips. Lines and crosses marked on a Slitherlink board are kept if
a solution has them; otherwise they count as mistakes.)",
      .examples =
          {{"eyehand solve net 5x5w:1315a65hdeh659e81v3a9h3c8hav3cv6"},
           {"eyehand solve net boards.txt --json", "one JSON object per line and puzzle"},
           {"eyehand generate net --count 10 | eyehand solve net -"},
           {"eyehand solve net screenshot.png", "reads the picture first"},
           {"eyehand solve net boards.txt --rules loops,parts --count-limit 100"},
           {"eyehand solve net 3x3:3583fs84b6+0,2", "a source that may dangle, and linked tiles"},
           {"eyehand solve lights 3x3w:[101/010/101],fc0", "opposite edges are joined"},
           {"eyehand solve slitherlink 'https://puzz.link/p?slither/4/4/j386bdg' --explain"},
           {"eyehand solve slitherlink board.slk --json", "the answer is a .slk with its edges"},
           {"eyehand solve slitherlink cairo.json --svg cairo.svg"},
           {"eyehand solve net 5x5:831724593477e25b7da782918 --save net.sav",
            "then 'sgt-net net.sav', and redo"},
           {"eyehand solve panel 4:W622W402202222W400W6 --json",
            "0 or 1 per tile, row by row; for a panel with a start tile, the path"}},
      .run = [options] { return run_solve(*options); }};
}

}  // namespace eyehand
