#include "solver/model/solve.hpp"

#include <algorithm>
#include <utility>

#include "solver/model/words.hpp"

namespace eyehand::model {
namespace {

bool all_marked(const Model& model, const sat::Engine& engine) {
  for (int cell = 0; cell < model.board().cells(); ++cell) {
    const Number& mark = model.mark(cell);
    int value = mark.min;
    while (value <= mark.max() && engine.value(mark.is(value)) <= 0) ++value;
    if (value > mark.max()) return false;
  }
  return true;
}

void keep_common(std::vector<int>& marks, const std::vector<int>& others) {
  for (std::size_t cell = 0; cell < marks.size(); ++cell)
    if (marks[cell] != others[cell]) marks[cell] = kBlank;
}

/// Leaves, of the marks of some solutions, those that all solutions have: looks for one that
/// differs, until there is none. Clears them if the deadline passes.
void keep_agreed(const Model& model, Compiled& compiled, std::vector<int>& agreed,
                 const Deadline& deadline) {
  Outcome outcome;
  do {
    sat::Literals differs;
    for (int cell = 0; cell < model.board().cells(); ++cell)
      if (agreed[at(cell)] != kBlank) differs.push_back(-model.mark(cell).is(agreed[at(cell)]));
    compiled.engine().add(differs);
    outcome = compiled.engine().solve(deadline);
    if (outcome == Outcome::yes) keep_common(agreed, compiled.marks());
  } while (outcome == Outcome::yes);
  if (outcome == Outcome::gave_up) agreed.clear();
}

}  // namespace

std::optional<std::vector<int>> Solutions::next(const Deadline& deadline) {
  if (!last_.empty()) compiled_.exclude(std::exchange(last_, {}));
  outcome_ = compiled_.engine().solve(deadline);
  if (outcome_ != Outcome::yes) return std::nullopt;
  return last_ = compiled_.marks();
}

Solution solve(const Rules& rules, const Board& board, const SolveOptions& options) {
  const Model model = constrained(rules, board);
  Solutions solutions(model);
  sat::Engine& engine = solutions.compiled().engine();
  Solution solution;
  const bool consistent = engine.propagate_all();
  if (!consistent) {
    if (options.trace)
      explain(model, words_of(rules, model), {}, options.deadline, to(*options.trace));
    return solution;
  }
  solution.without_guess = all_marked(model, engine);
  const std::uint64_t limit = std::max<std::uint64_t>(1, options.count_limit);
  while (solution.count < limit) {
    const auto marks = solutions.next(options.deadline);
    if (!marks) break;
    if (solution.count++ == 0) solution.marks = solution.agreed = *marks;
    keep_common(solution.agreed, *marks);
  }
  solution.status = solution.count == 1 && limit == 1
                        ? Status::found
                        : status_of(solution.count, solutions.outcome());
  if (solution.status == Status::multiple)
    keep_agreed(model, solutions.compiled(), solution.agreed, options.deadline);
  if (options.trace && (solution.status == Status::none || solution.count > 0))
    explain(model, words_of(rules, model),
            solution.agreed.empty() ? solution.marks : solution.agreed, options.deadline,
            to(*options.trace));
  return solution;
}

bool follows(const Rules& rules, const Board& board) {
  const Model model = constrained(rules, board);
  Compiled compiled(model);
  return compiled.engine().propagate_all() && all_marked(model, compiled.engine());
}

std::vector<int> agreed(const Model& model, std::vector<int> solution, const Deadline& deadline) {
  Compiled compiled(model);
  for (int cell = 0; cell < model.board().cells(); ++cell)
    if (const int mark = model.board().marks[at(cell)];
        mark != kBlank && mark == solution[at(cell)])
      compiled.engine().add({model.mark(cell).is(mark)});
  keep_agreed(model, compiled, solution, deadline);
  solution.resize(at(model.board().cells()), kBlank);
  return solution;
}

bool is_solution(const Rules& rules, const Board& board) {
  const Model model = constrained(rules, board);
  Compiled compiled(model);
  sat::Literals marks;
  for (int cell = 0; cell < board.cells(); ++cell) {
    const int value = board.marks[at(cell)];
    if (value == kBlank) continue;
    if (!model.mark(cell).has(value)) return false;
    marks.push_back(model.mark(cell).is(value));
  }
  return compiled.engine().solve({}, marks) == Outcome::yes;
}

Progress examine(const Rules& rules, const Board& board, const Deadline& deadline) {
  const Model model = constrained(rules, board);
  Compiled compiled(model);
  sat::Engine& engine = compiled.engine();
  Progress progress;
  sat::Literals marks;
  for (int cell = 0; cell < board.cells(); ++cell) {
    const int value = board.marks[at(cell)];
    if (value == kBlank)
      progress.open.push_back(cell);
    else if (model.mark(cell).has(value))
      marks.push_back(model.mark(cell).is(value));
    else
      progress.contradictory.push_back(cell);
  }
  Outcome outcome = engine.solve(deadline, marks);
  if (outcome == Outcome::yes) {
    progress.marks = compiled.marks();
    if (!progress.contradictory.empty()) return progress;
    for (const int mark : marks) engine.add({mark});
    progress.follows = progress.marks;
    keep_agreed(model, compiled, progress.follows, deadline);
  } else if (outcome == Outcome::no) {
    // Those without which there still is no solution go.
    sat::Literals needed = engine.failed();
    for (const int mark : sat::Literals(needed)) {
      sat::Literals others = needed;
      if (std::erase(others, mark) == 0) continue;
      if (engine.solve(deadline, others) == Outcome::no) needed = engine.failed();
    }
    for (int cell = 0; cell < board.cells(); ++cell)
      if (const int value = board.marks[at(cell)];
          model.mark(cell).has(value) &&
          std::count(needed.begin(), needed.end(), model.mark(cell).is(value)) > 0)
        progress.contradictory.push_back(cell);
    if (engine.solve(deadline) == Outcome::yes) progress.marks = compiled.marks();
  }
  return progress;
}

}  // namespace eyehand::model
