#include "solver/net/search.hpp"

#include <algorithm>
#include <cassert>

#include "solver/luby.hpp"

namespace eyehand::net {
namespace {

/// Backjumps over more decisions than this go back only one.
constexpr std::uint32_t kFarJump = 8;

/// A decision whose level is longer than this is undone alone.
constexpr std::size_t kLongUndo = 200;
/// With more variables than this. (With fewer it would be rare, and the bookkeeping costs time.)
constexpr std::size_t kLongTrail = 5 * kLongUndo;

/// After this many conflicts without progress in scan order, decisions go to the edges that they
/// have in common.
constexpr std::uint64_t kStuckConflicts = 20;

}  // namespace

Search::Search(State& state, const Deadline& deadline)
    : state_(state),
      deadline_(deadline),
      rules_(state.rules()),
      networks_matter_(rules_.connected || rules_.acyclic) {
  make_cells();
  if (networks_matter_) make_nodes();
  const std::size_t vars = edges_.size();
  value_.assign(vars, kOpen);
  phase_.assign(vars, rules_.connected ? kOn : kOff);
  seen_.assign(vars, 0);
  assigned_.resize(vars);
  if (rules_.connected) cut_when_.resize(vars);
  trail_.reserve(vars);
}

// Cells are numbered in scan order, and so are edges, by the cell to the left or above.
void Search::make_cells() {
  const auto number = state_.numbering();
  cells_.reserve(state_.open_tiles().size());
  edges_.reserve(state_.open_tiles().size() * 2);
  for (const std::uint32_t t : state_.open_tiles()) {
    number[t] = static_cast<std::uint32_t>(cells_.size());
    const Tile& tile = state_.tile(t);
    cells_.push_back({t,
                      {kNone, kNone, kNone, kNone},
                      kNone,
                      static_cast<std::uint8_t>(tile.kind()),
                      tile.options(),
                      tile.known});
  }
  for (std::uint32_t c = 0; c < cells_.size(); ++c) {
    const std::uint32_t t = cells_[c].tile;
    const unsigned open = state_.tile(t).open();
    for (const int side : {0, 3}) {
      if (!(open >> side & 1)) continue;
      const std::uint32_t other = number[state_.neighbour(t, side)];
      const auto v = static_cast<Var>(edges_.size());
      cells_[c].var[side] = v;
      cells_[other].var[opposite_side(side)] = v;
      edges_.push_back({c, other, side});
    }
  }
}

void Search::make_nodes() {
  const auto number = state_.network_numbering();
  nodes_.reserve(cells_.size());
  root_.reserve(cells_.size());
  for (const Cell& cell : cells_) number[state_.network(cell.tile)] = kNone;
  std::uint32_t tiles = 0;
  for (Cell& cell : cells_) {
    const std::uint32_t network = state_.network(cell.tile);
    if (number[network] == kNone) {
      const auto node = static_cast<std::uint32_t>(nodes_.size());
      number[network] = node;
      nodes_.push_back({1, 0, node, node, 0, 0, 0});
      root_.push_back(node);
      tiles += state_.network_size(network);
    }
    cell.node = number[network];
  }
  joins_.reserve(nodes_.size());
  nodes_outside_ = tiles < state_.wired_tiles() ? 1 : 0;

  if (rules_.acyclic) branches_.assign(nodes_.size(), {kNone, kNone});
  first_edge_of_node_.assign(nodes_.size() + 1, 0);
  for (Var v = 0; v < edges_.size(); ++v) {
    const std::uint32_t a = node_of(v, 0);
    const std::uint32_t b = node_of(v, 1);
    if (a == b) continue;
    for (const std::uint32_t node : {a, b}) {
      ++first_edge_of_node_[node];
      ++nodes_[node].stubs;
      ++nodes_[node].weight;
      nodes_[node].stubs_xor ^= v;
    }
  }
  // Prefix sums give the end of each list; filling from the back then turns it into the start.
  for (std::size_t i = 1; i < first_edge_of_node_.size(); ++i)
    first_edge_of_node_[i] += first_edge_of_node_[i - 1];
  edges_of_node_.resize(first_edge_of_node_.back());
  for (Var v = static_cast<Var>(edges_.size()); v-- > 0;) {
    const std::uint32_t a = node_of(v, 0);
    const std::uint32_t b = node_of(v, 1);
    if (a == b) continue;
    edges_of_node_[--first_edge_of_node_[a]] = {v, b};
    edges_of_node_[--first_edge_of_node_[b]] = {v, a};
  }
}

/// Propagation before any decision.
bool Search::start() {
  if (rules_.connected && nodes_outside_ > 0) return false;
  add_linked();
  for (std::uint32_t c = 0; c < cells_.size(); ++c)
    if (!settle(c)) return false;
  if (rules_.connected)
    for (std::uint32_t node = 0; node < nodes_.size(); ++node)
      if (!count_stubs(node)) return false;
  return true;
}

/// Clauses for the tiles that turn together. The one with the most orientations determines how the
/// others lie, so each of them need only be related to that one.
void Search::add_linked() {
  for (const std::vector<int>& group : state_.linked()) {
    const auto orientations = [&](int tile) {
      return kOrientations[state_.tile(static_cast<std::uint32_t>(tile)).kind()];
    };
    const int leader = *std::max_element(group.begin(), group.end(), [&](int a, int b) {
      return orientations(a) < orientations(b);
    });
    for (const int tile : group)
      if (tile != leader)
        add_link(static_cast<std::uint32_t>(leader), static_cast<std::uint32_t>(tile));
  }
}

/// Rules out every two orientations of these tiles that differ in quarters. Deduction has already
/// done so where one of the tiles is not open, or cannot be turned.
void Search::add_link(std::uint32_t a, std::uint32_t b) {
  const auto is_open = [&](std::uint32_t t) {
    return state_.tile(t).open() != 0 && state_.tile(t).kind() < kTurnable;
  };
  if (!is_open(a) || !is_open(b)) return;
  // The literals that say that the tile is not in this orientation; false if it cannot be.
  const auto add_literals = [&](std::uint32_t t, int orientation) {
    const Cell& cell = cells_[state_.numbering()[t]];
    for (unsigned open = state_.tile(t).open(); open; open &= open - 1) {
      const int side = std::countr_zero(open);
      const bool wire = wires_of(cell.kind, orientation) >> side & 1;
      const Literal literal = cell.var[side] * 2 + (wire ? 0u : 1u);
      if (std::find(learned_.begin(), learned_.end(), literal ^ 1) != learned_.end()) return false;
      if (std::find(learned_.begin(), learned_.end(), literal) == learned_.end())
        learned_.push_back(literal);
    }
    return true;
  };
  const Options options_a = state_.tile(a).options(), options_b = state_.tile(b).options();
  for (int i = 0; i < 4; ++i)
    for (int k = 0; k < 4; ++k) {
      if (!(options_a >> i & 1) || !(options_b >> k & 1)) continue;
      const auto one = [](int orientation) { return static_cast<Options>(1 << orientation); };
      if (state_.quarters_to(a, one(i)) & state_.quarters_to(b, one(k))) continue;
      learned_.clear();
      if (!add_literals(a, i) || !add_literals(b, k)) continue;
      assert(learned_.size() >= 2);  // two orientations differ on two open sides at least
      add_clause(learned_, true);
    }
}

Search::Result Search::run(std::uint64_t limit, std::vector<Sides>& answer,
                           std::uint64_t conflict_limit) {
  restart_at_ = restart_unit();
  undoes_alone_ = limit == 1 && conflict_limit != kNoLimit && edges_.size() > kLongTrail;
  bool possible = start();
  for (std::uint64_t steps = 1; possible; ++steps) {
    if (steps % 256 == 0 && deadline_.passed()) {
      result_.timeout = true;
      return result_;
    }
    if (!propagate()) {
      if (++result_.conflicts > conflict_limit) {
        result_.limit_reached = true;
        return result_;
      }
      if (!backjump()) break;
      continue;
    }
    if (level() > 0 && is_stuck() && result_.conflicts >= restart_at_) {
      restart();
      continue;
    }
    if (decide()) continue;
    // Nothing is open: a solution.
    if (result_.count++ == 0)
      for (const Cell& cell : cells_) answer[cell.tile] = cell.known & kAllSides;
    if (result_.count == limit) return result_;
    if (level() == 0) break;
    exclude_answer();
  }
  result_.complete = true;
  return result_;
}

void Search::assign(Var v, std::uint8_t value, Reason reason, std::uint32_t level) {
  assert(value_[v] == kOpen && value != kOpen && level <= this->level());
  value_[v] = value;
  assigned_[v].level = level;
  assigned_[v].place = static_cast<std::uint32_t>(trail_.size());
  assigned_[v].reason = reason;
  trail_.push_back(v);
  const Edge& edge = edges_[v];
  const int shift = value == kOn ? 0 : 4;
  for (int end = 0; end < 2; ++end)
    cells_[edge.cell(end)].known |= static_cast<std::uint8_t>(
        1 << ((end == 0 ? edge.side() : opposite_side(edge.side())) + shift));
}

/// Undoes assign(), except for the trail.
void Search::open(Var v) {
  assert(value_[v] != kOpen);
  const Edge& edge = edges_[v];
  for (int end = 0; end < 2; ++end)
    cells_[edge.cell(end)].known &=
        static_cast<std::uint8_t>(~(0x11 << (end == 0 ? edge.side() : opposite_side(edge.side()))));
  phase_[v] = value_[v];
  value_[v] = kOpen;
  next_decision_ = std::min(next_decision_, v);
  if (!bumped_.empty() && bumped_[v] != 0) queue(v);
}

/// Undoes everything after this many decisions, except what these alone imply.
void Search::backtrack(std::uint32_t level) {
  const std::uint32_t keep = level_starts_[level];
  late_.clear();
  while (trail_.size() > keep) {
    const Var v = trail_.back();
    if (linked_ == trail_.size()) {
      if (v != kNone) unlink(v);
      --linked_;
    }
    trail_.pop_back();
    if (v == kNone) continue;
    if (assigned_[v].level <= level) late_.push_back(v);
    open(v);
  }
  settled_ = std::min(settled_, keep);
  while (!cuts_.empty() && cuts_.back().place >= keep) cuts_.pop_back();
  level_starts_.resize(level);
  for (std::size_t i = late_.size(); i-- > 0;) {
    const Var v = late_[i];
    assign(v, phase_[v], assigned_[v].reason, assigned_[v].level);
  }
}

/// Assigns some open edge; false if there is none.
bool Search::decide() {
  Var v = kNone;
  while (v == kNone && !heap_.empty()) {
    const auto top = static_cast<Var>(heap_.front());
    const auto when = static_cast<std::uint32_t>(heap_.front() >> 32);
    if (when == bumped_[top] && value_[top] == kOpen) v = top;
    if (when == queued_[top]) queued_[top] = 0;
    std::pop_heap(heap_.begin(), heap_.end());
    heap_.pop_back();
  }
  if (v == kNone) {
    while (next_decision_ < value_.size() && value_[next_decision_] != kOpen) ++next_decision_;
    if (next_decision_ == value_.size()) return false;
    v = next_decision_;
    if (v > farthest_) {
      farthest_ = v;
      conflicts_before_ = result_.conflicts;
      restarts_ = 0;
      restart_at_ = result_.conflicts + restart_unit();
    }
  }
  ++result_.decisions;
  level_starts_.push_back(static_cast<std::uint32_t>(trail_.size()));
  assign(v, phase_[v], {Reason::none, 0}, level());
  return true;
}

/// Learns from the conflict in antecedents_ and backjumps to where the learned clause propagates.
/// False if no decision was involved.
bool Search::backjump() {
  // A cut around two parts may have been complete some decisions ago, unnoticed until a wire joined
  // them.
  std::uint32_t from = 0;
  for (const Var v : antecedents_) from = std::max(from, assigned_[v].level);
  if (from == 0) return false;
  const std::uint32_t to = learn(from);
  // What lies between mostly belongs to other regions and would be found again the same way.
  if (undoes_alone_ && trail_.size() - level_starts_[from - 1] > kLongUndo) {
    undo_decision(from, learned_[0] >> 1);
  } else {
    backtrack(from - to > kFarJump ? from - 1 : to);
  }
  Reason reason{Reason::none, 0};
  if (learned_.size() > 1) reason = {Reason::clause, add_clause(learned_, false)};
  const Var v = learned_[0] >> 1;
  assign(v, learned_[0] & 1, reason, to);
  return true;
}

/// After a solution: at least one of its decisions must be different.
void Search::exclude_answer() {
  const std::uint32_t last = level() - 1;
  learned_.clear();
  for (std::uint32_t l = level(); l-- > 0;) learned_.push_back(negation(trail_[level_starts_[l]]));
  backtrack(last);
  Reason reason{Reason::none, 0};
  if (learned_.size() > 1) reason = {Reason::clause, add_clause(learned_, true)};
  assign(learned_[0] >> 1, learned_[0] & 1, reason, level());
}

bool Search::is_stuck() const {
  return result_.conflicts - conflicts_before_ > kStuckConflicts;
}

std::uint64_t Search::restart_unit() const {
  return std::max<std::uint64_t>(64, trail_.size() / 64);
}

void Search::restart() {
  backtrack(0);
  reduce_db();
  restart_at_ = result_.conflicts + restart_unit() * luby(restarts_++);
}

}  // namespace eyehand::net
