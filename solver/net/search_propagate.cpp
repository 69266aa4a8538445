// Detail of search.hpp: propagation.
#include <algorithm>
#include <cassert>
#include <utility>

#include "solver/net/search.hpp"

namespace eyehand::net {

/// Propagates all assignments. False on a conflict, with the inconsistent variables in
/// antecedents_; the assignment being propagated must be propagated again if it stays.
bool Search::propagate() {
  if (!recheck_.empty() && !recheck()) return false;
  while (settled_ < trail_.size()) {
    const Var v = trail_[settled_];
    if (v == kNone) {
      if (networks_matter_ && linked_ == settled_) ++linked_;
      ++settled_;
      continue;
    }
    const Edge& edge = edges_[v];
    const Reason& reason = assigned_[v].reason;
    cause_level_ = assigned_[v].level;
    // The tile that implied a value learns nothing from it.
    const std::uint32_t from =
        reason.kind() == Reason::cell && edge.cell(0) != edge.cell(1) ? reason.what() : kNone;
    for (const std::uint32_t cell : edge.cells())
      if (cell != from && !settle(cell)) return false;
    if (networks_matter_ && linked_ == settled_ && !link(v)) {
      if (undoes_alone_) recheck_.push_back(v);  // its other end was not visited
      return false;
    }
    if (!watches_.empty() && !visit_clauses(negation(v))) return false;
    ++settled_;
  }
  return true;
}

/// The last decision among the reasons for a cell's known sides.
std::uint32_t Search::level_of(const Cell& cell) const {
  if (cause_level_ == level() || !undoes_alone_) return level();
  std::uint32_t most = 0;
  for (const Var u : cell.var)
    if (u != kNone && value_[u] != kOpen) most = std::max(most, assigned_[u].level);
  return most;
}

bool Search::settle(std::uint32_t c) {
  const Cell& cell = cells_[c];
  const Options options = cell.options & kShapes.allowed[cell.kind][cell.known];
  if (options == 0) {
    antecedents_.clear();
    for (const Var u : cell.var)
      if (u != kNone && value_[u] != kOpen) antecedents_.push_back(u);
    return false;
  }
  unsigned left = kShapes.forced[cell.kind][options] & ~unsigned{cell.known};
  if (left == 0) return true;
  const std::uint32_t level = level_of(cell);
  for (; left; left &= left - 1) {
    const int bit = std::countr_zero(left);
    const Var v = cell.var[bit & 3];
    // A tile that is its own neighbour has one variable on two sides.
    if (value_[v] == kOpen) assign(v, bit < 4 ? kOn : kOff, {Reason::cell, c}, level);
  }
  return true;
}

/// Updates the networks for an assigned edge. False on a conflict.
bool Search::link(Var v) {
  if (value_[v] == kOff && !rules_.connected) {
    ++linked_;
    return true;
  }
  const std::uint32_t a = node_of(v, 0);
  const std::uint32_t b = node_of(v, 1);
  std::uint32_t large = root_[a];
  std::uint32_t small = root_[b];
  if (value_[v] == kOn && large != small) {
    if (nodes_[large].weight < nodes_[small].weight) std::swap(large, small);
    return join(v, large, small);
  }
  if (value_[v] == kOn && rules_.acyclic) {
    antecedents_.clear();
    explain_path(a, b);
    antecedents_.push_back(v);
    return false;
  }
  ++linked_;
  if (large == small || !rules_.connected) return true;
  for (const std::uint32_t part : {large, small}) {
    --nodes_[part].stubs;
    nodes_[part].stubs_xor ^= v;
  }
  return count_stubs(large) && count_stubs(small);
}

bool Search::join(Var v, std::uint32_t large, std::uint32_t small) {
  // Edges between the two are no longer ways out, and where loops are forbidden must stay without
  // a wire.
  std::uint32_t between = 0;
  std::uint32_t node = small;
  do {
    for (std::uint32_t i = first_edge_of_node_[node]; i < first_edge_of_node_[node + 1]; ++i) {
      const auto [e, other] = edges_of_node_[i];
      if (root_[other] != large) continue;
      if (value_[e] != kOpen && assigned_[e].place < linked_) continue;
      ++between;
      if (rules_.acyclic && value_[e] == kOpen) assign(e, kOff, {Reason::loop, 0}, level());
    }
    node = nodes_[node].next;
  } while (node != small);

  if (rules_.acyclic) {
    const int inside = root_[node_of(v, 0)] == small ? 0 : 1;
    hang(node_of(v, inside), node_of(v, 1 - inside), v);
  }
  Node& kept = nodes_[large];
  Node& joined = nodes_[small];
  assert(root_[large] == large && root_[small] == small && large != small);
  joins_.push_back({v, large, small, kept.stubs, kept.stubs_xor});
  kept.stubs += joined.stubs - 2 * between;
  kept.stubs_xor ^= joined.stubs_xor;
  kept.count += joined.count;
  kept.weight += joined.weight;
  change_root(small, large);
  std::swap(kept.next, joined.next);
  nodes_[kept.next].before = large;
  nodes_[joined.next].before = small;
  ++linked_;
  return count_stubs(large);
}

void Search::change_root(std::uint32_t part, std::uint32_t root) {
  std::uint32_t node = part;
  do {
    root_[node] = root;
    node = nodes_[node].next;
  } while (node != part);
}

/// Turns the tree of wires that holds `node` so that `node` is its root, and hangs it under
/// another.
void Search::hang(std::uint32_t node, std::uint32_t under, Var by) {
  while (node != kNone) {
    const Branch next = std::exchange(branches_[node], {under, by});
    under = node;
    by = next.var;
    node = next.up;
  }
}

/// A part that does not contain every node needs a way out.
bool Search::count_stubs(std::uint32_t part) {
  if (!rules_.connected || nodes_[part].count == nodes_.size()) return true;
  if (nodes_[part].stubs == 0) {
    antecedents_.clear();
    explain_cut(part, linked_, kNone);
    return false;
  }
  const Var last = nodes_[part].stubs_xor;
  if (nodes_[part].stubs == 1 && value_[last] == kOpen) {
    if (undoes_alone_) cuts_.push_back({last, static_cast<std::uint32_t>(trail_.size())});
    cut_when_[last] = linked_;
    assign(last, kOn, {Reason::cut, part}, level());
  }
  return true;
}

/// Undoes link(v). Calls come in reverse order, except for decisions undone alone.
void Search::unlink(Var v) {
  if (value_[v] == kOn) {
    if (joins_.empty() || joins_.back().var != v) {
      if (rules_.acyclic || assigned_[v].place < joins_from_) split(v);
      return;
    }
    const Join& join = joins_.back();
    Node& kept = nodes_[join.kept];
    Node& joined = nodes_[join.joined];
    std::swap(kept.next, joined.next);
    nodes_[kept.next].before = join.kept;
    nodes_[joined.next].before = join.joined;
    change_root(join.joined, join.joined);
    kept.weight -= joined.weight;
    kept.count -= joined.count;
    kept.stubs = join.stubs;
    kept.stubs_xor = join.stubs_xor;
    joins_.pop_back();
    if (rules_.acyclic) {
      const int end = branches_[node_of(v, 0)].var == v ? 0 : 1;
      branches_[node_of(v, end)] = {kNone, kNone};
    }
    return;
  }
  if (!rules_.connected) return;
  const std::uint32_t a = root_[node_of(v, 0)];
  const std::uint32_t b = root_[node_of(v, 1)];
  if (a == b) return;
  for (const std::uint32_t part : {a, b}) {
    ++nodes_[part].stubs;
    nodes_[part].stubs_xor ^= v;
  }
}

/// Visits the clauses that watch a literal which has become false.
bool Search::visit_clauses(Literal failed) {
  std::uint32_t left = watches_[failed];
  watches_[failed] = kNone;
  while (left != kNone) {
    const std::uint32_t clause = left >> 1;
    const std::uint32_t which = left & 1;
    const std::uint32_t size = arena_[clause] & ~kPermanent;
    Literal* const literals = &arena_[clause + 3];
    left = arena_[clause + 1 + which];
    assert(literals[which] == failed && size >= 2);
    const Literal other = literals[1 - which];
    if (!is_true(other)) {
      std::uint32_t i = 2;
      while (i < size && is_false(literals[i])) ++i;
      if (i < size) {
        std::swap(literals[which], literals[i]);
      } else if (value_[other >> 1] == kOpen) {
        std::uint32_t last = level();
        if (cause_level_ != last && undoes_alone_) {
          last = 0;
          for (i = 0; i < size; ++i)
            if (literals[i] != other) last = std::max(last, assigned_[literals[i] >> 1].level);
        }
        assign(other >> 1, other & 1, {Reason::clause, clause}, last);
      } else {
        watch(clause, which);
        while (left != kNone) {  // the rest keep their watch
          const std::uint32_t rest = left;
          left = arena_[(rest >> 1) + 1 + (rest & 1)];
          watch(rest >> 1, rest & 1);
        }
        antecedents_.clear();
        for (i = 0; i < size; ++i) antecedents_.push_back(literals[i] >> 1);
        return false;
      }
    }
    watch(clause, which);
  }
  return true;
}

}  // namespace eyehand::net
