#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/commands.hpp"
#include "app/options.hpp"
#include "app/output.hpp"
#include "app/puzzles.hpp"
#include "app/watch_page.hpp"
#include "player/files.hpp"
#include "player/games.hpp"

namespace eyehand {
namespace {

struct WatchArguments {
  std::string game;
  std::vector<std::string> sources, rules;
  std::string skin, html_file;
  TimeLimit time_limit;
};

nlohmann::ordered_json to_json(const DrawnBoard& board) {
  auto cells = nlohmann::ordered_json::array();
  for (const DrawnCell& cell : board.cells)
    cells.push_back({{"outline", cell.outline}, {"content", cell.content}});
  return {{"width", board.width},
          {"height", board.height},
          {"background", board.background},
          {"cells", std::move(cells)}};
}

std::string page(const nlohmann::ordered_json& data) {
  std::string text = data.dump();
  // Nothing in it may end the script.
  for (std::size_t at = text.find("</"); at != std::string::npos; at = text.find("</", at + 3))
    text.insert(at + 1, "\\");
  std::string page = kWatchPage;
  constexpr std::string_view kPlace = "@DATA@";
  return page.replace(page.find(kPlace), kPlace.size(), text);
}

ExitCode run_watch(const WatchArguments& options) {
  const Game& game = game_named(options.game);
  const auto puzzles = collect_puzzles(game, options.sources, options.skin, "watch");
  if (puzzles.size() != 1)
    throw Failure(ExitCode::usage,
                  fmt::format("one puzzle can be watched at a time, not {}.", puzzles.size()));
  const Puzzle& puzzle = puzzles.front();
  std::vector<Deduction> steps;
  const Trace trace = [&](const Deduction& step) { steps.push_back(step); };
  const TextSolution solution =
      solve(game, puzzle,
            {.deadline = options.time_limit.start(), .trace = &trace, .rules = options.rules});
  const DrawnBoard begin = game.drawing(puzzle.text, nullptr);
  if (begin.empty())
    throw Error(std::string(game.name()) +
                " has no drawings to watch; see 'eyehand solve --explain'.");
  nlohmann::ordered_json data = {
      {"title", fmt::format("{}: {}", game.name(), name(solution.status))},
      {"begin", to_json(begin)},
      {"solved", nlohmann::ordered_json::array()},
      {"steps", nlohmann::ordered_json::array()},
      {"end", "There is no solution."}};
  const bool is_solved = !solution.answer.empty();
  if (is_solved) data["end"] = fmt::format("The solution, after {} steps.", steps.size());
  const DrawnBoard end = is_solved ? game.drawing(puzzle.text, &solution) : begin;
  for (const DrawnCell& cell : end.cells) data["solved"].push_back(cell.content);
  for (const Deduction& step : steps) data["steps"].push_back(eyehand::to_json(step));
  write_file(options.html_file, page(data));
  print_line(fmt::format("{}: {} steps; open it in a browser", options.html_file, steps.size()));
  if (is_solved) return ExitCode::ok;
  return solution.status == Status::timeout ? ExitCode::timeout : ExitCode::no_solution;
}

}  // namespace

Command watch_command() {
  const auto options = std::make_shared<WatchArguments>();
  return {
      .name = "watch",
      .group = "Puzzles",
      .summary = "Watch a puzzle being solved, step by step, on a page in a browser",
      .options =
          {game(options->game),
           texts("PUZZLE", options->sources, "TEXT|FILE|-",
                 "a puzzle's text, a file with one, a picture, or - for standard input"),
           text("--html", options->html_file, "FILE.html", "the page to write").required(),
           texts("--rules", options->rules, "NAMES", "as for 'eyehand solve'").separated_by(','),
           duration("--time-limit", options->time_limit, "for solving the puzzle"),
           text("--skin", options->skin, "SKIN", "the skin to read a picture with")},
      .about =
          R"(The page needs nothing else: it draws the board and, at each step of --explain, what the reason looks at
(blue), what it decides (green), and the sentence. Space plays and pauses, the arrows step, + and - change
the speed.)",
      .examples = {{"eyehand watch net 5x5w:1315a65hdeh659e81v3a9h3c8hav3cv6 --html net.html"},
                   {"eyehand watch sudoku screenshot.png --html sudoku.html", "reads the picture"}},
      .run = [options] { return run_watch(*options); }};
}

}  // namespace eyehand
