#include <algorithm>

#include "solver/panel/content.hpp"

namespace eyehand::panel {
namespace {

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

}  // namespace

int Content::image(int tile, int from, int to, int quarters) const {
  int columns = grid_.column(tile) - grid_.column(from), rows = grid_.row(tile) - grid_.row(from);
  for (; quarters > 0; --quarters) {
    const int before = columns;
    columns = -rows;
    rows = before;
  }
  return grid_.shifted(to, columns, rows);
}

bool Content::judge_shapes(Literals& clause) {
  for (const auto& kind : kinds_)
    for (const int a : kind)
      for (const int b : kind)
        if (a != b && state_[at(a)] >= 0 && judge_pair(a, b, clause)) return true;
  return false;
}

// By what is known of the region of `a`; that of `b` in its turn.
bool Content::judge_pair(int a, int b, Literals& clause) {
  const bool turns =
      board_.tiles[at(a)].symbol == Symbol::slash || board_.tiles[at(b)].symbol == Symbol::slash;
  Why why;
  int possible = -1, count = 0;
  for (int quarters = 0; quarters < (turns ? 4 : 1); ++quarters)
    if (!mismatch(a, b, quarters, why) && !mismatch(b, a, (4 - quarters) % 4, why)) {
      possible = quarters;
      if (++count > 1) return false;
    }
  if (count == 1) return propagate_shape(a, b, possible, why, clause);
  explain(why, clause);
  return true;
}

// Whether a tile joined to `a` has an image, about `b`, that cannot be of the region of `b`; and
// why.
bool Content::mismatch(int a, int b, int quarters, Why& why) const {
  if (state_[at(a)] < 0) return false;
  const int part_b = part_of(b);
  for (const int t : parts_[at(part_of(a))].tiles) {
    const int there = image(t, a, b, quarters);
    const bool is_other =
        there >= 0 && part_b >= 0 && state_[at(there)] >= 0 && state_[at(there)] != state_[at(b)];
    if (there >= 0 && !is_other && (part_b < 0 || parts_[at(part_b)].reach[at(there)])) continue;
    join({a, t}, -1, why);
    if (is_other) {
      why.push_back(b);
      why.push_back(there);
    } else if (there >= 0) {
      Why around = {b};
      bound(part_b, -1, around);
      why.insert(why.end(), around.begin(), around.end());
    }
    return true;
  }
  return false;
}

bool Content::propagate_shape(int a, int b, int quarters, const Why& so_far,
                              Literals& clause) const {
  const int part_b = part_of(b);
  if (part_b < 0) return false;
  const Part& part = parts_[at(part_of(a))];
  for (const int t : part.tiles) {
    const int there = image(t, a, b, quarters);
    if (state_[at(there)] == open) {
      Why why = so_far;
      join({a, t}, -1, why);
      why.push_back(b);
      clause.push_back(literal_for(there, state_[at(b)]));
      explain(why, clause);
      return true;
    }
    for (const int other : grid_.around[at(t)]) {
      // Beside the part and not of it: so is its image.
      if (other < 0 || part_of(other) == part_of(a) || state_[at(other)] == open) continue;
      const int beyond = image(other, a, b, quarters);
      if (beyond < 0 || state_[at(beyond)] != open || part_of(there) != part_b) continue;
      Why why = so_far;
      why.push_back(a);
      why.push_back(other);
      join({b, there}, -1, why);
      clause.push_back(literal_for(beyond, 1 - state_[at(b)]));
      explain(why, clause);
      return true;
    }
    // An image that is not there.
    const int from_b[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    for (const auto& step : from_b) {
      const int beyond = grid_.shifted(there, step[0], step[1]);
      if (beyond < 0 || state_[at(beyond)] != open || part_of(there) != part_b ||
          image(beyond, b, a, (4 - quarters) % 4) >= 0)
        continue;
      Why why = so_far;
      join({b, there}, -1, why);
      clause.push_back(literal_for(beyond, 1 - state_[at(b)]));
      explain(why, clause);
      return true;
    }
  }
  return false;
}

bool Content::closed(int anchor) const {
  const int part = part_of(anchor);
  return part >= 0 && parts_[at(part)].reached == static_cast<int>(parts_[at(part)].tiles.size());
}

// Different hues have different shapes: told when both regions are done.
bool Content::judge_hues(Literals& clause) {
  const auto kind_of = [&](const std::vector<int>& kind, bool& turns) {
    int first = kind[0];
    turns = false;
    for (const int t : kind) {
      const bool slash = board_.tiles[at(t)].symbol == Symbol::slash;
      turns = turns || slash;
      if (!slash && board_.tiles[at(first)].symbol == Symbol::slash) first = t;
    }
    return first;
  };
  for (std::size_t i = 0; i < kinds_.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      bool turns_a = false, turns_b = false;
      const int a = kind_of(kinds_[i], turns_a), b = kind_of(kinds_[j], turns_b);
      if (!closed(a) || !closed(b)) continue;
      const Part &part_a = parts_[at(part_of(a))], &part_b = parts_[at(part_of(b))];
      if (part_a.tiles.size() != part_b.tiles.size()) continue;
      for (int quarters = 0; quarters < (turns_a || turns_b ? 4 : 1); ++quarters) {
        const bool alike = std::all_of(part_a.tiles.begin(), part_a.tiles.end(), [&](int t) {
          const int there = image(t, a, b, quarters);
          return there >= 0 && part_of(there) == part_of(b);
        });
        if (!alike) continue;
        Why why;
        for (const int anchor : {a, b}) {
          Why around = parts_[at(part_of(anchor))].tiles;
          bound(part_of(anchor), -1, around);
          why.insert(why.end(), around.begin(), around.end());
        }
        explain(why, clause);
        return true;
      }
    }
  return false;
}

}  // namespace eyehand::panel
