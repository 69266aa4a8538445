// Detail of search.hpp: antecedents, and learning from conflicts.
#include <algorithm>
#include <cassert>
#include <utility>

#include "solver/net/search.hpp"

namespace eyehand::net {

/// Adds to antecedents_ the variables whose values implied v's value.
void Search::explain(Var v, const Reason& reason) {
  switch (reason.kind()) {
    case Reason::none:
      break;
    case Reason::cell:
      for (const Var u : cells_[reason.what()].var)
        if (u != kNone && value_[u] != kOpen && assigned_[u].place < assigned_[v].place)
          antecedents_.push_back(u);
      break;
    case Reason::loop:
      explain_path(node_of(v, 0), node_of(v, 1));
      break;
    case Reason::cut:
      explain_cut(reason.what(), cut_when_[v], v);
      break;
    case Reason::clause:
      for (std::uint32_t i = 0; i < (arena_[reason.what()] & ~kPermanent); ++i) {
        const Var u = arena_[reason.what() + 3 + i] >> 1;
        if (u != v) antecedents_.push_back(u);
      }
      break;
  }
}

/// The wires between two nodes of one tree: up from both, in turn, until the paths meet.
void Search::explain_path(std::uint32_t a, std::uint32_t b) {
  const std::uint32_t mark = ++mark_;
  std::uint32_t meeting = kNone;
  for (std::uint32_t x = a, y = b; meeting == kNone; std::swap(x, y)) {
    if (x == kNone) continue;
    if (nodes_[x].mark == mark) {
      meeting = x;
    } else {
      nodes_[x].mark = mark;
      x = branches_[x].up;
    }
  }
  for (std::uint32_t end : {a, b})
    for (; end != meeting; end = branches_[end].up) antecedents_.push_back(branches_[end].var);
}

/// The edges without wire around the part of `node`, as the networks were when the first `when`
/// entries of the trail had been linked.
void Search::explain_cut(std::uint32_t node, std::uint32_t when, Var except) {
  const std::uint32_t mark = ++mark_;
  to_visit_.assign(1, node);
  nodes_[node].mark = mark;
  const auto for_each_edge = [&](std::uint32_t n, std::uint8_t value, auto&& visit) {
    for (std::uint32_t i = first_edge_of_node_[n]; i < first_edge_of_node_[n + 1]; ++i) {
      const auto [e, other] = edges_of_node_[i];
      if (value_[e] != value || assigned_[e].place >= when) continue;
      visit(e, other);
    }
  };
  for (std::size_t i = 0; i < to_visit_.size(); ++i) {
    for_each_edge(to_visit_[i], kOn, [&](Var, std::uint32_t other) {
      if (nodes_[other].mark == mark) return;
      nodes_[other].mark = mark;
      to_visit_.push_back(other);
    });
  }
  for (const std::uint32_t n : to_visit_) {
    for_each_edge(n, kOff, [&](Var e, std::uint32_t other) {
      if (e != except && nodes_[other].mark != mark) antecedents_.push_back(e);
    });
  }
}

/// Adds the antecedents of this level to places_, and the negations of earlier ones to learned_.
void Search::resolve(std::uint32_t level) {
  for (const Var u : antecedents_) {
    if (seen_[u] || assigned_[u].level == 0) continue;
    seen_[u] = 1;
    resolved_.push_back(u);
    if (assigned_[u].level == level) {
      places_.push_back(assigned_[u].place);
      std::push_heap(places_.begin(), places_.end());
    } else {
      learned_.push_back(negation(u));
    }
  }
}

/// Turns the conflict of this level in antecedents_ into a clause in learned_: its first literal is
/// the first unique implication point, its second is of the level that is returned, the one to
/// backjump to.
std::uint32_t Search::learn(std::uint32_t level) {
  learned_.assign(1, 0);
  resolved_.clear();
  places_.clear();
  resolve(level);
  for (;;) {
    const Var v = trail_[places_.front()];
    assert(v != kNone && value_[v] != kOpen && assigned_[v].level == level);
    if (places_.size() == 1) {
      learned_[0] = negation(v);
      break;
    }
    std::pop_heap(places_.begin(), places_.end());
    places_.pop_back();
    antecedents_.clear();
    explain(v, assigned_[v].reason);
    resolve(level);
  }
  minimize();
  std::uint32_t back_to = 0;
  for (std::size_t i = 1; i < learned_.size(); ++i) {
    const std::uint32_t at = assigned_[learned_[i] >> 1].level;
    if (at <= back_to) continue;
    back_to = at;
    std::swap(learned_[1], learned_[i]);
  }
  // Scan order is best while conflicts are local; when they accumulate, the edges they have in
  // common go first.
  for (const Var v : resolved_) seen_[v] = 0;
  if (is_stuck()) {
    if (!bumped_.empty())
      std::sort(resolved_.begin(), resolved_.end(),
                [&](Var a, Var b) { return bumped_[a] < bumped_[b]; });
    for (const Var v : resolved_) bump(v);
  }
  return back_to;
}

/// Drops literals that the others imply. (Finding paths and cuts again is not worthwhile.)
void Search::minimize() {
  const auto follows = [&](Literal l) {
    const Var v = l >> 1;
    if (assigned_[v].reason.kind() != Reason::cell && assigned_[v].reason.kind() != Reason::clause)
      return false;
    antecedents_.clear();
    explain(v, assigned_[v].reason);
    return std::all_of(antecedents_.begin(), antecedents_.end(),
                       [&](Var u) { return seen_[u] || assigned_[u].level == 0; });
  };
  learned_.erase(std::remove_if(learned_.begin() + 1, learned_.end(), follows), learned_.end());
}

/// Makes v the first to be decided.
void Search::bump(Var v) {
  if (bumped_.empty()) {
    bumped_.assign(edges_.size(), 0);
    queued_.assign(edges_.size(), 0);
  }
  bumped_[v] = ++bumps_;
  if (value_[v] == kOpen) queue(v);
}

void Search::queue(Var v) {
  if (queued_[v] == bumped_[v]) return;
  queued_[v] = bumped_[v];
  heap_.push_back(std::uint64_t{bumped_[v]} << 32 | v);
  std::push_heap(heap_.begin(), heap_.end());
}

std::uint32_t Search::add_clause(std::span<const Literal> literals, bool permanent) {
  if (watches_.empty()) watches_.assign(2 * edges_.size(), kNone);
  const auto clause = static_cast<std::uint32_t>(arena_.size());
  arena_.push_back(static_cast<std::uint32_t>(literals.size()) | (permanent ? kPermanent : 0));
  arena_.insert(arena_.end(), {kNone, kNone});
  arena_.insert(arena_.end(), literals.begin(), literals.end());
  clauses_.push_back(clause);
  if (undoes_alone_) {
    if (first_occurrence_.empty()) first_occurrence_.assign(edges_.size(), kNone);
    for (const Literal l : literals) {
      const auto occurrence = static_cast<std::uint32_t>(occurrences_.size());
      occurrences_.push_back({clause, std::exchange(first_occurrence_[l >> 1], occurrence)});
    }
  }
  watch(clause, 0);
  watch(clause, 1);
  return clause;
}

void Search::watch(std::uint32_t clause, std::uint32_t which) {
  std::uint32_t& first = watches_[arena_[clause + 3 + which]];
  arena_[clause + 1 + which] = first;
  first = clause * 2 + which;
}

/// At a restart: deletes the longer ones of the older half of the clauses when there are too many.
/// At level 0 only, where no reason is needed any more.
void Search::reduce_db() {
  if (clauses_.size() < clause_limit_) return;
  clause_limit_ += clause_limit_ / 8;
  LargeVector<std::uint32_t> old_arena;
  LargeVector<std::uint32_t> old_clauses;
  old_arena.swap(arena_);
  old_clauses.swap(clauses_);
  std::fill(watches_.begin(), watches_.end(), kNone);
  std::fill(first_occurrence_.begin(), first_occurrence_.end(), kNone);
  occurrences_.clear();
  for (std::size_t i = 0; i < old_clauses.size(); ++i) {
    const std::uint32_t* const old = &old_arena[old_clauses[i]];
    const std::uint32_t size = *old & ~kPermanent;
    if (size > 4 && !(*old & kPermanent) && i < old_clauses.size() / 2) continue;
    add_clause({old + 3, size}, (*old & kPermanent) != 0);
  }
}

}  // namespace eyehand::net
