#include "solver/model/explain.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <tuple>
#include <utility>

namespace eyehand::model {
namespace {

/// Scopes of more cells are looked at only where the others give nothing.
constexpr std::size_t kMostLocal = 64;
/// Larger boards: whether what is left of reasons that speak of more variables is needed is decided
/// by propagation alone.
constexpr int kMostExact = 250;
constexpr std::size_t kMostSearched = 1500;
/// A search for what a step needs is first made among all constraints, with what others learned,
/// for so many conflicts; then among those of which the step speaks.
constexpr int kQuick = 20;
/// There, at first for few conflicts (and as many milliseconds per step), since another step may be
/// easier: in the first round among those that were found quickly, then among all.
constexpr std::array kConflicts = {100, 100, 300, 1000, 3000, 10'000, -1};
constexpr std::chrono::milliseconds kCoresTime{500};  // to find all of these
/// Regions are looked at only where no more sentences are involved.
constexpr std::size_t kMostRegions = 6;
/// Constraints from which the same follows that are compared.
constexpr std::size_t kTried = 3;

bool is_easier(const Step& a, const Step& b) {
  return std::tuple(a.reasons.size(), a.facts.size()) <
         std::tuple(b.reasons.size(), b.facts.size());
}

/// Adds the step, or, if one has the same reasons, what follows to that.
void add_step(std::vector<Step>& steps, Step step) {
  const auto same = std::find_if(steps.begin(), steps.end(), [&](const Step& other) {
    return other.reasons == step.reasons && other.facts == step.facts;
  });
  if (same == steps.end())
    steps.push_back(std::move(step));
  else
    same->follows.push_back(step.follows[0]);
}

}  // namespace

Explainer::Explainer(const Model& model, std::vector<int> marks)
    : model_(model),
      marks_(std::move(marks)),
      all_(model),
      retractable_(model, true),
      engine_(retractable_.engine()),
      cells_(at(model.variables()) + 1, kBlank),
      known_(cells_.size(), 0),
      given_(at(model.board().cells()), 0),
      scopes_of_(given_.size()) {
  for (int cell = 0; cell < model.board().cells(); ++cell) {
    const Number& mark = model.mark(cell);
    for (int value = mark.min; value <= mark.max(); ++value)
      cells_[at(std::abs(mark.is(value)))] = cell;
    left_ += marks_[at(cell)] != kBlank;
  }
  find_scopes();
  for (int cell = 0; cell < model.board().cells(); ++cell)
    if (const int mark = model.board().marks[at(cell)]; mark != kBlank && mark == marks_[at(cell)])
      learn(model.mark(cell).is(mark));
  learn_what_is_plain();
}

/// From a sentence's constraints on, through those that always hold, which define the variables
/// that are no marks.
void Explainer::find_scopes() {
  std::vector<std::int8_t> is_always(model_.sentences().size(), 0);
  for (int cell = 0; cell < model_.board().cells(); ++cell) {
    const Number& mark = model_.mark(cell);
    if (mark.size == 2) continue;
    is_always[at(mark.sentence)] = 1;
    Scope& scope = scopes_.emplace_back(Scope{0, kBlank, {cell}, {}, {}});
    for (int value = mark.min; value <= mark.max(); ++value)
      scope.variables.push_back(mark.is(value));
  }
  const std::span constraints = model_.constraints();
  std::vector<std::vector<int>> of_sentence(is_always.size()), defining(cells_.size());
  const auto for_variables = [&](int constraint, auto&& visit) {
    for (const int literal : model_.literals(constraints[at(constraint)]))
      visit(at(std::abs(literal)));
    if (const int when = constraints[at(constraint)].when; when != 0) visit(at(std::abs(when)));
  };
  for (int i = 0; i < static_cast<int>(constraints.size()); ++i) {
    const int sentence = constraints[at(i)].sentence;
    if (sentence >= 0) of_sentence[at(sentence)].push_back(i);
    if (sentence >= 0 && !is_always[at(sentence)]) continue;
    bool is_definition = false;  // of variables that are no marks
    for_variables(i, [&](std::size_t v) { is_definition |= v != 0 && cells_[v] == kBlank; });
    for_variables(i, [&](std::size_t v) {
      if (cells_[v] == kBlank || !is_definition) defining[v].push_back(i);
    });
  }
  std::vector<int> met(cells_.size(), kBlank), met_cell(given_.size(), kBlank),
      met_constraint(constraints.size(), kBlank);  // by which sentence
  for (int s = 0; s < static_cast<int>(is_always.size()); ++s) {
    const int holds = retractable_.holds(at(s));
    if (is_always[at(s)]) {
      engine_.add({holds});
      continue;
    }
    Scope scope{holds, s, {}, {}, {}};
    const auto meet = [&](std::size_t v) {
      if (std::exchange(met[v], s) != s) scope.variables.push_back(static_cast<int>(v));
    };
    const auto add = [&](const std::vector<int>& others) {
      for (const int constraint : others)
        if (std::exchange(met_constraint[at(constraint)], s) != s) {
          scope.constraints.push_back(constraint);
          for_variables(constraint, meet);
        }
    };
    add(of_sentence[at(s)]);
    for (std::size_t i = 0; i < scope.variables.size(); ++i) {
      const std::size_t v = at(scope.variables[i]);
      add(defining[v]);
      if (cells_[v] == kBlank) continue;
      const Number& mark = model_.mark(cells_[v]);
      if (std::exchange(met_cell[at(cells_[v])], s) == s) continue;
      scope.cells.push_back(cells_[v]);
      if (mark.size != 2) add(of_sentence[at(mark.sentence)]);
      for (int value = mark.min; value <= mark.max(); ++value) meet(at(std::abs(mark.is(value))));
    }
    scopes_.push_back(std::move(scope));
  }
  std::stable_sort(scopes_.begin(), scopes_.end(),
                   [](const Scope& a, const Scope& b) { return a.cells.size() < b.cells.size(); });
  for (int i = 0; i < static_cast<int>(scopes_.size()); ++i) {
    changed_.insert(i);
    if (scopes_[at(i)].holds != 0) scope_of_[scopes_[at(i)].holds] = i;
    for (const int cell : scopes_[at(i)].cells) scopes_of_[at(cell)].push_back(i);
  }
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

std::vector<int> Explainer::differing() const {
  std::vector<int> cells;
  for (int cell = 0; cell < static_cast<int>(marks_.size()); ++cell)
    if (marks_[at(cell)] == kBlank) cells.push_back(cell);
  return cells;
}

/// Those that others of the same cell imply are left out.
void Explainer::add_facts(std::span<const int> cells, Literals& facts) const {
  for (const int cell : cells) {
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
}

sat::Literals Explainer::open(int cell) const {
  Literals open;
  const int value = marks_[at(cell)];
  const Number& mark = model_.mark(cell);
  if (value == kBlank || is_known(mark.is(value))) return open;
  for (int each = mark.min; each <= mark.max(); ++each) {
    const int is = each == value ? mark.is(each) : -mark.is(each);
    if (is_open(is) && std::find(open.begin(), open.end(), is) == open.end()) open.push_back(is);
  }
  return open;
}

void Explainer::learn(int literal) {
  if (is_known(literal)) return;
  known_[at(std::abs(literal))] = literal > 0 ? 1 : -1;
  all_.engine().add({literal});
  const int cell = cells_[at(std::abs(literal))];
  changed_.insert(scopes_of_[at(cell)].begin(), scopes_of_[at(cell)].end());
  const Number& mark = model_.mark(cell);
  left_ -= marks_[at(cell)] != kBlank && mark.is(marks_[at(cell)]) == literal;
  if (mark.size == 2 || literal < 0) return;
  for (int value = mark.min; value <= mark.max(); ++value)
    if (mark.is(value) != literal) learn(-mark.is(value));
  learn_what_is_ruled_out(literal);
}

void Explainer::learn_what_is_ruled_out(int number) {
  for (const int i : scopes_of_[at(cells_[at(number)])]) {
    const int holds = scopes_[at(i)].holds;
    if (holds == 0 || !engine_.propagate(std::array{number, holds})) continue;
    const auto trail = engine_.trail();
    for (const int literal : Literals(trail.begin(), trail.end()))
      if (literal < 0 && is_mark(literal) && is_open(literal)) {
        plain_[literal] = {holds, number};
        learn(literal);
      }
  }
}

void Explainer::learn_what_is_plain() {
  const Board& board = model_.board();
  engine_.propagate_all();
  const auto always = engine_.trail();
  for (const int literal : Literals(always.begin(), always.end()))
    if (is_mark(literal)) learn(literal);
  for (const Scope& scope : scopes_) {
    const int holds = scope.holds;
    const int place = holds == 0 ? kBlank : model_.sentences()[at(scope.sentence)].place;
    if (place < 0 || place >= board.cells() || board.clues[at(place)] == kBlank ||
        !engine_.propagate({&holds, 1}))
      continue;
    Literals found;
    for (const int literal : engine_.trail())
      if (is_mark(literal) && engine_.level_of(literal) > 0) found.push_back(literal);
    if (!std::all_of(found.begin(), found.end(),
                     [&](int literal) { return cells_[at(std::abs(literal))] == place; }))
      continue;
    for (const int literal : found) {
      learn(literal);
      if (literal > 0 || model_.mark(place).size == 2) given_[at(place)] = 1;
    }
  }
}

/// The constraints of these sentences, and those that define their variables.
std::unique_ptr<Compiled> Explainer::part(std::span<const int> holding) const {
  std::vector<int> constraints, cells;
  for (const int holds : holding) {
    const Scope& scope = scopes_[at(scope_of_.at(holds))];
    constraints.insert(constraints.end(), scope.constraints.begin(), scope.constraints.end());
    cells.insert(cells.end(), scope.cells.begin(), scope.cells.end());
  }
  if (holding.size() > kMostRegions)
    std::erase_if(constraints, [&](int constraint) {
      return model_.constraints()[at(constraint)].kind == Constraint::region;
    });
  for (std::vector<int>* all : {&constraints, &cells}) {
    std::sort(all->begin(), all->end());
    all->erase(std::unique(all->begin(), all->end()), all->end());
  }
  auto part = std::make_unique<Compiled>(model_, constraints);
  for (const int cell : cells)
    if (const Number& mark = model_.mark(cell); mark.size != 2)
      part->engine().add({part->holds(at(mark.sentence))});
  return part;
}

/// Leaves out, of the literals from which another follows, what is not needed: first constraints,
/// those of the most cells first. False if it does not follow, or if the effort did not suffice.
bool Explainer::shrink(Literals& assumed, int literal, const Effort& effort) {
  const auto facts = std::stable_partition(assumed.begin(), assumed.end(),
                                           [&](int each) { return each > model_.variables(); });
  std::sort(assumed.begin(), facts, [&](int a, int b) { return scope_of_[a] > scope_of_[b]; });
  std::vector<int> relevant = {std::abs(literal)};
  const auto sentences = facts - assumed.begin();
  for (auto each = assumed.begin(); each != facts; ++each) {
    const std::vector<int>& variables = scopes_[at(scope_of_[*each])].variables;
    relevant.insert(relevant.end(), variables.begin(), variables.end());
  }
  std::sort(relevant.begin(), relevant.end());
  relevant.erase(std::unique(relevant.begin(), relevant.end()), relevant.end());
  const bool is_searched = model_.board().cells() <= kMostExact || relevant.size() <= kMostSearched;
  if (!is_searched) relevant.clear();
  std::unique_ptr<Compiled> involved;
  std::size_t involves = 0;  // sentences
  bool suffices = true;
  const auto contradict = [&](const Literals& literals, bool by_search) {
    Literals all = {-literal};
    all.insert(all.end(), literals.rbegin(), literals.rend());
    sat::Engine* engine = &engine_;
    if (engine->propagate(all)) {
      if (!by_search) return false;
      Outcome outcome = engine->solve(effort.deadline, all, kQuick, relevant);
      if (outcome == Outcome::gave_up) {
        const std::span holding(assumed.begin(),
                                std::find_if(assumed.begin(), assumed.end(),
                                             [&](int each) { return each <= model_.variables(); }));
        if (std::exchange(involves, holding.size()) != holding.size()) involved = part(holding);
        engine = &involved->engine();
        outcome = engine->propagate(all)
                      ? engine->solve(effort.deadline, all, effort.conflicts, relevant)
                      : Outcome::no;
      }
      suffices = suffices && outcome != Outcome::gave_up;
      if (outcome != Outcome::no) return false;
    }
    Literals failed = engine->failed();
    std::sort(failed.begin(), failed.end());
    std::erase_if(
        assumed, [&](int each) { return !std::binary_search(failed.begin(), failed.end(), each); });
    return true;
  };
  if (!contradict(assumed, is_searched || sentences > 1)) return false;
  for (const int each : Literals(assumed)) {
    Literals others = assumed;
    if (std::erase(others, each) > 0) contradict(others, is_searched);
    if (!suffices) return false;
  }
  return !effort.deadline.passed();
}

std::optional<Step> Explainer::explained(const Literals& holding, int literal,
                                         const Effort& effort) {
  Literals assumed = holding;
  std::vector<int> cells = {cells_[at(std::abs(literal))]};
  for (const int holds : holding) {
    const std::vector<int>& of = scopes_[at(scope_of_[holds])].cells;
    cells.insert(cells.end(), of.begin(), of.end());
  }
  std::sort(cells.begin(), cells.end());
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  add_facts(cells, assumed);
  if (!shrink(assumed, literal, effort)) return std::nullopt;
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
  if (has_plain && !shrink(expanded, literal, effort)) return std::nullopt;
  Step step{{}, {}, {fact(literal)}};
  for (const int each : expanded)
    if (const auto scope = scope_of_.find(each); scope != scope_of_.end())
      step.reasons.push_back(scopes_[at(scope->second)].sentence);
    else
      step.facts.push_back(fact(each));
  std::sort(step.reasons.begin(), step.reasons.end());
  std::sort(step.facts.begin(), step.facts.end());
  return step;
}

std::optional<Step> Explainer::explained_by_one(const std::vector<int>& scopes, int literal,
                                                const Effort& effort) {
  std::optional<Step> best;
  for (std::size_t i = 0, tried = 0; i < scopes.size() && tried < kTried; ++i) {
    const int holds = scopes_[at(scopes[i])].holds;
    auto step = explained(holds == 0 ? Literals() : Literals{holds}, literal, effort);
    if (!step) continue;
    ++tried;
    if (!best || is_easier(*step, *best)) best = std::move(step);
  }
  return best;
}

void Explainer::find_single_reasons(const Deadline& deadline) {
  std::map<int, std::vector<int>> found;  // by literal: the scopes that decide it
  std::set<int> decided;                  // cells
  Literals assumed;
  while (!changed_.empty()) {
    const int i = *changed_.begin();
    const Scope& scope = scopes_[at(i)];
    if (scope.cells.size() > kMostLocal && !found.empty()) break;
    changed_.erase(changed_.begin());
    assumed.clear();
    add_facts(scope.cells, assumed);
    if (scope.holds != 0) assumed.push_back(scope.holds);
    if (!engine_.propagate(assumed)) continue;
    for (const int literal : engine_.trail()) {
      if (!is_mark(literal) || !is_open(literal)) continue;
      found[literal].push_back(i);
      const int cell = cells_[at(std::abs(literal))];
      if (literal > 0 || model_.mark(cell).size == 2) decided.insert(cell);
    }
  }
  std::vector<Step> steps;
  for (const auto& [literal, scopes] : found) {
    const int cell = cells_[at(std::abs(literal))];
    if (literal < 0 && model_.mark(cell).size != 2 && decided.contains(cell)) continue;
    if (auto step = explained_by_one(scopes, literal, {deadline, kConflicts[0]}))
      add_step(steps, std::move(*step));
  }
  std::stable_sort(steps.begin(), steps.end(), is_easier);
  ready_.assign(steps.begin(), steps.end());
}

sat::Literals Explainer::core(int literal, bool by_search, const Deadline& deadline) {
  Literals assumed = {-literal}, holding;
  for (int cell = 0; cell < model_.board().cells(); ++cell) add_facts({&cell, 1}, assumed);
  for (const Scope& scope : scopes_)
    if (scope.holds != 0) assumed.push_back(scope.holds);
  if (engine_.propagate(assumed) && (!by_search || engine_.solve(deadline, assumed) != Outcome::no))
    return holding;
  for (const int each : engine_.failed())
    if (scope_of_.contains(each)) holding.push_back(each);
  return holding;
}

void Explainer::add_what_else_follows(Step& step) {
  Literals assumed;
  std::set<int> cells;
  for (const Fact& fact : step.facts) assumed.push_back(literal(fact));
  for (const int reason : step.reasons) {
    assumed.push_back(retractable_.holds(at(reason)));
    const std::vector<int>& of = scopes_[at(scope_of_[assumed.back()])].cells;
    if (of.size() <= kMostLocal) cells.insert(of.begin(), of.end());
  }
  cells.erase(step.follows[0].cell);
  for (const int cell : cells)
    for (const int other : open(cell)) {
      assumed.push_back(-other);
      if (!engine_.propagate(assumed)) step.follows.push_back(fact(other));
      assumed.pop_back();
    }
}

std::vector<std::pair<sat::Literals, int>> Explainer::cores(const Deadline& deadline,
                                                            const Deadline* patience) {
  std::vector<std::pair<Literals, int>> cores;
  for (const bool by_search : {false, true}) {
    if (!cores.empty() && patience != nullptr) break;
    for (int cell = 0; cell < model_.board().cells(); ++cell)
      for (const int literal : open(cell)) {
        if (deadline.passed() || (!cores.empty() && patience != nullptr && patience->passed()))
          break;
        if (all_.engine().propagate(std::array{-literal}) != by_search) continue;
        Literals holding = core(literal, by_search, deadline);
        if (!holding.empty()) cores.emplace_back(std::move(holding), literal);
      }
  }
  std::stable_sort(cores.begin(), cores.end(),
                   [](const auto& a, const auto& b) { return a.first.size() < b.first.size(); });
  return cores;
}

std::optional<Step> Explainer::find_several_reasons(const Deadline& deadline,
                                                    const Deadline& patience) {
  std::optional<Step> best;
  auto found = cores(deadline, &patience);
  // On larger boards, steps of many reasons take their time even without conflicts.
  const bool is_large = model_.board().cells() > kMostExact;
  for (std::size_t round = is_large ? kConflicts.size() - 1 : 0;
       round < kConflicts.size() && !best && !deadline.passed(); ++round) {
    if (round == 1)
      if (auto others = cores(deadline.at_most(kCoresTime)); !others.empty())
        found = std::move(others);
    for (const auto& [holding, literal] : found) {
      if (best && (best->reasons.size() <= 2 || patience.passed())) break;
      Effort effort{best ? patience : deadline, kConflicts[round]};
      if (effort.conflicts >= 0)
        effort.deadline = effort.deadline.at_most(std::chrono::milliseconds(effort.conflicts));
      auto step = explained(holding, literal, effort);
      if (step && (!best || is_easier(*step, *best))) best = std::move(step);
    }
  }
  if (best) add_what_else_follows(*best);
  return best;
}

std::optional<Step> Explainer::next(const Deadline& deadline, std::chrono::milliseconds patience) {
  while (!is_done() && !deadline.passed()) {
    if (ready_.empty()) find_single_reasons(deadline);
    if (ready_.empty()) {
      auto step = find_several_reasons(deadline, Deadline::after(patience));
      if (!step) return std::nullopt;
      ready_.push_back(std::move(*step));
    }
    Step step = std::move(ready_.front());
    ready_.pop_front();
    std::erase_if(step.follows, [&](const Fact& fact) { return is_known(fact); });
    if (step.follows.empty()) continue;
    for (const Fact& fact : step.follows) learn(literal(fact));
    return step;
  }
  return std::nullopt;
}

std::vector<Step> Explainer::explain(std::span<const Fact> facts, const Deadline& deadline) {
  std::vector<Step> steps;
  for (const Fact& fact : facts) {
    const int is = literal(fact);
    if (is_known(is)) continue;
    auto step = explained_by_one(scopes_of_[at(fact.cell)], is, {deadline});
    if (!step)
      if (const Literals holding = core(is, true, deadline); !holding.empty())
        step = explained(holding, is, {deadline});
    if (step) add_step(steps, std::move(*step));
  }
  for (const Step& step : steps)
    for (const Fact& fact : step.follows) learn(literal(fact));
  return steps;
}

std::vector<int> contradiction(const Model& model, const Deadline& deadline) {
  Compiled compiled(model, true);
  sat::Engine& engine = compiled.engine();
  sat::Literals needed;
  for (std::size_t i = 0; i < model.sentences().size(); ++i) needed.push_back(compiled.holds(i));
  std::vector<int> sentences;
  if (engine.solve(deadline, needed) != Outcome::no) return sentences;
  needed = engine.failed();
  for (const int holds : sat::Literals(needed)) {
    sat::Literals others = needed;
    if (std::erase(others, holds) > 0 && engine.solve(deadline, others) == Outcome::no)
      needed = engine.failed();
  }
  for (std::size_t i = 0; i < model.sentences().size(); ++i)
    if (std::find(needed.begin(), needed.end(), compiled.holds(i)) != needed.end())
      sentences.push_back(static_cast<int>(i));
  return sentences;
}

}  // namespace eyehand::model
