#include "solver/panel/engine.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "puzzle/index.hpp"
#include "solver/luby.hpp"

namespace eyehand::panel {
namespace {

/// Conflicts before the first restart. All panels of bench/solver/panel take 65 s of processor time
/// with 50, 68 s with 70, and 77 s with 100.
constexpr int kRestartUnit = 50;

}  // namespace

int Engine::fresh() {
  values_.push_back(0);
  model_.push_back(0);
  phases_.push_back(-1);
  levels_.push_back(0);
  antecedents_.push_back(-1);
  positions_.push_back(0);
  found_at_.push_back(0);
  activity_.push_back(0);
  seen_.push_back(0);
  watches_.resize(watches_.size() + 2);
  return static_cast<int>(values_.size()) - 1;
}

void Engine::assign(int literal, int antecedent) {
  assert(value(literal) == 0);
  const std::size_t v = index(literal);
  values_[v] = literal > 0 ? 1 : -1;
  levels_[v] = level();
  antecedents_[v] = antecedent;
  positions_[v] = static_cast<int>(trail_.size());
  trail_.push_back(literal);
}

void Engine::backtrack(int to) {
  if (level() <= to) return;
  const std::size_t keep = marks_[at(to)];
  assert(keep <= trail_.size());
  for (std::size_t i = keep; i < trail_.size(); ++i) {
    assert(value(trail_[i]) > 0 && level_of(trail_[i]) > to);
    const std::size_t v = index(trail_[i]);
    phases_[v] = values_[v];
    values_[v] = 0;
  }
  trail_.resize(keep);
  marks_.resize(at(to));
  next_ = std::min(next_, keep);
}

int Engine::attach(Literals literals, bool learned) {
  const int id = static_cast<int>(clauses_.size());
  Clause clause{std::move(literals), 0, learned};
  if (learned) {
    ++learned_;
    std::vector<int> levels;
    for (const int literal : clause.literals) levels.push_back(level_of(literal));
    std::sort(levels.begin(), levels.end());
    clause.lbd = static_cast<int>(std::unique(levels.begin(), levels.end()) - levels.begin());
  }
  clauses_.push_back(std::move(clause));
  watch_clause(id);
  return id;
}

void Engine::watch_clause(int id) {
  const Literals& c = clauses_[at(id)].literals;
  assert(c.size() >= 2);
  watches_[watch(c[0])].push_back({id, c[1]});
  watches_[watch(c[1])].push_back({id, c[0]});
}

void Engine::add(std::span<const int> clause) {
  backtrack(0);
  Literals literals;
  literals.reserve(clause.size());
  for (const int literal : clause) {
    if (value(literal) > 0) return;
    if (value(literal) < 0 || std::count(literals.begin(), literals.end(), literal) > 0) continue;
    if (std::count(literals.begin(), literals.end(), -literal) > 0) return;
    literals.push_back(literal);
  }
  if (literals.empty())
    broken_ = true;
  else if (literals.size() == 1)
    assign(literals[0], -1);
  else
    attach(std::move(literals), false);
}

int Engine::propagate() {
  while (next_ < trail_.size()) {
    const int falsified = -trail_[next_++];
    auto& watching = watches_[watch(falsified)];
    std::size_t kept = 0;
    for (std::size_t i = 0; i < watching.size(); ++i) {
      if (value(watching[i].blocker) > 0) {
        watching[kept++] = watching[i];
        continue;
      }
      const int id = watching[i].clause;
      Literals& c = clauses_[at(id)].literals;
      if (c[0] == falsified) std::swap(c[0], c[1]);
      assert(c[1] == falsified);
      if (value(c[0]) > 0) {
        watching[kept++] = {id, c[0]};
        continue;
      }
      std::size_t k = 2;
      while (k < c.size() && value(c[k]) < 0) ++k;
      if (k < c.size()) {
        std::swap(c[1], c[k]);
        watches_[watch(c[1])].push_back({id, c[0]});
        continue;
      }
      watching[kept++] = {id, c[0]};
      if (value(c[0]) < 0) {
        while (++i < watching.size()) watching[kept++] = watching[i];
        watching.resize(kept);
        return id;
      }
      assign(c[0], id);
    }
    watching.resize(kept);
  }
  return -1;
}

// The clause that implied a literal. The theory explains its findings now.
const Literals& Engine::antecedent_of(int literal) {
  int& antecedent = antecedents_[index(literal)];
  if (antecedent >= 0) return clauses_[at(antecedent)].literals;
  Literals& clause = antecedent_;
  clause.clear();
  theory_->explain({literal, -2 - antecedent}, clause);
  assert(std::all_of(clause.begin(), clause.end(), [&](int l) {
    return l == literal || (value(l) < 0 && was_before(l, literal));
  }));
  std::erase_if(clause, [&](int l) { return value(l) < 0 && level_of(l) == 0; });
  const auto rank = [&](int l) { return l == literal ? level() + 1 : level_of(l); };
  std::sort(clause.begin(), clause.end(), [&](int a, int b) { return rank(a) > rank(b); });
  if (clause.size() == 1) return clause;
  antecedent = attach(clause, true);
  return clauses_[at(antecedent)].literals;
}

// Assigns what the theory found. False if the formula is unsatisfiable.
bool Engine::take_findings(const std::vector<Finding>& findings) {
  const int found_at = static_cast<int>(trail_.size());
  for (const Finding& finding : findings) {
    const int is = finding.literal == 0 ? -1 : value(finding.literal);
    if (is > 0) continue;
    if (is == 0) assign(finding.literal, level() == 0 ? -1 : -2 - finding.cause);
    found_at_[index(finding.literal)] = found_at;  // no variable is 0, a conflict
    if (is == 0) continue;
    Literals clause;
    theory_->explain(finding, clause);
    return take(std::move(clause));
  }
  return true;
}

// Adds a clause that is false and resolves the conflict. False if the formula is unsatisfiable.
bool Engine::take(Literals clause) {
  std::sort(clause.begin(), clause.end());
  clause.erase(std::unique(clause.begin(), clause.end()), clause.end());
  std::erase_if(clause, [&](int l) { return value(l) < 0 && level_of(l) == 0; });
  if (clause.empty()) return false;
  // Latest level first.
  std::sort(clause.begin(), clause.end(), [&](int a, int b) { return level_of(a) > level_of(b); });
  assert(std::all_of(clause.begin(), clause.end(), [&](int l) { return value(l) < 0; }));
  if (clause.size() > 1 && level_of(clause[0]) == level_of(clause[1])) {
    backtrack(level_of(clause[0]));
    return learn(attach(std::move(clause), true));
  }
  assert_first(std::move(clause));
  return true;
}

// Learns a clause that is false, of whose literals the first was assigned at the latest level, and
// the second, if any, at the latest level of the others. Backtracks until it implies the first.
void Engine::assert_first(Literals clause) {
  const int literal = clause[0];
  const int to = clause.size() == 1 ? 0 : level_of(clause[1]);
  assert(to < level_of(literal));
  assert(std::all_of(clause.begin() + 1, clause.end(),
                     [&](int l) { return value(l) < 0 && level_of(l) <= to; }));
  const int id = clause.size() == 1 ? -1 : attach(std::move(clause), true);
  backtrack(to);
  assign(literal, id);
}

// First-UIP clause learning. False if the formula is unsatisfiable.
bool Engine::learn(int conflict) {
  if (level() == 0) return false;
  Literals learned = {0};
  std::vector<std::size_t> met;
  int open = 0, literal = 0;
  std::size_t i = trail_.size();
  for (const Literals* antecedent = &clauses_[at(conflict)].literals;;) {
    for (const int other : *antecedent) {
      const std::size_t v = index(other);
      if (other == literal || seen_[v] || levels_[v] == 0) continue;
      seen_[v] = 1;
      met.push_back(v);
      bump(v);
      if (levels_[v] == level())
        ++open;
      else
        learned.push_back(other);
    }
    do {
      literal = trail_[--i];
    } while (!seen_[index(literal)] || level_of(literal) != level());
    if (--open == 0) break;
    antecedent = &antecedent_of(literal);
  }
  assert(open == 0 && level_of(literal) == level());
  learned[0] = -literal;
  // Local minimization: drop literals that the others imply.
  const auto follows = [&](int l) {
    const int antecedent = antecedents_[index(l)];
    if (antecedent < 0) return false;
    for (const int other : clauses_[at(antecedent)].literals)
      if (other != -l && !seen_[index(other)] && level_of(other) > 0) return false;
    return true;
  };
  learned.erase(std::remove_if(learned.begin() + 1, learned.end(), follows), learned.end());
  for (const std::size_t v : met) seen_[v] = 0;
  step_ /= 0.95;
  if (learned.size() > 1)
    std::iter_swap(learned.begin() + 1,
                   std::max_element(learned.begin() + 1, learned.end(),
                                    [&](int a, int b) { return level_of(a) < level_of(b); }));
  assert_first(std::move(learned));
  return true;
}

void Engine::bump(std::size_t variable) {
  activity_[variable] += step_;
  if (activity_[variable] < 1e100) return;
  for (double& activity : activity_) activity *= 1e-100;
  step_ *= 1e-100;
}

int Engine::choose() const {
  std::size_t best = 0;
  for (std::size_t v = 1; v < values_.size(); ++v)
    if (values_[v] == 0 && (best == 0 || activity_[v] > activity_[best])) best = v;
  assert(best != 0);
  const int variable = static_cast<int>(best);
  return phases_[best] > 0 ? variable : -variable;
}

// Deletes the half of the learned clauses with the most decision levels. At level 0.
void Engine::reduce_db() {
  assert(level() == 0);
  std::vector<int> lbds;
  for (const Clause& clause : clauses_)
    if (clause.learned) lbds.push_back(clause.lbd);
  std::nth_element(lbds.begin(), lbds.begin() + static_cast<long>(lbds.size() / 2), lbds.end());
  const int limit = std::max(3, lbds[lbds.size() / 2]);
  std::erase_if(clauses_, [&](const Clause& clause) {
    return clause.learned && clause.lbd >= limit && clause.literals.size() > 2;
  });
  learned_ = 0;
  for (auto& watching : watches_) watching.clear();
  for (std::size_t id = 0; id < clauses_.size(); ++id) {
    learned_ += clauses_[id].learned;
    watch_clause(static_cast<int>(id));
  }
  std::fill(antecedents_.begin(), antecedents_.end(), -1);
  max_learned_ = std::max(max_learned_, learned_ * 2) + 200;
  next_ = 0;
}

Outcome Engine::solve(const Deadline& deadline, std::span<const int> assumed,
                      const TheoryPropagator& theory) {
  backtrack(0);
  theory_ = &theory;
  std::vector<Finding> findings;
  std::uint64_t restarts = 0;
  int conflicts_left = 0;
  for (std::uint32_t rounds = 0; !broken_; ++rounds) {
    if (rounds % 64 == 0 && deadline.passed()) return Outcome::gave_up;
    if (conflicts_left <= 0) {
      backtrack(0);
      conflicts_left = kRestartUnit * static_cast<int>(luby(restarts++));
      // The saved phases may be far from every answer.
      if (restarts % 8 == 0) std::fill(phases_.begin(), phases_.end(), std::int8_t{-1});
      if (learned_ > max_learned_) reduce_db();
    }
    const int conflict = propagate();
    if (conflict >= 0) {
      --conflicts_left;
      if (!learn(conflict)) broken_ = true;
      continue;
    }
    findings.clear();
    if (theory.find(findings)) {
      const std::size_t before = trail_.size();
      if (!take_findings(findings)) broken_ = true;
      conflicts_left -= trail_.size() < before;
      continue;
    }
    int decision = 0;
    while (decision == 0 && at(level()) < assumed.size()) {
      const int literal = assumed[at(level())];
      if (value(literal) < 0) {
        backtrack(0);
        return Outcome::no;
      }
      if (value(literal) > 0)
        marks_.push_back(trail_.size());
      else
        decision = literal;
    }
    if (decision == 0) {
      if (trail_.size() + 1 == values_.size()) {
        model_ = values_;
        return Outcome::yes;
      }
      decision = choose();
    }
    marks_.push_back(trail_.size());
    assign(decision, -1);
  }
  backtrack(0);
  return Outcome::no;
}

}  // namespace eyehand::panel
