#include "solver/sat/engine.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "puzzle/index.hpp"
#include "solver/luby.hpp"

namespace eyehand::sat {
namespace {

/// Conflicts before the first restart. All panels of bench/solver/panel take 65 s of processor time
/// with 50, 68 s with 70, and 77 s with 100.
constexpr int kRestartUnit = 50;
constexpr int kCosts = 3;

}  // namespace

Engine::Engine() : queues_(kCosts) {
  reserve(0);
}

void Engine::reserve(int count) {
  const std::size_t before = values_.size(), size = at(count) + 1;
  if (size <= before) return;
  values_.resize(size, 0);
  model_.resize(size, 0);
  phases_.resize(size, -1);
  seen_.resize(size, 0);
  levels_.resize(size, 0);
  positions_.resize(size, 0);
  found_at_.resize(size, 0);
  antecedents_.resize(size);
  watches_.resize(2 * size);
  counts_of_.resize(2 * size);
  listeners_of_.resize(size);
  for (std::size_t v = before; v < size; ++v) candidates_.grow();
}

int Engine::fresh() {
  reserve(variables() + 1);
  return variables();
}

int Engine::yes() {
  if (yes_ == 0) add({yes_ = fresh()});
  return yes_;
}

void Engine::assign(int literal, Antecedent antecedent) {
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
  for (std::size_t i = trail_.size(); i-- > keep;) {
    const int literal = trail_[i];
    const std::size_t v = index(literal);
    if (i < next_)
      for (const int id : counts_of_[slot(literal)])
        if (id >= 0) --counts_[at(id)].held;
    phases_[v] = values_[v];
    values_[v] = 0;
    candidates_.put(static_cast<int>(v));
  }
  trail_.resize(keep);
  marks_.resize(at(to));
  next_ = std::min(next_, keep);
}

// --- constraints

int Engine::attach(std::span<const int> literals, int lbd, int origin) {
  const int clause = static_cast<int>(arena_.size());
  arena_.insert(arena_.end(), {static_cast<int>(literals.size()), lbd, origin});
  arena_.insert(arena_.end(), literals.begin(), literals.end());
  learned_clauses_ += lbd > 0;
  watch_clause(clause);
  return clause;
}

void Engine::watch_clause(int clause) {
  const auto literals = literals_of(clause);
  assert(literals.size() >= 2);
  watches_[slot(literals[0])].push_back({clause, literals[1]});
  watches_[slot(literals[1])].push_back({clause, literals[0]});
}

void Engine::add(std::span<const int> clause) {
  backtrack(0);
  learned_.clear();
  for (const int literal : clause) {
    if (value(literal) > 0) return;
    if (value(literal) < 0 || std::count(learned_.begin(), learned_.end(), literal) > 0) continue;
    if (std::count(learned_.begin(), learned_.end(), -literal) > 0) return;
    learned_.push_back(literal);
  }
  if (learned_.empty())
    broken_ = true;
  else if (learned_.size() == 1 && clause.size() == 1)
    assign(learned_[0], {Antecedent::clause, -2 - origin_});
  else if (learned_.size() == 1)
    assign(learned_[0], {Antecedent::clause, attach(clause, 0, origin_)});
  else
    attach(learned_, 0, origin_);
}

void Engine::at_most(int max, std::span<const int> literals, std::span<const int> when) {
  backtrack(0);
  if (max >= static_cast<int>(literals.size())) return;
  if (max < 0) {  // the condition cannot hold
    Literals clause;
    for (const int literal : when) clause.push_back(-literal);
    return add(clause);
  }
  const int id = static_cast<int>(counts_.size());
  counts_.push_back({static_cast<int>(counted_.size()), static_cast<int>(literals.size()),
                     static_cast<int>(when.size()), max, 0, origin_});
  counted_.insert(counted_.end(), literals.begin(), literals.end());
  counted_.insert(counted_.end(), when.begin(), when.end());
  for (const int literal : literals) {
    counts_of_[slot(literal)].push_back(id);
    if (value(literal) > 0 && at(positions_[index(literal)]) < next_) ++counts_.back().held;
  }
  for (const int literal : when) counts_of_[slot(literal)].push_back(~id);
  if (!broken_ && !visit_count(id)) broken_ = true;
}

void Engine::add(Propagator& propagator, std::span<const int> variables, int cost) {
  assert(cost >= 0 && cost < kCosts);
  const int id = static_cast<int>(listeners_.size());
  listeners_.push_back({&propagator, origin_, static_cast<std::int8_t>(cost), false});
  for (const int variable : variables) listeners_of_[index(variable)].push_back(id);
  if (variables.empty()) listeners_of_[0].push_back(id);
  queue(id);
}

// --- propagation

// The functions below that return bool return false on a conflict, and leave its clause, all of
// whose literals are false, in conflict_.

bool Engine::propagate() {
  while (next_ < trail_.size()) {
    const int literal = trail_[next_++];
    for (const int id : counts_of_[slot(literal)])
      if (id >= 0) ++counts_[at(id)].held;
    for (const std::size_t variable : {index(literal), std::size_t{0}})
      for (const int listener : listeners_of_[variable]) queue(listener);
    if (!visit_clauses(-literal)) return false;
    for (const int id : counts_of_[slot(literal)])
      if (!visit_count(id >= 0 ? id : ~id)) return false;
  }
  return true;
}

bool Engine::visit_clauses(int falsified) {
  auto& watching = watches_[slot(falsified)];
  std::size_t kept = 0;
  for (std::size_t i = 0; i < watching.size(); ++i) {
    if (value(watching[i].blocker) > 0) {
      watching[kept++] = watching[i];
      continue;
    }
    const int id = watching[i].clause;
    const auto c = literals_of(id);
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
      watches_[slot(c[1])].push_back({id, c[0]});
      continue;
    }
    watching[kept++] = {id, c[0]};
    if (value(c[0]) < 0) {
      while (++i < watching.size()) watching[kept++] = watching[i];
      watching.resize(kept);
      conflict_.assign(c.begin(), c.end());
      return false;
    }
    assign(c[0], {Antecedent::clause, id});
  }
  watching.resize(kept);
  return true;
}

bool Engine::visit_count(int id) {
  const Count& count = counts_[at(id)];
  if (count.held < count.max) return true;
  const std::span all(counted_.data() + count.first, at(count.size + count.whens));
  const auto literals = all.first(at(count.size)), when = all.subspan(at(count.size));
  int open = 0, condition = 0;
  for (const int literal : when) {
    if (value(literal) < 0) return true;
    if (value(literal) == 0 && literal != condition) {
      ++open;
      condition = literal;
    }
  }
  if (open > 1) return true;
  if (count.held > count.max) {
    if (open == 1) {
      assign(-condition, {Antecedent::count, id});
      return true;
    }
    conflict_.clear();
    int left = count.max + 1;
    for (std::size_t i = 0; left > 0 && i < literals.size(); ++i)
      if (value(literals[i]) > 0) {
        conflict_.push_back(-literals[i]);
        --left;
      }
    for (const int literal : when) conflict_.push_back(-literal);
    return false;
  }
  if (open > 0) return true;
  for (const int literal : literals)
    if (value(literal) == 0) assign(-literal, {Antecedent::count, id});
  return true;
}

void Engine::queue(int listener) {
  Listener& it = listeners_[at(listener)];
  if (std::exchange(it.queued, true)) return;
  queues_[at(it.cost)].push_back(listener);
}

// Propagates to a fixpoint of everything.
bool Engine::call_propagators() {
  for (;;) {
    if (!propagate()) return false;
    const auto waiting =
        std::find_if(queues_.begin(), queues_.end(), [](const auto& q) { return !q.empty(); });
    if (waiting == queues_.end()) return true;
    const int id = waiting->front();
    waiting->pop_front();
    Listener& listener = listeners_[at(id)];
    listener.queued = false;
    findings_.clear();
    listener.propagator->propagate(*this, findings_);
    const int found_at = static_cast<int>(trail_.size());
    for (const auto& [literal, cause] : findings_) {
      const int is = literal == 0 ? -1 : value(literal);
      if (is > 0) continue;
      if (is == 0) assign(literal, {Antecedent::finding, id, cause});
      // A conflict is explained as if the literal were found now; no variable is 0.
      const int before = std::exchange(found_at_[index(literal)], found_at);
      if (is == 0) continue;
      queue(id);
      conflict_.clear();
      listener.propagator->explain(*this, {literal, cause}, conflict_);
      found_at_[index(literal)] = before;
      is_explained_ = true;
      return false;
    }
  }
}

bool Engine::propagate_all() {
  backtrack(0);
  if (!broken_ && !call_propagators()) broken_ = true;
  return !broken_;
}

bool Engine::propagate(std::span<const int> assumed) {
  failed_.clear();
  if (!propagate_all()) return false;
  marks_.push_back(trail_.size());
  for (const int literal : assumed) {
    if (value(literal) == 0) assign(literal, {});
    if (value(literal) > 0) continue;
    failed_.assign(1, literal);
    if (level_of(literal) > 0) failed_.push_back(-literal);
    return false;
  }
  if (call_propagators()) return true;
  is_explained_ = false;
  find_failed();
  return false;
}

// --- search

// A relevant variable that is unassigned, with the value that it had last; 0 if all are assigned.
int Engine::choose() {
  int best = 0;
  for (const int variable : relevant_)
    if (value(variable) == 0 && (best == 0 || candidates_.before(variable, best))) best = variable;
  while (relevant_.empty() && best == 0 && !candidates_.empty())
    if (const int variable = candidates_.take(); variable != 0 && value(variable) == 0)
      best = variable;
  return phases_[at(best)] > 0 ? best : -best;
}

void Engine::shuffle(Random& random) {
  backtrack(0);
  shuffled_ = true;
  std::vector<double> activity(values_.size(), 0);
  for (std::size_t v = 1; v < values_.size(); ++v) {
    activity[v] = static_cast<double>(random.below(1 << 20)) * 1e-9;
    phases_[v] = random.chance(0.5) ? 1 : -1;
  }
  candidates_.reset(std::move(activity));
}

Outcome Engine::solve(const Deadline& deadline, std::span<const int> assumed, int conflicts,
                      std::span<const int> relevant) {
  backtrack(0);
  failed_.clear();
  relevant_ = relevant;
  for (std::size_t id = 0; id < listeners_.size(); ++id) queue(static_cast<int>(id));
  const std::uint64_t limit = conflicts < 0 ? UINT64_MAX : conflicts_ + at(conflicts);
  std::uint64_t restart_at = 0, restarts = 0;
  for (std::uint32_t rounds = 0; !broken_; ++rounds) {
    if (rounds % 64 == 0 && deadline.passed()) return Outcome::gave_up;
    if (!call_propagators()) {
      resolve();
      if (conflicts_ > limit) return Outcome::gave_up;
      continue;
    }
    if (conflicts_ >= restart_at) {
      restart_at = conflicts_ + kRestartUnit * luby(restarts++);
      backtrack(0);
      // The saved phases may be far from every answer.
      if (restarts % 8 == 0 && !shuffled_)
        std::fill(phases_.begin(), phases_.end(), std::int8_t{-1});
      if (learned_clauses_ > max_learned_) reduce_db();
      continue;
    }
    int decision = 0;
    while (decision == 0 && at(level()) < assumed.size()) {
      const int literal = assumed[at(level())];
      if (value(literal) < 0) {
        conflict_.assign(1, literal);
        find_failed();
        failed_.push_back(literal);
        backtrack(0);
        return Outcome::no;
      }
      if (value(literal) > 0)
        marks_.push_back(trail_.size());
      else
        decision = literal;
    }
    if (decision == 0) decision = choose();
    if (decision == 0) {
      model_ = values_;
      return Outcome::yes;
    }
    marks_.push_back(trail_.size());
    assign(decision, {});
  }
  backtrack(0);
  return Outcome::no;
}

}  // namespace eyehand::sat
