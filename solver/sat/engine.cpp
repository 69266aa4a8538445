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
/// Chains of reasons that are followed to see that a literal of a learned clause is implied.
constexpr int kMaxDepth = 24;

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
  activity_.resize(size, 0);
  place_in_heap_.resize(size, -1);
  watches_.resize(2 * size);
  counts_of_.resize(2 * size);
  listeners_of_.resize(size);
  for (std::size_t v = std::max<std::size_t>(1, before); v < size; ++v)
    put_in_heap(static_cast<int>(v));
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
    put_in_heap(static_cast<int>(v));
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
    for (const int listener : listeners_of_[index(literal)]) queue(listener);
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
      return false;
    }
  }
}

bool Engine::propagate_all() {
  backtrack(0);
  if (!broken_ && !call_propagators()) broken_ = true;
  return !broken_;
}

// --- reasons

// The clause that implied a literal, which is its first. Propagators explain their findings now,
// and the clause is kept.
void Engine::reason(int literal, Literals& clause) {
  const Antecedent antecedent = antecedents_[index(literal)];
  clause.clear();
  switch (antecedent.kind) {
    case Antecedent::none:
      break;
    case Antecedent::clause: {
      const auto literals = literals_of(antecedent.id);
      clause.assign(literals.begin(), literals.end());
      break;
    }
    case Antecedent::count: {
      const Count& count = counts_[at(antecedent.id)];
      const std::span all(counted_.data() + count.first, at(count.size + count.whens));
      const auto when = all.subspan(at(count.size));
      const bool is_condition = std::find(when.begin(), when.end(), -literal) != when.end();
      int left = count.max + is_condition;
      clause.push_back(literal);
      for (std::size_t i = 0; left > 0; ++i) {
        assert(i < at(count.size));
        const int other = all[i];
        if (value(other) <= 0 || position(other) >= position(literal)) continue;
        clause.push_back(-other);
        --left;
      }
      for (const int other : when)
        if (other != -literal) clause.push_back(-other);
      break;
    }
    case Antecedent::finding: {
      listeners_[at(antecedent.id)].propagator->explain(*this, {literal, antecedent.cause}, clause);
      assert(std::all_of(clause.begin(), clause.end(), [&](int l) {
        return l == literal || (value(l) < 0 && was_before(l, literal));
      }));
      std::erase_if(clause, [&](int l) { return value(l) < 0 && level_of(l) == 0; });
      const auto rank = [&](int l) { return l == literal ? level() + 1 : level_of(l); };
      std::sort(clause.begin(), clause.end(), [&](int a, int b) { return rank(a) > rank(b); });
      if (clause.size() > 1)
        antecedents_[index(literal)] = {Antecedent::clause,
                                        attach(clause, count_levels(clause), -1)};
      break;
    }
  }
}

int Engine::origin(int literal) const {
  const Antecedent antecedent = antecedents_[index(literal)];
  switch (antecedent.kind) {
    case Antecedent::clause:
      return antecedent.id < 0 ? -2 - antecedent.id : arena_[at(antecedent.id + origin_field)];
    case Antecedent::count:
      return counts_[at(antecedent.id)].origin;
    case Antecedent::finding:
      return listeners_[at(antecedent.id)].origin;
    default:
      return -1;
  }
}

int Engine::count_levels(std::span<const int> literals) {
  if (level_stamps_.size() <= marks_.size()) level_stamps_.resize(marks_.size() + 1, 0);
  ++stamp_;
  int levels = 0;
  for (const int literal : literals)
    if (std::exchange(level_stamps_[at(level_of(literal))], stamp_) != stamp_) ++levels;
  return levels;
}

// --- conflicts

// Learns from conflict_ and backtracks; sets broken_ if the constraints contradict each other.
void Engine::resolve() {
  ++conflicts_;
  std::sort(conflict_.begin(), conflict_.end());
  conflict_.erase(std::unique(conflict_.begin(), conflict_.end()), conflict_.end());
  std::erase_if(conflict_, [&](int l) { return level_of(l) == 0; });
  assert(std::all_of(conflict_.begin(), conflict_.end(), [&](int l) { return value(l) < 0; }));
  if (conflict_.empty()) {
    broken_ = true;
    return;
  }
  std::sort(conflict_.begin(), conflict_.end(),
            [&](int a, int b) { return level_of(a) > level_of(b); });
  if (conflict_.size() == 1 || level_of(conflict_[0]) > level_of(conflict_[1]))
    return assert_first(conflict_);
  backtrack(level_of(conflict_[0]));
  analyze();
}

// First-UIP clause learning.
void Engine::analyze() {
  learned_.assign(1, 0);
  met_.clear();
  int open = 0, literal = 0;
  std::size_t i = trail_.size();
  reason_ = conflict_;
  for (;;) {
    for (const int other : reason_) {
      const std::size_t v = index(other);
      if (other == literal || seen_[v] || levels_[v] == 0) continue;
      seen_[v] = 1;
      met_.push_back(static_cast<int>(v));
      bump(static_cast<int>(v));
      if (levels_[v] == level())
        ++open;
      else
        learned_.push_back(other);
    }
    do {
      literal = trail_[--i];
    } while (!seen_[index(literal)]);
    if (--open == 0) break;
    reason(literal, reason_);
  }
  learned_[0] = -literal;
  learned_.erase(std::remove_if(learned_.begin() + 1, learned_.end(),
                                [&](int l) { return is_redundant(l, 0); }),
                 learned_.end());
  for (const int v : met_) seen_[at(v)] = 0;
  step_ /= 0.95;
  if (learned_.size() > 1)
    std::iter_swap(learned_.begin() + 1,
                   std::max_element(learned_.begin() + 1, learned_.end(),
                                    [&](int a, int b) { return level_of(a) < level_of(b); }));
  assert_first(learned_);
}

// Whether a false literal follows from those that were seen (1) or found to follow (2).
bool Engine::is_redundant(int literal, int depth) {
  const Antecedent antecedent = antecedents_[index(literal)];
  if (antecedent.kind == Antecedent::none || antecedent.kind == Antecedent::finding ||
      depth == kMaxDepth)
    return false;
  if (reasons_.size() <= at(depth)) reasons_.resize(at(depth) + 1);
  reason(-literal, reasons_[at(depth)]);
  for (std::size_t i = 0; i < reasons_[at(depth)].size(); ++i) {
    const int other = reasons_[at(depth)][i];
    const std::size_t v = index(other);
    if (other == -literal || levels_[v] == 0 || seen_[v] == 1 || seen_[v] == 2) continue;
    const bool follows = seen_[v] == 0 && is_redundant(other, depth + 1);
    if (seen_[v] == 0) met_.push_back(static_cast<int>(v));
    seen_[v] = follows ? 2 : 3;
    if (!follows) return false;
  }
  return true;
}

// Learns a clause that is false, of whose literals the first was assigned at the latest level, and
// the second, if any, at the latest level of the others. Backtracks until it implies the first.
void Engine::assert_first(Literals& clause) {
  const int literal = clause[0];
  const int to = clause.size() == 1 ? 0 : level_of(clause[1]);
  assert(to < level_of(literal));
  Antecedent antecedent;
  if (clause.size() > 1)
    antecedent = {Antecedent::clause, attach(clause, count_levels(clause), -1)};
  backtrack(to);
  assign(literal, antecedent);
}

// Sets failed_ to the assumptions from which the negation of one of them, `literal`, follows.
void Engine::find_failed(int literal) {
  failed_.assign(1, literal);
  met_.assign(1, static_cast<int>(index(literal)));
  seen_[index(literal)] = 1;
  for (std::size_t i = trail_.size(); i-- > 0;) {
    const int other = trail_[i];
    if (!seen_[index(other)] || level_of(other) == 0) continue;
    if (antecedents_[index(other)].kind == Antecedent::none) {
      failed_.push_back(other);
      continue;
    }
    reason(other, reason_);
    for (const int l : reason_)
      if (!std::exchange(seen_[index(l)], 1)) met_.push_back(static_cast<int>(index(l)));
  }
  for (const int v : met_) seen_[at(v)] = 0;
}

// --- decisions

void Engine::bump(int variable) {
  activity_[at(variable)] += step_;
  if (activity_[at(variable)] >= 1e100) {
    for (double& activity : activity_) activity *= 1e-100;
    step_ *= 1e-100;
  }
  if (place_in_heap_[at(variable)] >= 0) sift_up(at(place_in_heap_[at(variable)]));
}

void Engine::sift_up(std::size_t place) {
  const int variable = heap_[place];
  while (place > 0 && before(variable, heap_[(place - 1) / 2])) {
    heap_[place] = heap_[(place - 1) / 2];
    place_in_heap_[at(heap_[place])] = static_cast<int>(place);
    place = (place - 1) / 2;
  }
  heap_[place] = variable;
  place_in_heap_[at(variable)] = static_cast<int>(place);
}

void Engine::sift_down(std::size_t place) {
  const int variable = heap_[place];
  for (std::size_t child; (child = 2 * place + 1) < heap_.size(); place = child) {
    if (child + 1 < heap_.size() && before(heap_[child + 1], heap_[child])) ++child;
    if (!before(heap_[child], variable)) break;
    heap_[place] = heap_[child];
    place_in_heap_[at(heap_[place])] = static_cast<int>(place);
  }
  heap_[place] = variable;
  place_in_heap_[at(variable)] = static_cast<int>(place);
}

void Engine::put_in_heap(int variable) {
  if (place_in_heap_[at(variable)] >= 0) return;
  heap_.push_back(variable);
  sift_up(heap_.size() - 1);
}

// An unassigned variable with the value that it had last; 0 if all are assigned.
int Engine::choose() {
  while (!heap_.empty()) {
    const int variable = heap_[0];
    place_in_heap_[at(variable)] = -1;
    const int last = heap_.back();
    heap_.pop_back();
    if (!heap_.empty()) {
      heap_[0] = last;
      sift_down(0);
    }
    if (value(variable) == 0) return phases_[at(variable)] > 0 ? variable : -variable;
  }
  return 0;
}

void Engine::shuffle(Random& random) {
  backtrack(0);
  shuffled_ = true;
  heap_.clear();
  for (std::size_t v = 1; v < values_.size(); ++v) {
    activity_[v] = static_cast<double>(random.below(1 << 20)) * 1e-9;
    phases_[v] = random.chance(0.5) ? 1 : -1;
    place_in_heap_[v] = -1;
  }
  for (std::size_t v = 1; v < values_.size(); ++v) put_in_heap(static_cast<int>(v));
}

// Deletes the half of the learned clauses with the most decision levels. At level 0.
void Engine::reduce_db() {
  assert(level() == 0);
  std::vector<int> lbds;
  const int end = static_cast<int>(arena_.size());
  const auto next = [&](int clause) { return clause + kHeader + arena_[at(clause + size_field)]; };
  for (int clause = 0; clause < end; clause = next(clause))
    if (const int lbd = arena_[at(clause + lbd_field)]; lbd > 0) lbds.push_back(lbd);
  std::nth_element(lbds.begin(), lbds.begin() + static_cast<long>(lbds.size() / 2), lbds.end());
  const int limit = std::max(3, lbds[lbds.size() / 2]);
  for (auto& watching : watches_) watching.clear();
  learned_clauses_ = 0;
  int kept = 0;
  for (int clause = 0; clause < end;) {
    const int after = next(clause), lbd = arena_[at(clause + lbd_field)];
    const auto literals = literals_of(clause);
    const bool satisfied =
        std::any_of(literals.begin(), literals.end(), [&](int l) { return value(l) > 0; });
    if (!satisfied && (lbd < limit || literals.size() == 2)) {
      // Watched literals must not be false without having been visited.
      std::stable_partition(literals.begin(), literals.end(), [&](int l) { return value(l) >= 0; });
      std::copy(arena_.begin() + clause, arena_.begin() + after, arena_.begin() + kept);
      learned_clauses_ += lbd > 0;
      watch_clause(kept);
      kept += after - clause;
    }
    clause = after;
  }
  arena_.resize(at(kept));
  for (const int literal : trail_) antecedents_[index(literal)] = {};
  max_learned_ = std::max(max_learned_, learned_clauses_ * 2) + 200;
}

Outcome Engine::solve(const Deadline& deadline, std::span<const int> assumed, int conflicts) {
  backtrack(0);
  failed_.clear();
  for (std::size_t id = 0; id < listeners_.size(); ++id) queue(static_cast<int>(id));
  const std::uint64_t limit = conflicts < 0 ? UINT64_MAX : conflicts_ + at(conflicts);
  std::uint64_t restart_at = 0;
  for (std::uint32_t rounds = 0; !broken_; ++rounds) {
    if (rounds % 64 == 0 && deadline.passed()) return Outcome::gave_up;
    if (!call_propagators()) {
      resolve();
      if (conflicts_ > limit) return Outcome::gave_up;
      continue;
    }
    if (conflicts_ >= restart_at) {
      restart_at = conflicts_ + kRestartUnit * luby(restarts_++);
      backtrack(0);
      // The saved phases may be far from every answer.
      if (restarts_ % 8 == 0 && !shuffled_)
        std::fill(phases_.begin(), phases_.end(), std::int8_t{-1});
      if (learned_clauses_ > max_learned_) reduce_db();
      continue;
    }
    int decision = 0;
    while (decision == 0 && at(level()) < assumed.size()) {
      const int literal = assumed[at(level())];
      if (value(literal) < 0) {
        find_failed(literal);
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
