// Detail of search.hpp: undoes an old decision with its consequences, and leaves the rest.
//
// The consequences of an edge are close to it: through its two tiles, a clause that contains it, a
// loop that its wire was part of, or, rarely and less locally, a cut. The rest of the trail is
// implied by the remaining decisions. As these may also imply some of the undone values in another
// way, everything undone is checked again.
#include <algorithm>

#include "solver/net/search.hpp"

namespace eyehand::net {
namespace {

/// Cuts around more nodes than this are undone without a check.
constexpr std::size_t kLargePart = 1000;

}  // namespace

/// Undoes the decision that this level began with, `also`, and what they implied.
void Search::undo_decision(std::uint32_t level, Var also) {
  undone_.clear();
  loosened_.clear();
  joins_.clear();
  joins_from_ = static_cast<std::uint32_t>(trail_.size());
  const std::uint32_t start = level_starts_[level - 1];
  std::uint32_t first = assigned_[also].place;
  if (trail_[start] != kNone) {
    first = std::min(first, start);
    undo(trail_[start]);
  }
  if (value_[also] != kOpen) undo(also);
  for (std::size_t i = 0; i < undone_.size(); ++i) {
    undo_consequences(undone_[i]);
    if (i + 1 == undone_.size()) undo_cuts(first);
  }
  recheck_.insert(recheck_.end(), undone_.begin(), undone_.end());
}

void Search::undo(Var v) {
  trail_[assigned_[v].place] = kNone;
  undone_.push_back(v);
  if (networks_matter_ && is_linked(v)) unlink(v);
  open(v);
}

void Search::undo_consequences(Var v) {
  for (; !loosened_.empty(); loosened_.pop_back())
    if (value_[loosened_.back()] != kOpen) undo(loosened_.back());
  for (const std::uint32_t c : edges_[v].cells()) {
    for (const Var u : cells_[c].var) {
      if (u == kNone || value_[u] == kOpen || assigned_[u].place < assigned_[v].place) continue;
      const Reason& reason = assigned_[u].reason;
      if (reason.kind() == Reason::cell && reason.what() == c) undo(u);
    }
  }
  if (first_occurrence_.empty()) return;
  for (std::uint32_t o = first_occurrence_[v]; o != kNone; o = occurrences_[o].next) {
    const std::uint32_t clause = occurrences_[o].clause;
    for (std::uint32_t which = 0; which < 2; ++which) {  // an implied literal is watched
      const Var u = arena_[clause + 3 + which] >> 1;
      if (value_[u] == kOpen) continue;
      const Reason& reason = assigned_[u].reason;
      if (reason.kind() == Reason::clause && reason.what() == clause) undo(u);
    }
  }
}

/// Undoes those cuts since this position on the trail that are open now.
void Search::undo_cuts(std::uint32_t first) {
  for (std::size_t i = cuts_.size(); i-- > 0 && cuts_[i].place >= first;)
    if (trail_[cuts_[i].place] == cuts_[i].var && !holds(cuts_[i].var)) undo(cuts_[i].var);
}

/// Whether the part that v was the last way out of is still closed except for it.
bool Search::holds(Var v) {
  const std::uint32_t part = assigned_[v].reason.what();
  const std::uint32_t when = cut_when_[v];
  const std::uint32_t mark = ++mark_;
  to_visit_.assign(1, part);
  nodes_[part].mark = mark;
  for (std::size_t i = 0; i < to_visit_.size(); ++i) {
    if (to_visit_.size() > kLargePart) return false;
    const std::uint32_t node = to_visit_[i];
    for (std::uint32_t k = first_edge_of_node_[node]; k < first_edge_of_node_[node + 1]; ++k) {
      const auto [e, other] = edges_of_node_[k];
      if (value_[e] != kOn || assigned_[e].place >= when || nodes_[other].mark == mark) continue;
      nodes_[other].mark = mark;
      to_visit_.push_back(other);
    }
  }
  for (const std::uint32_t node : to_visit_) {
    for (std::uint32_t k = first_edge_of_node_[node]; k < first_edge_of_node_[node + 1]; ++k) {
      const auto [e, other] = edges_of_node_[k];
      if (e == v || nodes_[other].mark == mark) continue;
      if (value_[e] != kOff || assigned_[e].place >= when) return false;
    }
  }
  return true;
}

/// Propagates again around what was undone. False on a conflict, as propagate().
bool Search::recheck() {
  cause_level_ = kNone;
  for (; !recheck_.empty(); recheck_.pop_back()) {
    const Var v = recheck_.back();
    for (const std::uint32_t cell : edges_[v].cells())
      if (!settle(cell)) return false;
    if (networks_matter_ && !recheck_networks(v)) return false;
    if (!watches_.empty() && !recheck_clauses(v)) return false;
  }
  return true;
}

bool Search::recheck_networks(Var v) {
  const std::uint32_t a = root_[node_of(v, 0)];
  const std::uint32_t b = root_[node_of(v, 1)];
  if (rules_.acyclic && a == b && value_[v] == kOpen) assign(v, kOff, {Reason::loop, 0}, level());
  return count_stubs(a) && count_stubs(b);
}

/// A clause that v made true must be visited again if its other watched literal has become false
/// meanwhile.
bool Search::recheck_clauses(Var v) {
  failed_.clear();
  for (const Literal l : {2 * v, 2 * v + 1}) {
    for (std::uint32_t left = watches_[l]; left != kNone;) {
      const std::uint32_t clause = left >> 1;
      const std::uint32_t which = left & 1;
      const Literal other = arena_[clause + 3 + 1 - which];
      if (is_false(other)) failed_.push_back(other);
      left = arena_[clause + 1 + which];
    }
  }
  return std::all_of(failed_.begin(), failed_.end(), [&](Literal l) { return visit_clauses(l); });
}

/// Unlinks a wire that was linked at any time: where no other path joins its ends, they become two
/// parts. O(edges of the smaller one), now and then of the larger one.
void Search::split(Var v) {
  const int side = find_smaller_side(v);
  if (side < 0) return;
  if (rules_.acyclic) {
    const int lower = branches_[node_of(v, 0)].var == v ? 0 : 1;
    branches_[node_of(v, lower)] = {kNone, kNone};
  }
  split_ring();
  split_counts(v, node_of(v, 1 - side));
}

/// Walks the wires other than v from both its ends in turn, until one end has no more. Returns this
/// end, with its nodes in smaller_side_ and carrying mark_; -1 if the ends meet.
int Search::find_smaller_side(Var v) {
  if (node_of(v, 0) == node_of(v, 1)) return -1;
  const std::uint32_t mark[2] = {mark_ + 1, mark_ + 2};
  LargeVector<std::uint32_t>* const visit[2] = {&to_visit_, &smaller_side_};
  mark_ += 2;
  for (int side = 0; side < 2; ++side) {
    visit[side]->assign(1, node_of(v, side));
    nodes_[node_of(v, side)].mark = mark[side];
  }
  int side = 0;
  for (std::size_t at[2] = {0, 0}; at[side] < visit[side]->size(); side = 1 - side) {
    const std::uint32_t node = (*visit[side])[at[side]++];
    for (std::uint32_t i = first_edge_of_node_[node]; i < first_edge_of_node_[node + 1]; ++i) {
      const auto [e, other] = edges_of_node_[i];
      if (e == v || value_[e] != kOn || !is_linked(e) || nodes_[other].mark == mark[side]) continue;
      if (nodes_[other].mark == mark[1 - side]) return -1;
      nodes_[other].mark = mark[side];
      visit[side]->push_back(other);
    }
  }
  if (side == 0) smaller_side_.swap(to_visit_);
  ++mark_;
  for (const std::uint32_t node : smaller_side_) nodes_[node].mark = mark_;
  return side;
}

void Search::split_ring() {
  for (const std::uint32_t node : smaller_side_) {
    nodes_[nodes_[node].before].next = nodes_[node].next;
    nodes_[nodes_[node].next].before = nodes_[node].before;
  }
  std::uint32_t before = smaller_side_.back();
  for (const std::uint32_t node : smaller_side_) {
    nodes_[before].next = node;
    nodes_[node].before = before;
    before = node;
  }
}

/// Recounts the smaller side, subtracts it from the rest (`rest` is one of its nodes), and sets the
/// roots of both.
void Search::split_counts(Var v, std::uint32_t rest) {
  const std::uint32_t whole = root_[rest];
  const Node was = nodes_[whole];
  std::uint32_t weight = 0, stubs = 0, rest_stubs = was.stubs;
  Var stubs_xor = 0, rest_stubs_xor = was.stubs_xor;
  for (const std::uint32_t node : smaller_side_) {
    weight += first_edge_of_node_[node + 1] - first_edge_of_node_[node];
    for (std::uint32_t i = first_edge_of_node_[node]; i < first_edge_of_node_[node + 1]; ++i) {
      const auto [e, other] = edges_of_node_[i];
      if (nodes_[other].mark == mark_) continue;
      const bool between = root_[other] == whole;
      if (e == v || !is_linked(e)) {
        ++stubs;
        stubs_xor ^= e;
        rest_stubs += between ? 1u : ~0u;
        rest_stubs_xor ^= e;
      }
      if (between && value_[e] == kOff && assigned_[e].reason.kind() == Reason::loop)
        loosened_.push_back(e);
    }
  }
  const bool root_is_here = nodes_[whole].mark == mark_;
  const std::uint32_t new_root = root_is_here ? rest : smaller_side_.front();
  Node& here = nodes_[root_is_here ? whole : new_root];
  Node& there = nodes_[root_is_here ? new_root : whole];
  here.count = static_cast<std::uint32_t>(smaller_side_.size());
  here.weight = weight;
  here.stubs = stubs;
  here.stubs_xor = stubs_xor;
  there.count = was.count - here.count;
  there.weight = was.weight - weight;
  there.stubs = rest_stubs;
  there.stubs_xor = rest_stubs_xor;
  change_root(new_root, new_root);
}

}  // namespace eyehand::net
