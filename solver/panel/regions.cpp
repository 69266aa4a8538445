#include "solver/panel/regions.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace eyehand::panel {
namespace {

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

bool has_row(const Tile& tile) {
  return tile.exists && tile.symbol != Symbol::none && tile.symbol != Symbol::flower;
}

}  // namespace

Regions::Regions(Formula& formula, const Grid& grid, const Board& board, Literals states)
    : formula_(formula),
      grid_(grid),
      board_(board),
      states_(std::move(states)),
      same_(board.size()),
      rows_(board.size()) {
  for (auto& beside : same_) beside.fill(formula_.no());
  for (int t = 0; t < grid_.size(); ++t)
    for (const int direction : {kRight, kDown}) {
      const int other = grid_.around[at(t)][at(direction)];
      if (other < 0) continue;
      const int literal = formula_.same(states_[at(t)], states_[at(other)]);
      same_[at(t)][at(direction)] = literal;
      same_[at(other)][at(direction + 2)] = literal;
    }
  std::vector<int> first_bar(kHues, -1);
  for (int t = 0; t < grid_.size(); ++t) {
    const Tile& tile = board_.tiles[at(t)];
    if (!has_row(tile)) continue;
    int& first = first_bar[static_cast<std::size_t>(tile.hue)];
    const bool bar = tile.symbol == Symbol::bar;
    if (bar && first < 0) first = t;
    anchors_.push_back(t);
    add_row(t, bar && first != t ? first : -1);
  }
}

// The tiles that the region may reach: by steps no more than its dots allow.
std::vector<std::uint8_t> Regions::reach(int anchor) const {
  const Tile& here = board_.tiles[at(anchor)];
  int most = std::numeric_limits<int>::max();
  if (here.symbol == Symbol::dot) {
    int sum = 0;
    bool negative = false;
    for (const Tile& tile : board_.tiles) {
      if (!tile.exists || tile.symbol != Symbol::dot || tile.hue != here.hue) continue;
      negative = negative || tile.value < 0;
      sum += tile.value;
    }
    if (!negative) most = sum;
  }
  std::vector<std::uint8_t> reached(grid_.exists.size(), 0);
  std::vector<int> rim = {anchor}, next;
  reached[at(anchor)] = 1;
  for (int steps = 1; steps < most && !rim.empty(); ++steps) {
    next.clear();
    for (const int t : rim)
      for (const int other : grid_.around[at(t)])
        if (other >= 0 && !reached[at(other)]) {
          reached[at(other)] = 1;
          next.push_back(other);
        }
    rim.swap(next);
  }
  return reached;
}

void Regions::add_row(int anchor, int like) {
  auto reached = reach(anchor);
  Literals row(reached.size(), formula_.no());
  const auto& beside = grid_.around[at(anchor)];
  for (int t = 0; t < grid_.size(); ++t) {
    if (!reached[at(t)]) continue;
    // The same thing may be known by several names.
    Literals names;
    if (t == anchor) names.push_back(formula_.yes());
    for (int direction = 0; direction < 4; ++direction)
      if (beside[at(direction)] == t) names.push_back(same(anchor, direction));
    if (!rows_[at(t)].empty()) names.push_back(in(t, anchor));
    if (like >= 0)
      names.push_back(in(like, grid_.shifted(like, grid_.column(t) - grid_.column(anchor),
                                             grid_.row(t) - grid_.row(anchor))));
    if (names.empty()) names.push_back(formula_.fresh());
    row[at(t)] = names[0];
    for (std::size_t i = 1; i < names.size(); ++i) formula_.equate(names[0], names[i]);
  }
  // What the like bar's region may have and this one may not.
  if (like >= 0)
    for (int t = 0; t < grid_.size(); ++t)
      if (grid_.exists[at(t)] && grid_.shifted(anchor, grid_.column(t) - grid_.column(like),
                                               grid_.row(t) - grid_.row(like)) < 0)
        formula_.add({-in(like, t)});
  rows_[at(anchor)] = row;

  const int state = states_[at(anchor)];
  Literals clause;
  for (int t = 0; t < grid_.size(); ++t) {
    const int here = row[at(t)];
    if (!grid_.exists[at(t)]) continue;
    formula_.add({-here, -state, states_[at(t)]});
    formula_.add({-here, state, -states_[at(t)]});
    clause.assign(1, -here);
    for (const int other : grid_.around[at(t)])
      if (other >= 0) clause.push_back(row[at(other)]);
    if (t != anchor) formula_.add(clause);
    for (const int direction : {kRight, kDown}) {
      const int other = grid_.around[at(t)][at(direction)];
      if (other < 0) continue;
      const int there = row[at(other)], alike = same(t, direction);
      if (here == formula_.no() && there == formula_.no()) continue;
      formula_.add({-here, -alike, there});
      formula_.add({-there, -alike, here});
      formula_.add({-here, -there, alike});
    }
  }
}

bool Regions::cut() {
  std::vector<std::uint8_t> lit(grid_.exists.size(), 0);
  for (int t = 0; t < grid_.size(); ++t)
    if (grid_.exists[at(t)]) lit[at(t)] = formula_.holds(states_[at(t)]);
  // All that hold must be asked for before a clause is added.
  struct Extra {
    int anchor;
    std::vector<int> tiles;
  };
  std::vector<Extra> extras;
  std::vector<std::vector<int>> regions;
  for (const int anchor : anchors_) {
    auto& region = regions.emplace_back(
        grid_.joined(anchor, [&](int t) { return lit[at(t)] == lit[at(anchor)]; }));
    std::vector<std::uint8_t> met(lit.size(), 0);
    for (const int t : region) met[at(t)] = 1;
    for (int t = 0; t < grid_.size(); ++t) {
      if (met[at(t)] || !grid_.exists[at(t)] || !formula_.holds(in(anchor, t))) continue;
      extras.push_back({static_cast<int>(regions.size()) - 1,
                        grid_.joined(t, [&](int other) { return lit[at(other)] == lit[at(t)]; })});
      for (const int other : extras.back().tiles) met[at(other)] = 1;
    }
  }
  Literals clause;
  for (const Extra& extra : extras) {
    const int anchor = anchors_[at(extra.anchor)];
    const auto& region = regions[at(extra.anchor)];
    for (const auto& apart :
         {grid_.cut(extra.tiles, region).apart, grid_.cut(region, extra.tiles).apart}) {
      clause.assign(1, 0);
      for (const int t : apart) clause.push_back(in(anchor, t));
      for (const int t : extra.tiles) {
        clause[0] = -in(anchor, t);
        formula_.add(clause);
      }
    }
  }
  return !extras.empty();
}

}  // namespace eyehand::panel
