#include "solver/panel/walk.hpp"

#include "puzzle/index.hpp"
#include "solver/cardinality.hpp"

namespace eyehand::panel {

Walk::Walk(sat::Engine& sat, const Grid& grid, const Board& board, const sat::Literals& states)
    : sat_(sat), grid_(grid), step_(board.size()) {
  const int no = -sat_.yes();
  walked_.assign(board.size(), no);
  start_ = end_ = walked_;
  for (auto& steps : step_) steps.fill(no);
  for (std::size_t t = 0; t < board.size(); ++t) {
    const Tile& tile = board.tiles[t];
    if (!tile.exists) continue;
    if (!tile.locked) walked_[t] = states[t];
    if (tile.locked && tile.lit) walked_[t] = sat_.fresh();
    if (walked_[t] == no) continue;
    if (tile.start) start_[t] = sat_.fresh();
    end_[t] = sat_.fresh();
  }
  for (int t = 0; t < grid_.size(); ++t)
    for (const int direction : {kRight, kDown}) {
      const int other = grid_.around[at(t)][at(direction)];
      if (other < 0 || walked_[at(t)] == no || walked_[at(other)] == no) continue;
      step_[at(t)][at(direction)] = step_[at(other)][at(direction + 2)] = sat_.fresh();
    }
  exactly_one(start_);
  exactly_one(end_);
  sat::Literals links;
  for (std::size_t t = 0; t < board.size(); ++t) {
    if (walked_[t] == no) continue;
    links.clear();
    for (const int literal :
         {step_[t][0], step_[t][1], step_[t][2], step_[t][3], start_[t], end_[t]})
      if (literal != no) links.push_back(literal);
    exactly(sat_, links, 2, walked_[t]);
    for (const int literal : links) sat_.add({-literal, walked_[t]});
  }
  propagator_.emplace(grid_, walked_, start_, step_, no);
}

void Walk::exactly_one(const sat::Literals& literals) {
  sat_.add(literals);
  int before = -sat_.yes();  // one of the literals before is true
  for (std::size_t i = 0; i < literals.size(); ++i) {
    sat_.add({-before, -literals[i]});
    if (i + 1 == literals.size()) break;
    const int now = sat_.fresh();
    sat_.add({-before, now});
    sat_.add({-literals[i], now});
    before = now;
  }
}

std::vector<int> Walk::path() {
  std::vector<int> path;
  for (int t = 0; t < grid_.size() && path.empty(); ++t)
    if (sat_.holds(start_[at(t)])) path.push_back(t);
  for (int before = -1;;) {
    const int here = path.back();
    int next = -1;
    for (int direction = 0; direction < 4; ++direction) {
      const int other = grid_.around[at(here)][at(direction)];
      if (other >= 0 && other != before && sat_.holds(step_[at(here)][at(direction)])) next = other;
    }
    if (next < 0) return path;
    before = here;
    path.push_back(next);
  }
}

void Walk::count_tiles(int most) {
  sat::Literals walkable = walked_;
  std::erase(walkable, -sat_.yes());
  length_ = count(sat_, walkable, most);
}

}  // namespace eyehand::panel
