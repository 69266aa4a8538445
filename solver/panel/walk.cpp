#include "solver/panel/walk.hpp"

#include <algorithm>

#include "puzzle/index.hpp"

namespace eyehand::panel {
Walk::Walk(Formula& formula, const Grid& grid, const Board& board, const Literals& states)
    : formula_(formula), grid_(grid), step_(board.size()) {
  const int no = formula_.no();
  walked_.assign(board.size(), no);
  start_ = end_ = walked_;
  for (auto& steps : step_) steps.fill(no);
  for (std::size_t t = 0; t < board.size(); ++t) {
    const Tile& tile = board.tiles[t];
    if (!tile.exists) continue;
    if (!tile.locked) walked_[t] = states[t];
    if (tile.locked && tile.lit) walked_[t] = formula_.fresh();
    if (walked_[t] == no) continue;
    if (tile.start) start_[t] = formula_.fresh();
    end_[t] = formula_.fresh();
  }
  for (int t = 0; t < grid_.size(); ++t)
    for (const int direction : {kRight, kDown}) {
      const int other = grid_.around[at(t)][at(direction)];
      if (other < 0 || walked_[at(t)] == no || walked_[at(other)] == no) continue;
      step_[at(t)][at(direction)] = step_[at(other)][at(direction + 2)] = formula_.fresh();
    }
  formula_.exactly_one(start_);
  formula_.exactly_one(end_);
  Literals links;
  for (std::size_t t = 0; t < board.size(); ++t) {
    if (walked_[t] == no) continue;
    links.clear();
    for (const int literal :
         {step_[t][0], step_[t][1], step_[t][2], step_[t][3], start_[t], end_[t]})
      if (literal != no) links.push_back(literal);
    formula_.exactly(links, 2, walked_[t]);
    for (const int literal : links) formula_.add({-literal, walked_[t]});
  }
  propagator_.emplace(grid_, walked_, start_, step_, no);
}

std::vector<int> Walk::path() {
  std::vector<int> path;
  for (int t = 0; t < grid_.size() && path.empty(); ++t)
    if (formula_.holds(start_[at(t)])) path.push_back(t);
  for (int before = -1;;) {
    const int here = path.back();
    int next = -1;
    for (int direction = 0; direction < 4; ++direction) {
      const int other = grid_.around[at(here)][at(direction)];
      if (other >= 0 && other != before && formula_.holds(step_[at(here)][at(direction)]))
        next = other;
    }
    if (next < 0) return path;
    before = here;
    path.push_back(next);
  }
}

bool Walk::cut() {
  std::vector<std::uint8_t> met(grid_.exists.size(), 0);
  for (const int t : path()) met[at(t)] = 1;
  std::vector<std::vector<int>> loops;
  for (int first = 0; first < grid_.size(); ++first) {
    if (met[at(first)] || !formula_.holds(walked_[at(first)])) continue;
    auto& loop = loops.emplace_back(1, first);
    met[at(first)] = 1;
    for (std::size_t i = 0; i < loop.size(); ++i)
      for (int direction = 0; direction < 4; ++direction) {
        const int here = loop[i], other = grid_.around[at(here)][at(direction)];
        if (other < 0 || met[at(other)] || !formula_.holds(step_[at(here)][at(direction)]))
          continue;
        met[at(other)] = 1;
        loop.push_back(other);
      }
  }
  Literals clause;
  std::vector<std::uint8_t> within(met.size());
  for (const auto& loop : loops) {
    within.assign(met.size(), 0);
    for (const int t : loop) within[at(t)] = 1;
    clause.assign(1, 0);
    for (const int t : loop) {
      clause.push_back(start_[at(t)]);
      for (int direction = 0; direction < 4; ++direction) {
        const int other = grid_.around[at(t)][at(direction)];
        if (other >= 0 && !within[at(other)]) clause.push_back(step_[at(t)][at(direction)]);
      }
    }
    for (const int t : loop) {
      clause[0] = -walked_[at(t)];
      formula_.add(clause);
    }
  }
  return !loops.empty();
}

void Walk::count_tiles(int most) {
  std::vector<Literals> leaves;
  for (const int literal : walked_)
    if (literal != formula_.no()) leaves.push_back({literal});
  length_ = formula_.sum(leaves, most);
}

}  // namespace eyehand::panel
