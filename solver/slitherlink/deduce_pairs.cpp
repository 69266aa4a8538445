#include "solver/slitherlink/deduce_pairs.hpp"

#include <algorithm>
#include <bit>

#include "puzzle/index.hpp"

namespace eyehand::slitherlink::deduction {

PairRules::PairRules(const State& state, bool is_on) : is_on_(is_on) {
  if (is_on_) add_rings(state.grid());
}

void PairRules::add_rings(const Grid& grid) {
  const auto bit = [](std::span<const int> edges, int e) {
    const auto at = std::find(edges.begin(), edges.end(), e) - edges.begin();
    return at < 32 ? 1u << at : 0u;
  };
  std::vector<std::vector<InRing>> at_vertex(at(grid.vertices()));
  for (int f = 0; f < grid.faces(); ++f) {
    const auto edges = grid.edges_of_face(f);
    rings_.push_back({edges, static_cast<std::uint32_t>(in_ring_.size()), 0, true, f});
    for (std::size_t i = 0; i < edges.size() && edges.size() <= kMaxSides; ++i) {
      const std::size_t before = (i + edges.size() - 1) % edges.size();
      const int v = grid.vertices_of_face(f)[i];
      const int pair = static_cast<int>(rings_of_pair_.size());
      in_ring_.push_back({1u << i | 1u << before, pair});
      ++rings_.back().pairs;
      rings_of_pair_.push_back({f, grid.faces() + v});
      const auto around = grid.edges_of_vertex(v);
      at_vertex[at(v)].push_back({bit(around, edges[i]) | bit(around, edges[before]), pair});
    }
  }
  for (int v = 0; v < grid.vertices(); ++v) {
    const auto& pairs = at_vertex[at(v)];
    rings_.push_back({grid.edges_of_vertex(v), static_cast<std::uint32_t>(in_ring_.size()),
                      static_cast<std::uint32_t>(pairs.size()), false, v});
    in_ring_.insert(in_ring_.end(), pairs.begin(), pairs.end());
  }
  known_.assign(rings_of_pair_.size(), 0);
  is_wanted_.assign(rings_.size(), 0);
}

void PairRules::want(std::size_t ring) {
  if (is_wanted_[ring] || rings_[ring].edges.size() > kMaxSides) return;
  is_wanted_[ring] = 1;
  wanted_.push_back(ring);
}

void PairRules::want_around(const State& state, int edge) {
  const Grid& grid = state.grid();
  for (const int f : grid.edge(edge).faces)
    if (f != kOutside) want(at(f));
  for (const int v : {grid.edge(edge).a, grid.edge(edge).b}) want(at(grid.faces() + v));
}

bool PairRules::learn(int pair, std::uint8_t bits) {
  auto& known = known_[at(pair)];
  if ((known | bits) == known) return false;
  trail_.push_back({pair, known});
  known |= bits;
  return true;
}

void PairRules::back_to(const Checkpoint& checkpoint, std::size_t steps) {
  for (; trail_.size() > checkpoint.known; trail_.pop_back())
    known_[at(trail_.back().pair)] = trail_.back().before;
  seen_known_ = std::min(seen_known_, checkpoint.seen_known);
  seen_ = std::min(seen_, steps);
  for (const std::size_t ring : wanted_) is_wanted_[ring] = 0;
  wanted_.clear();
}

bool PairRules::allows(const State& state, const Ring& ring, int lines) const {
  if (!ring.is_face) return lines == 0 || lines == 2;
  const int clue = state.clue(ring.index);
  return clue == kNoClue || lines == clue;
}

RuleResult PairRules::look_at(State& state, Record& record, std::size_t number) {
  const Ring& ring = rings_[number];
  const auto size = static_cast<std::uint32_t>(ring.edges.size());
  std::uint32_t lines = 0, open = 0;
  for (std::uint32_t i = 0; i < size; ++i) {
    const Mark mark = state.mark(ring.edges[i]);
    lines |= (mark == Mark::line ? 1u : 0u) << i;
    open |= (mark == Mark::unknown ? 1u : 0u) << i;
  }
  const auto pairs = std::span(in_ring_).subspan(ring.first_pair, ring.pairs);
  // What holds in all ways: every edge a line or a cross, every pair as it may be.
  std::uint32_t always = open, never = open;
  std::array<std::uint8_t, kMaxSides> holds;
  holds.fill(kAtMostOne | kAtLeastOne);
  bool is_possible = false;
  for (std::uint32_t some = open;; some = (some - 1) & open) {
    const std::uint32_t way = lines | some;
    bool fits = allows(state, ring, std::popcount(way));
    for (std::size_t i = 0; fits && i < pairs.size(); ++i) {
      const std::uint8_t known = known_[at(pairs[i].pair)];
      const std::uint32_t both = way & pairs[i].edges;
      fits = !((known & kAtMostOne) && both == pairs[i].edges) &&
             !((known & kAtLeastOne) && both == 0);
    }
    if (fits) {
      is_possible = true;
      always &= way;
      never &= ~way;
      for (std::size_t i = 0; i < pairs.size(); ++i) {
        const std::uint32_t both = way & pairs[i].edges;
        if (both == pairs[i].edges) holds[i] &= static_cast<std::uint8_t>(~kAtMostOne);
        if (both == 0) holds[i] &= static_cast<std::uint8_t>(~kAtLeastOne);
      }
    }
    if (some == 0) break;
  }
  if (!is_possible) {
    state.fail(ring.is_face ? Conflict::Kind::clue : Conflict::Kind::pair, ring.index);
    return RuleResult::conflict;
  }
  for (std::size_t i = 0; i < pairs.size(); ++i)
    if ((pairs[i].edges & open) != 0) learn(pairs[i].pair, holds[i]);
  facts_.clear();
  for (std::uint32_t i = 0; i < size; ++i) {
    if (always >> i & 1) facts_.push_back({ring.edges[i], Mark::line});
    if (never >> i & 1) facts_.push_back({ring.edges[i], Mark::cross});
  }
  return record.conclude(kPair, facts_);
}

RuleResult PairRules::visit(State& state, Record& record) {
  if (!is_on_) return RuleResult::nothing;
  if (!is_started_) {
    is_started_ = true;
    for (std::size_t ring = rings_.size(); ring-- > 0;) want(ring);
  }
  while (seen_ < state.steps()) want_around(state, state.edge_of_step(seen_++));
  while (!wanted_.empty()) {
    const std::size_t ring = wanted_.back();
    wanted_.pop_back();
    is_wanted_[ring] = 0;
    const RuleResult result = look_at(state, record, ring);
    if (result == RuleResult::conflict) return result;
    for (; seen_known_ < trail_.size(); ++seen_known_)
      for (const int other : rings_of_pair_[at(trail_[seen_known_].pair)]) want(at(other));
    if (result == RuleResult::news) return result;
  }
  return RuleResult::nothing;
}

}  // namespace eyehand::slitherlink::deduction
