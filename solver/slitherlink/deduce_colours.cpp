#include "solver/slitherlink/deduce_colours.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "puzzle/index.hpp"

namespace eyehand::slitherlink::deduction {

ColourRules::ColourRules(const State& state, bool looks_around, bool uses_parity)
    : looks_around_(looks_around), uses_parity_(uses_parity) {
  if (!looks_around_ && !uses_parity_) return;
  outside_ = state.grid().faces();
  const auto nodes = at(outside_) + 1;
  parent_.resize(nodes);
  std::iota(parent_.begin(), parent_.end(), 0);
  next_ = parent_;
  size_.assign(nodes, 1);
  opposite_.assign(nodes, 0);
  is_wanted_.assign(at(outside_ + state.grid().vertices()), 0);
}

ColourRules::Colour ColourRules::colour(int face) const {
  bool opposite = false;
  int set = node(face);
  for (; parent_[at(set)] != set; set = parent_[at(set)]) opposite ^= opposite_[at(set)] != 0;
  return {set, opposite};
}

void ColourRules::want(std::size_t ring) {
  if (is_wanted_[ring]) return;
  is_wanted_[ring] = 1;
  wanted_.push_back(ring);
}

void ColourRules::want_around(const State& state, int face) {
  const Grid& grid = state.grid();
  want(at(face));
  for (const int e : grid.edges_of_face(face))
    for (const int f : grid.edge(e).faces)
      if (f != kOutside) want(at(f));
  for (const int v : grid.vertices_of_face(face)) want(at(grid.faces() + v));
}

bool ColourRules::relate(const State& state, int face_a, int face_b, bool opposite) {
  Colour a = colour(face_a), b = colour(face_b);
  const bool sign = (a.opposite != b.opposite) != opposite;
  if (a.set == b.set) return !sign;
  // The outside has no edges of its own to look at, so its set is always the one that stays.
  if (size_[at(a.set)] < size_[at(b.set)]) std::swap(a, b);
  if (b.set == colour(kOutside).set) std::swap(a, b);
  for (int f = b.set;;) {
    if (looks_around_) want_around(state, f);
    for (const int e : state.grid().edges_of_face(f))
      if (state.is_open(e)) {
        const auto& sides = state.grid().edge(e).faces;
        const int other = sides[0] == f ? sides[1] : sides[0];
        if (colour(other).set == a.set) decided_.push_back(e);
      }
    f = next_[at(f)];
    if (f == b.set) break;
  }
  parent_[at(b.set)] = a.set;
  opposite_[at(b.set)] = sign;
  size_[at(a.set)] += size_[at(b.set)];
  std::swap(next_[at(a.set)], next_[at(b.set)]);
  joins_.push_back({a.set, b.set});
  return true;
}

void ColourRules::back_to(std::size_t joins, std::size_t steps) {
  for (; joins_.size() > joins; joins_.pop_back()) {
    const auto [kept, joined] = joins_.back();
    std::swap(next_[at(kept)], next_[at(joined)]);
    size_[at(kept)] -= size_[at(joined)];
    parent_[at(joined)] = joined;
    opposite_[at(joined)] = 0;
  }
  seen_ = std::min(seen_, steps);
  for (const std::size_t ring : wanted_) is_wanted_[ring] = 0;
  wanted_.clear();
  decided_.clear();
}

RuleResult ColourRules::known_edges(State& state, Record& record, Rule rule) {
  RuleResult result = RuleResult::nothing;
  while (!decided_.empty()) {
    const int e = decided_.back();
    decided_.pop_back();
    const auto& sides = state.grid().edge(e).faces;
    const bool is_line = colour(sides[0]).opposite != colour(sides[1]).opposite;
    const Fact fact{e, is_line ? Mark::line : Mark::cross};
    const auto why = is_line ? "one of its sides is inside, the other outside"
                             : "both its sides are inside or both outside";
    if (!add_result(result, record.conclude(rule, {&fact, 1}, why))) break;
  }
  return result;
}

RuleResult ColourRules::visit_ring(State& state, Record& record, std::size_t ring) {
  const Grid& grid = state.grid();
  const int number = static_cast<int>(ring);
  const bool is_face = number < grid.faces();
  const int clue = is_face ? state.clue(number) : 0;
  if (clue == kNoClue) return RuleResult::nothing;
  const auto edges = is_face ? grid.edges_of_face(number) : grid.edges_of_vertex(number - outside_);
  if (edges.size() > kMaxSides) return RuleResult::nothing;
  // The sets around, and for each edge those on its two sides. A face and its neighbours are one
  // more than its sides at most, the faces around a vertex no more than its edges.
  std::array<int, kMaxSides + 1> sets;
  struct Sides {
    unsigned a, b;
    bool opposite;
  };
  std::array<Sides, kMaxSides> sides;
  unsigned count = 0;
  const auto index = [&](int set) {
    const auto found = std::find(sets.begin(), sets.begin() + count, set);
    if (found == sets.begin() + count) sets[count++] = set;
    return static_cast<unsigned>(found - sets.begin());
  };
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const auto& faces = grid.edge(edges[i]).faces;
    const Colour a = colour(faces[0]), b = colour(faces[1]);
    const unsigned at_a = index(a.set);
    sides[i] = {at_a, index(b.set), a.opposite != b.opposite};
  }
  // Of each two sets: may they be equal, opposite? The first set's colour is free.
  std::array<std::array<std::uint8_t, kMaxSides + 1>, kMaxSides + 1> may{};
  bool is_possible = false;
  for (unsigned way = 0; way < 1u << count; way += 2) {
    int lines = 0;
    for (std::size_t i = 0; i < edges.size(); ++i)
      lines += ((way >> sides[i].a ^ way >> sides[i].b) & 1) != (sides[i].opposite ? 1u : 0u);
    if (is_face ? lines != clue : (lines != 0 && lines != 2)) continue;
    is_possible = true;
    for (unsigned a = 0; a < count; ++a)
      for (unsigned b = a + 1; b < count; ++b)
        may[a][b] |= static_cast<std::uint8_t>(1 << ((way >> a ^ way >> b) & 1));
  }
  if (!is_possible) {
    state.fail(is_face ? Conflict::Kind::clue : Conflict::Kind::vertex,
               is_face ? number : number - outside_);
    return RuleResult::conflict;
  }
  for (unsigned a = 0; a < count; ++a)
    for (unsigned b = a + 1; b < count; ++b) {
      if (may[a][b] == 3 || colour(sets[a]).set == colour(sets[b]).set) continue;
      relate(state, sets[a], sets[b], may[a][b] == 2);
    }
  return known_edges(state, record);
}

RuleResult ColourRules::visit(State& state, Record& record) {
  if (!looks_around_ && !uses_parity_) return RuleResult::nothing;
  if (!is_started_) {
    is_started_ = true;
    for (std::size_t ring = is_wanted_.size(); looks_around_ && ring-- > 0;) want(ring);
  }
  for (;;) {
    while (seen_ < state.steps()) {
      const int e = state.edge_of_step(seen_++);
      const auto& sides = state.grid().edge(e).faces;
      if (!relate(state, sides[0], sides[1], state.mark(e) == Mark::line)) {
        state.fail(Conflict::Kind::colour, std::max(sides[0], sides[1]));
        return RuleResult::conflict;
      }
    }
    if (const RuleResult result = known_edges(state, record); result != RuleResult::nothing)
      return result;
    if (wanted_.empty()) return RuleResult::nothing;
    const std::size_t ring = wanted_.back();
    wanted_.pop_back();
    is_wanted_[ring] = 0;
    const RuleResult result = visit_ring(state, record, ring);
    if (result != RuleResult::nothing) return result;
  }
}

}  // namespace eyehand::slitherlink::deduction
