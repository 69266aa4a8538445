#include "solver/model/solve.hpp"

#include <algorithm>
#include <string>

#include "solver/model/compiled.hpp"

namespace eyehand::model {
namespace {

/// Reports what follows for the marks from the constraints alone.
void report(const Rules& rules, const Model& model, const sat::Engine& engine, const Trace& trace) {
  struct Meaning {
    int cell = kBlank, value = 0;
  };
  std::vector<Meaning> meanings(at(model.variables()) + 1);
  for (int cell = 0; cell < model.board().cells(); ++cell) {
    const Number& mark = model.mark(cell);
    for (int value = mark.min; value <= mark.max(); ++value)
      if (const int literal = mark.is(value); literal > 0) meanings[at(literal)] = {cell, value};
  }
  for (const int literal : engine.trail()) {
    if (at(std::abs(literal)) >= meanings.size()) continue;
    const auto [cell, value] = meanings[at(std::abs(literal))];
    if (cell == kBlank || (literal < 0 && rules.has_numbers())) continue;
    const int origin = engine.origin(literal);
    std::string what = literal > 0 ? "is " : "is not ";
    what += rules.has_numbers() ? std::to_string(value) : std::string(rules.mark);
    if (origin >= 0) what += ", because " + model.text(model.sentences()[at(origin)]);
    trace({"rules", model.board().name(cell), what});
  }
}

bool all_marked(const Model& model, const sat::Engine& engine) {
  for (int cell = 0; cell < model.board().cells(); ++cell) {
    const Number& mark = model.mark(cell);
    int value = mark.min;
    while (value <= mark.max() && engine.value(mark.is(value)) <= 0) ++value;
    if (value > mark.max()) return false;
  }
  return true;
}

}  // namespace

Solution solve(const Rules& rules, const Board& board, const SolveOptions& options) {
  const Model model = constrained(rules, board);
  Compiled compiled(model);
  sat::Engine& engine = compiled.engine();
  Solution solution;
  const bool consistent = engine.propagate_all();
  if (options.trace) report(rules, model, engine, *options.trace);
  if (!consistent) return solution;
  solution.without_guess = all_marked(model, engine);
  const std::uint64_t limit = std::max<std::uint64_t>(1, options.count_limit);
  Outcome outcome;
  while ((outcome = engine.solve(options.deadline)) == Outcome::yes) {
    const std::vector<int> marks = compiled.marks();
    if (solution.count++ == 0) solution.marks = solution.agreed = marks;
    for (std::size_t cell = 0; cell < marks.size(); ++cell)
      if (solution.agreed[cell] != marks[cell]) solution.agreed[cell] = kBlank;
    if (solution.count >= limit) break;
    compiled.exclude(marks);
  }
  solution.status =
      solution.count == 1 && limit == 1 ? Status::found : status_of(solution.count, outcome);
  if (solution.status != Status::multiple) return solution;
  // What all solutions agree on: look for one that differs, until there is none.
  for (;;) {
    sat::Literals differs;
    for (int cell = 0; cell < board.cells(); ++cell)
      if (solution.agreed[at(cell)] != kBlank)
        differs.push_back(-model.mark(cell).is(solution.agreed[at(cell)]));
    engine.add(differs);
    if (engine.solve(options.deadline) != Outcome::yes) return solution;
    const std::vector<int> marks = compiled.marks();
    for (std::size_t cell = 0; cell < marks.size(); ++cell)
      if (solution.agreed[cell] != marks[cell]) solution.agreed[cell] = kBlank;
  }
}

bool follows(const Rules& rules, const Board& board) {
  const Model model = constrained(rules, board);
  Compiled compiled(model);
  return compiled.engine().propagate_all() && all_marked(model, compiled.engine());
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
  const Outcome outcome = compiled.engine().solve(deadline, marks);
  if (outcome == Outcome::yes) progress.marks = compiled.marks();
  if (outcome != Outcome::no) return progress;
  const sat::Literals& failed = compiled.engine().failed();
  for (int cell = 0; cell < board.cells(); ++cell)
    if (const int value = board.marks[at(cell)];
        value != kBlank && model.mark(cell).has(value) &&
        std::count(failed.begin(), failed.end(), model.mark(cell).is(value)) > 0)
      progress.contradictory.push_back(cell);
  if (compiled.engine().solve(deadline) == Outcome::yes) progress.marks = compiled.marks();
  return progress;
}

}  // namespace eyehand::model
