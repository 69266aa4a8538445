#include "solver/model/explain.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace eyehand::model {
namespace {

/// Leaves out, of literals that contradict one another together with `fixed`, what is not needed.
/// False if they do not, or if the deadline passed.
bool shrink(sat::Engine& engine, sat::Literals& assumed, std::span<const int> fixed,
            const Deadline& deadline = {}) {
  const auto contradict = [&](sat::Literals literals) {
    literals.insert(literals.begin(), fixed.begin(), fixed.end());
    if (engine.solve(deadline, literals) != Outcome::no) return false;
    const sat::Literals& failed = engine.failed();
    std::erase_if(assumed, [&](int literal) {
      return std::find(failed.begin(), failed.end(), literal) == failed.end();
    });
    return true;
  };
  if (!contradict(assumed)) return false;
  for (const int literal : sat::Literals(assumed)) {
    sat::Literals others = assumed;
    if (std::erase(others, literal) > 0) contradict(std::move(others));
  }
  return !deadline.passed();
}

}  // namespace

Explainer::Explainer(const Model& model, std::vector<int> marks)
    : model_(model),
      marks_(std::move(marks)),
      with_facts_(model, true),
      without_facts_(model, true),
      cells_(at(model.variables()) + 1, kBlank),
      known_(cells_.size(), 0),
      given_(at(model.board().cells()), 0) {
  std::set<int> is_plain;
  for (int cell = 0; cell < model.board().cells(); ++cell) {
    const Number& mark = model.mark(cell);
    for (int value = mark.min; value <= mark.max(); ++value)
      cells_[at(std::abs(mark.is(value)))] = cell;
    if (mark.size != 2) is_plain.insert(mark.sentence);
  }
  for (std::size_t i = 0; i < model.sentences().size(); ++i) {
    const int holds = with_facts_.holds(i);  // as in the other
    if (!is_plain.contains(static_cast<int>(i))) {
      sentences_[holds] = static_cast<int>(i);
      continue;
    }
    with_facts_.engine().add({holds});
    without_facts_.engine().add({holds});
  }
  for (int cell = 0; cell < model.board().cells(); ++cell)
    if (const int mark = model.board().marks[at(cell)]; mark != kBlank && mark == marks_[at(cell)])
      learn(model.mark(cell).is(mark));
  learn_what_is_plain();
}

Fact Explainer::fact(int literal) const {
  const int cell = cells_[at(std::abs(literal))];
  const Number& mark = model_.mark(cell);
  if (mark.size == 2) return {cell, mark.max(), literal > 0};
  return {cell, mark.min + std::abs(literal) - mark.first, literal > 0};
}

int Explainer::literal(const Fact& fact) const {
  const int is = model_.mark(fact.cell).is(fact.value);
  return fact.is ? is : -is;
}

bool Explainer::is_done() const {
  for (int cell = 0; cell < model_.board().cells(); ++cell)
    if (marks_[at(cell)] != kBlank && !is_known(model_.mark(cell).is(marks_[at(cell)])))
      return false;
  return true;
}

/// Those that others of the same cell imply are left out.
sat::Literals Explainer::facts() const {
  Literals facts;
  for (int cell = 0; cell < model_.board().cells(); ++cell) {
    const Number& mark = model_.mark(cell);
    const std::size_t first = facts.size();
    for (int value = mark.min; value <= mark.max(); ++value) {
      const int is = mark.is(value);
      if (is_known(is)) {
        facts.resize(first);
        facts.push_back(is);
        break;
      }
      if (is_known(-is)) facts.push_back(-is);
    }
  }
  return facts;
}

void Explainer::learn(int literal) {
  if (is_known(literal)) return;
  known_[at(std::abs(literal))] = literal > 0 ? 1 : -1;
  with_facts_.engine().add({literal});
  const Number& mark = model_.mark(cells_[at(std::abs(literal))]);
  if (mark.size == 2 || literal < 0) return;
  for (int value = mark.min; value <= mark.max(); ++value)
    if (mark.is(value) != literal) learn(-mark.is(value));
  learn_what_is_ruled_out(literal);
}

void Explainer::learn_what_is_ruled_out(int number) {
  sat::Engine& engine = without_facts_.engine();
  for (const auto& [holds, sentence] : sentences_) {
    if (!engine.propagate(std::array{number, holds})) continue;
    const auto trail = engine.trail();
    for (const int literal : Literals(trail.begin(), trail.end()))
      if (literal < 0 && is_mark(literal) && is_open(literal)) {
        plain_[literal] = {holds, number};
        learn(literal);
      }
  }
}

void Explainer::learn_what_is_plain() {
  sat::Engine& engine = without_facts_.engine();
  const Board& board = model_.board();
  for (const auto& [holds, sentence] : sentences_) {
    const int place = model_.sentences()[at(sentence)].place;
    if (place < 0 || place >= board.cells() || board.clues[at(place)] == kBlank ||
        !engine.propagate({&holds, 1}))
      continue;
    Literals found;
    for (const int literal : engine.trail())
      if (is_mark(literal)) found.push_back(literal);
    if (!std::all_of(found.begin(), found.end(),
                     [&](int literal) { return cells_[at(std::abs(literal))] == place; }))
      continue;
    for (const int literal : found) {
      learn(literal);
      if (literal > 0 || model_.mark(place).size == 2) given_[at(place)] = 1;
    }
  }
}

Step Explainer::explained(const Literals& holding, int literal) {
  sat::Engine& engine = without_facts_.engine();
  const std::array goal = {-literal};
  Literals assumed = facts();
  assumed.insert(assumed.end(), holding.begin(), holding.end());
  shrink(engine, assumed, goal);
  // What is plain is explained by what it follows from.
  Literals expanded;
  bool has_plain = false;
  for (const int each : assumed) {
    const auto plain = plain_.find(each);
    if (plain == plain_.end()) {
      expanded.push_back(each);
    } else {
      has_plain = true;
      expanded.push_back(plain->second.holds);
      expanded.push_back(plain->second.fact);
    }
  }
  std::sort(expanded.begin(), expanded.end());
  expanded.erase(std::unique(expanded.begin(), expanded.end()), expanded.end());
  if (has_plain) shrink(engine, expanded, goal);
  Step step{{}, {}, {fact(literal)}};
  for (const int each : expanded)
    if (const auto sentence = sentences_.find(each); sentence != sentences_.end())
      step.reasons.push_back(sentence->second);
    else
      step.facts.push_back(fact(each));
  std::sort(step.reasons.begin(), step.reasons.end());
  std::sort(step.facts.begin(), step.facts.end());
  return step;
}

void Explainer::find_single_reasons() {
  constexpr std::size_t kTried = 3;  // constraints from which the same follows
  sat::Engine& engine = with_facts_.engine();
  std::map<int, Literals> found;  // by literal: the constraints from which it follows, or none
  std::set<int> decided;          // cells
  const auto collect = [&](int holds) {
    for (const int literal : engine.trail()) {
      if (!is_mark(literal) || !is_open(literal)) continue;
      Literals& reasons = found[literal];
      if (holds != 0 && reasons.size() < kTried) reasons.push_back(holds);
      const int cell = cells_[at(std::abs(literal))];
      if (literal > 0 || model_.mark(cell).size == 2) decided.insert(cell);
    }
  };
  if (!engine.propagate({})) return;
  collect(0);
  for (const auto& [holds, sentence] : sentences_)
    if (engine.propagate({&holds, 1})) collect(holds);
  const auto easier = [](const Step& a, const Step& b) {
    return std::tuple(a.reasons.size(), a.facts.size()) <
           std::tuple(b.reasons.size(), b.facts.size());
  };
  std::vector<Step> steps;
  for (const auto& [literal, reasons] : found) {
    const int cell = cells_[at(std::abs(literal))];
    if (literal < 0 && model_.mark(cell).size != 2 && decided.contains(cell)) continue;
    std::optional<Step> best;
    if (reasons.empty()) best = explained({}, literal);
    for (const int holds : reasons) {
      Step step = explained({holds}, literal);
      if (!best || easier(step, *best)) best = std::move(step);
    }
    const auto same = std::find_if(steps.begin(), steps.end(), [&](const Step& step) {
      return step.reasons == best->reasons && step.facts == best->facts;
    });
    if (same == steps.end())
      steps.push_back(std::move(*best));
    else
      same->follows.push_back(best->follows[0]);
  }
  std::stable_sort(steps.begin(), steps.end(), easier);
  ready_.assign(steps.begin(), steps.end());
}

std::optional<Step> Explainer::find_several_reasons(const Deadline& deadline,
                                                    const Deadline& patience) {
  sat::Engine& engine = with_facts_.engine();
  Literals all;
  for (const auto& [holds, sentence] : sentences_) all.push_back(holds);
  Literals open;
  for (int cell = 0; cell < model_.board().cells(); ++cell) {
    const int mark = marks_[at(cell)];
    if (mark == kBlank || is_known(model_.mark(cell).is(mark))) continue;
    for (int value = model_.mark(cell).min; value <= model_.mark(cell).max(); ++value) {
      const int is = value == mark ? model_.mark(cell).is(value) : -model_.mark(cell).is(value);
      if (is_open(is) && std::find(open.begin(), open.end(), is) == open.end()) open.push_back(is);
    }
  }
  std::vector<std::pair<Literals, int>> cores;
  for (const int literal : open) {
    if (!cores.empty() && patience.passed()) break;
    Literals core = all;
    core.push_back(-literal);
    if (engine.solve(deadline, core) != Outcome::no) continue;
    core = engine.failed();
    std::erase(core, -literal);
    cores.emplace_back(std::move(core), literal);
  }
  if (cores.empty()) return std::nullopt;
  const auto fewer = [](const auto& a, const auto& b) { return a.first.size() < b.first.size(); };
  std::stable_sort(cores.begin(), cores.end(), fewer);
  std::optional<std::pair<Literals, int>> best;
  for (auto& core : cores) {
    if (best && (best->first.size() <= 1 || patience.passed())) break;
    const std::array goal = {-core.second};
    if (!shrink(engine, core.first, goal, best ? patience : deadline)) continue;
    if (!best || fewer(core, *best)) best = core;
  }
  if (!best) return std::nullopt;
  Step step = explained(best->first, best->second);
  // What else follows.
  Literals assumed;
  for (const int reason : step.reasons) assumed.push_back(without_facts_.holds(at(reason)));
  for (const Fact& fact : step.facts) assumed.push_back(literal(fact));
  for (const int other : open) {
    if (other == best->second || cells_[at(std::abs(other))] == step.follows[0].cell) continue;
    assumed.push_back(-other);
    if (without_facts_.engine().solve(deadline, assumed) == Outcome::no)
      step.follows.push_back(fact(other));
    assumed.pop_back();
  }
  return step;
}

std::optional<Step> Explainer::next(const Deadline& deadline, std::chrono::milliseconds patience) {
  bool is_searched = false;
  while (!is_done() && !deadline.passed()) {
    if (ready_.empty()) {
      if (std::exchange(is_searched, true)) {
        auto step = find_several_reasons(deadline, Deadline::after(patience));
        if (!step) return std::nullopt;
        ready_.push_back(std::move(*step));
      } else {
        find_single_reasons();
        continue;
      }
    }
    Step step = std::move(ready_.front());
    ready_.pop_front();
    std::erase_if(step.follows, [&](const Fact& fact) { return is_known(literal(fact)); });
    if (step.follows.empty()) {
      is_searched = false;
      continue;
    }
    for (const Fact& fact : step.follows) learn(literal(fact));
    return step;
  }
  return std::nullopt;
}

std::vector<int> contradiction(const Model& model, const Deadline& deadline) {
  Compiled compiled(model, true);
  sat::Literals all;
  for (std::size_t i = 0; i < model.sentences().size(); ++i) all.push_back(compiled.holds(i));
  sat::Literals needed = all;
  std::vector<int> sentences;
  shrink(compiled.engine(), needed, {}, deadline);
  if (needed.size() == all.size() && compiled.engine().solve(deadline, all) != Outcome::no)
    return sentences;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (std::find(needed.begin(), needed.end(), all[i]) != needed.end())
      sentences.push_back(static_cast<int>(i));
  return sentences;
}

// --- words

namespace {

/// "1, 2 and 3".
std::string listed(const std::vector<std::string>& items, const char* last = " and ") {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) text += i + 1 == items.size() ? last : ", ";
    text += items[i];
  }
  return text;
}

/// "row 1, columns 2, 3 and 5; row 4, column 1".
std::string names(const Rules& rules, const Board& board, const std::vector<int>& cells) {
  std::vector<std::string> parts;
  if (rules.cell_name) {
    for (const int cell : cells) parts.push_back(rules.cell_name(board, cell));
    return listed(parts);
  }
  std::string text;
  for (std::size_t i = 0; i < cells.size();) {
    const int first = cells[i], row = board.row_of(first);
    parts.clear();
    for (; i < cells.size() && board.row_of(cells[i]) == row; ++i)
      parts.push_back(std::to_string(board.column_of(cells[i]) + 1));
    if (!text.empty()) text += "; ";
    text += parts.size() == 1 ? board.name(first)
                              : "row " + std::to_string(row + 1) + ", columns " + listed(parts);
  }
  return text;
}

/// What is said of some cells: "is 7", "are not bulbs", "is not 2, 3 or 4".
std::string predicate(const Rules& rules, bool is, const std::vector<int>& values, bool is_one) {
  std::vector<std::string> marks;
  for (const int value : values) {
    std::string mark = rules.has_numbers() ? std::to_string(value) : std::string(rules.mark);
    if (!is_one && mark.starts_with("a ")) mark = mark.substr(2) + 's';
    marks.push_back(std::move(mark));
  }
  return std::string(is_one ? "is " : "are ") + (is ? "" : "not ") + listed(marks, " or ");
}

/// Facts in words, with cells of which the same is known named together: the cells, and what is
/// known.
std::vector<std::pair<std::string, std::string>> facts_in_words(const Rules& rules,
                                                                const Board& board,
                                                                const std::vector<Fact>& facts) {
  using What = std::pair<bool, std::vector<int>>;  // whether it is not; the values
  std::map<int, What> of_cells;
  for (const Fact& fact : facts) {
    What& what = of_cells.try_emplace(fact.cell, true, std::vector<int>()).first->second;
    if (fact.is)
      what = {false, {fact.value}};
    else if (what.first)
      what.second.push_back(fact.value);
  }
  std::map<What, std::vector<int>> cells;
  for (auto& [cell, what] : of_cells) {
    std::sort(what.second.begin(), what.second.end());
    cells[what].push_back(cell);
  }
  std::vector<std::pair<std::string, std::string>> parts;
  for (const auto& [what, of] : cells)
    parts.emplace_back(names(rules, board, of),
                       predicate(rules, !what.first, what.second, of.size() == 1));
  return parts;
}

}  // namespace

Deduction in_words(const Rules& rules, const Model& model, const Step& step) {
  const Board& board = model.board();
  std::vector<std::string> reasons;
  for (const int reason : step.reasons)
    reasons.push_back(model.text(model.sentences()[at(reason)]));
  for (const auto& [where, what] : facts_in_words(rules, board, step.facts))
    reasons.push_back(where + ' ' + what);
  auto follows = facts_in_words(rules, board, step.follows);
  if (follows.empty()) follows.emplace_back("the whole board", "has no solution");
  const auto add = [](std::vector<int>& cells, int cell) {
    if (std::find(cells.begin(), cells.end(), cell) == cells.end()) cells.push_back(cell);
  };
  std::vector<int> looks_at, decided;
  for (const int reason : step.reasons)
    if (const int place = model.sentences()[at(reason)].place; place >= 0 && place < board.cells())
      add(looks_at, place);
  for (const Fact& fact : step.facts) add(looks_at, fact.cell);
  for (const Fact& fact : step.follows)
    if (fact.is || model.mark(fact.cell).size == 2) add(decided, fact.cell);
  std::string what = follows[0].second;
  for (std::size_t i = 1; i < follows.size(); ++i)
    what += "; " + follows[i].first + ' ' + follows[i].second;
  what += ", because " + listed(reasons, ", and ");
  return {step.reasons.empty()       ? "one number left"
          : step.reasons.size() == 1 ? "one rule"
          : step.reasons.size() == 2 ? "two rules"
                                     : "several rules",
          follows[0].first,
          what,
          std::move(looks_at),
          std::move(decided),
          static_cast<int>(step.reasons.size())};
}

}  // namespace eyehand::model
