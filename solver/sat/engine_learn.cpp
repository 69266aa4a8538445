// Detail of engine.hpp: explaining assignments, learning from conflicts, forgetting.
#include <algorithm>
#include <cassert>
#include <utility>

#include "puzzle/index.hpp"
#include "solver/sat/engine.hpp"

namespace eyehand::sat {
namespace {

/// Chains of reasons that are followed to see that a literal of a learned clause is implied.
constexpr int kMaxDepth = 24;

}  // namespace

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
  const bool is_explained = std::exchange(is_explained_, false);
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
  if (is_explained) attach(conflict_, count_levels(conflict_), -1);  // dear, and likely to recur
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
      candidates_.bump(static_cast<int>(v));
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
  candidates_.decay();
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

// Sets failed_ to the assumptions from which it follows that all literals of conflict_ are false.
void Engine::find_failed() {
  failed_.clear();
  met_.clear();
  const auto meet = [&](int literal) {
    if (!std::exchange(seen_[index(literal)], 1)) met_.push_back(static_cast<int>(index(literal)));
  };
  for (const int literal : conflict_) meet(literal);
  for (std::size_t i = trail_.size(); i-- > 0;) {
    const int other = trail_[i];
    if (!seen_[index(other)] || level_of(other) == 0) continue;
    if (antecedents_[index(other)].kind == Antecedent::none) {
      failed_.push_back(other);
      continue;
    }
    reason(other, reason_);
    for (const int l : reason_) meet(l);
  }
  for (const int v : met_) seen_[at(v)] = 0;
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

}  // namespace eyehand::sat
