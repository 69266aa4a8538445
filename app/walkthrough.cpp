#include "app/walkthrough.hpp"

#include <fmt/format.h>

#include <utility>

#include "app/json.hpp"

namespace eyehand {
Walkthrough walk_through(const Game& game, const Puzzle& puzzle,
                         const std::vector<std::string>& rules, const Deadline& deadline) {
  std::vector<Deduction> steps;
  const Trace trace = [&](Deduction step) {
    // Each cell shows its solution from the step that finds it.
    step.decided.insert(step.decided.end(), step.confirmed.begin(), step.confirmed.end());
    steps.push_back(std::move(step));
  };
  const TextSolution solution =
      solve(game, puzzle, {.deadline = deadline, .trace = &trace, .rules = rules});
  const DrawnBoard board = game.drawing(puzzle.text, course_of(solution, steps));
  if (board.empty())
    throw Error(std::string(game.name()) +
                " has no drawings to watch; see 'eyehand solve --explain'.");
  Walkthrough walkthrough{
      .steps = steps.size(), .status = solution.status, .is_solved = !solution.answer.empty()};
  auto cells = nlohmann::ordered_json::array(), listed = cells;
  for (const DrawnCell& cell : board.cells) {
    auto states = nlohmann::ordered_json::array();
    for (const CellState& state : cell.states) states.push_back({state.from, state.content});
    cells.push_back({{"outline", cell.outline}, {"states", std::move(states)}});
  }
  for (const Deduction& step : steps) listed.push_back(to_json(step));
  walkthrough.data = {
      {"schema", kWatchSchema},
      {"game", game.name()},
      {"title", fmt::format("{}: {}", game.title(), name(solution.status))},
      {"width", board.width},
      {"height", board.height},
      {"background", board.background},
      {"cells", std::move(cells)},
      {"steps", std::move(listed)},
      {"end", walkthrough.is_solved
                  ? fmt::format("{}, after {} steps.",
                                solution.status == Status::multiple ? "One of several solutions"
                                                                    : "The solution",
                                steps.size())
                  : "There is no solution."},
      {"colours", {{"reasons", "#1e78eb"}, {"decided", "#14aa3c"}}}};
  if (!walkthrough.is_solved && solution.status == Status::timeout)
    walkthrough.data["end"] = "The time limit was reached.";
  return walkthrough;
}

}  // namespace eyehand
