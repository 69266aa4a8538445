// A detail of regions.hpp: what follows for open tiles.
#include <algorithm>
#include <bit>
#include <cassert>

#include "solver/panel/regions.hpp"

namespace eyehand::panel {

// A lower bound on the size of a region that connects the part: at each distance from its first
// tile, up to the farthest, there is at least one tile. Finds the tiles with which it would be too
// large.
int Regions::apart(const Part& part, std::vector<Finding>* findings) {
  for (const int t : part.reach) level_[at(t)] = -1;
  order_.assign(1, part.tiles[0]);
  level_[at(part.tiles[0])] = 0;
  std::vector<int> own;  // tiles of the part by distance
  int far = 0;
  for (std::size_t i = 0; i < order_.size(); ++i) {
    const int here = order_[i], level = level_[at(here)];
    if (at(level) == own.size()) own.push_back(0);
    if (is_in(here, part)) {
      ++own[at(level)];
      far = level;
    }
    for (const int other : grid_.around[at(here)]) {
      if (other < 0 || !part.reaches[at(other)] || level_[at(other)] >= 0) continue;
      level_[at(other)] = level + 1;
      order_.push_back(other);
    }
  }
  int least = 0;
  for (int level = 0; level <= far; ++level) least += std::max(1, own[at(level)]);
  if (!findings) return least;
  const int blame = blamed(part, part.symbols);
  for (const int t : order_) {
    if (states[at(t)] != kOpen) continue;
    const int level = level_[at(t)];
    const int more = level > far ? level - far : own[at(level)] > 0;
    if (least + more > part.max_tiles) findings->push_back({t, false, blame});
  }
  return least;
}

void Regions::find(int tile, std::vector<Finding>& findings) {
  const Part& part = visit(tile);
  assert(part.broken == Broken::no);
  for (const int t : part.tiles)
    for (const int other : grid_.around[at(t)]) {
      if (other < 0 || states[at(other)] != kOpen || (part.reached && part.reaches[at(other)]))
        continue;
      int blame = t;
      if (!fits(part, other, &blame)) findings.push_back({other, false, blame});
    }
  if (part.reached && part.walked && part.symbols.dots && part.max_tiles < kAny)
    apart(part, &findings);
  if (part.grows()) find_cuts(part, findings);
}

// Finds open tiles without which the region would lack tiles or a symbol: articulation points of
// the graph of its reach, with the part contracted to one node (Hopcroft, Tarjan 1973).
void Regions::find_cuts(const Part& part, std::vector<Finding>& findings) {
  const int reached = static_cast<int>(part.reach.size());
  for (const int t : part.reach) visits_[at(t)].met = -1;
  for (const int t : part.tiles) visits_[at(t)].met = 0;
  const auto own = [&](int t) { return visits_[at(t)].met == 0; };
  // Only the first four hues, since `partners` has 16 bits for each.
  std::array<int, 4> hues{}, blame_lone{};
  int lone = 0, dots = 0, blame_dot = -1;
  for (unsigned left = part.lone; left && lone < 4; left &= left - 1)
    hues[at(lone++)] = std::countr_zero(left);
  const auto partners_at = [&](int t) {
    std::uint64_t partners = 0;
    const unsigned one = symbols_[at(t)].one;
    for (int k = 0; one && k < lone; ++k)
      partners |= static_cast<std::uint64_t>(one >> hues[at(k)] & 1u) << 16 * k;
    return partners;
  };
  std::uint64_t partners = 0;
  for (int i = part.size(); i < reached; ++i) {
    const int t = part.reach[at(i)];
    dots += symbols_[at(t)].dots != 0;
    partners += partners_at(t);
  }
  for (const int t : part.tiles) {
    if (symbols_[at(t)].dots) blame_dot = t;
    for (int k = 0; k < lone; ++k)
      if (symbols_[at(t)].diamonds >> hues[at(k)] & 1) blame_lone[at(k)] = t;
  }
  int clock = 0;
  const auto enter = [&](int t, int before) {
    Visit& visit = visits_[at(t)];
    visit = {};
    visit.met = visit.low = ++clock;
    visit.before = before;
    visit.tiles = visit.lost_tiles = 1;
    visit.dots = visit.lost_dots = symbols_[at(t)].dots != 0;
    visit.partners = visit.lost_partners = partners_at(t);
  };
  const auto leave = [&](int t) {
    const Visit& visit = visits_[at(t)];
    assert(visit.lost_tiles <= visit.tiles && visit.tiles <= reached - part.size());
    if (states[at(t)] == kOpen) {
      int blame = -1;
      if (reached - visit.lost_tiles < part.min_tiles ||
          (part.wants_dot && visit.lost_dots == dots))
        blame = blame_dot;
      for (int k = 0; k < lone; ++k)
        if (((visit.lost_partners ^ partners) >> 16 * k & 0xFFFF) == 0) blame = blame_lone[at(k)];
      if (blame >= 0) findings.push_back({t, true, blame});
    }
    if (visit.before < 0) return;
    Visit& before = visits_[at(visit.before)];
    const bool lost = visit.low >= before.met;
    before.low = std::min(before.low, visit.low);
    before.tiles += visit.tiles;
    before.dots += visit.dots;
    before.partners += visit.partners;
    if (!lost) return;
    before.lost_tiles += visit.tiles;
    before.lost_dots += visit.dots;
    before.lost_partners += visit.partners;
  };
  for (const int from : part.tiles)
    for (const int first : grid_.around[at(from)]) {
      if (first < 0 || !part.reaches[at(first)] || visits_[at(first)].met >= 0) continue;
      enter(first, -1);
      for (int here = first; here >= 0;) {
        Visit& visit = visits_[at(here)];
        if (visit.direction == 4) {
          leave(here);
          here = visit.before;
          continue;
        }
        const int other = grid_.around[at(here)][at(visit.direction++)];
        if (other < 0 || !part.reaches[at(other)] || other == visit.before) continue;
        if (own(other)) {
          visit.low = 0;
        } else if (visits_[at(other)].met > 0) {
          visit.low = std::min(visit.low, visits_[at(other)].met);
        } else {
          enter(other, here);
          here = other;
        }
      }
    }
}

}  // namespace eyehand::panel
