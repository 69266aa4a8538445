// A detail of content.hpp: bars and slashes, which compare the shapes of regions.
#include <algorithm>

#include "puzzle/index.hpp"
#include "solver/panel/content.hpp"

namespace eyehand::panel {

int Content::image(int tile, int from, int to, int quarters) const {
  int columns = grid_.column(tile) - grid_.column(from), rows = grid_.row(tile) - grid_.row(from);
  for (; quarters > 0; --quarters) {
    const int before = columns;
    columns = -rows;
    rows = before;
  }
  return grid_.shifted(to, columns, rows);
}

// The number of rotations under which one can match the other.
int Content::turns(int a, int b) const {
  return board_.tiles[at(a)].symbol == Symbol::slash || board_.tiles[at(b)].symbol == Symbol::slash
             ? 4
             : 1;
}

// Propagates what is known of the region of `a` to that of `b`; (b, a) is a pair of its own.
void Content::propagate_pair(int a, int b) {
  int possible = -1;
  for (int quarters = 0; quarters < turns(a, b); ++quarters) {
    if (mismatch(a, b, quarters) || mismatch(b, a, (4 - quarters) % 4)) continue;
    if (possible >= 0) return;
    possible = quarters;
  }
  if (possible < 0)
    findings_->assign(1, {0, cause(Kind::shape, a, b)});
  else
    find_images(a, b, possible);
}

bool Content::pair_is_broken(int a, int b) {
  for (int quarters = 0; quarters < turns(a, b); ++quarters)
    if (!mismatch(a, b, quarters) && !mismatch(b, a, (4 - quarters) % 4)) return false;
  return true;
}

// Whether a tile of the part of `a` has an image around `b` that cannot be in the region of `b`.
bool Content::mismatch(int a, int b, int quarters) {
  if (on_->states[at(a)] < 0) return false;
  const bool known = on_->states[at(b)] >= 0;
  const auto& tiles = on_->part_at(a).tiles;
  const Regions::Part* other = nullptr;
  if (known) {
    other = &on_->reach_of(b);
    if (other->broken != Regions::Broken::no) return true;
  }
  return std::any_of(tiles.begin(), tiles.end(), [&](int t) {
    const int there = image(t, a, b, quarters);
    return there < 0 || (known && !other->reaches[at(there)]);
  });
}

// Finds what follows if the region of `b` is that of `a` under this rotation.
void Content::find_images(int a, int b, int quarters) {
  if (now_.states[at(b)] < 0) return;
  const int why = cause(Kind::shape, a, b), state_b = now_.states[at(b)];
  for (const int t : now_.part_at(a).tiles) {
    const int there = image(t, a, b, quarters);
    if (now_.states[at(there)] == Regions::kOpen) {
      add_finding(why, there, state_b);
      continue;
    }
    if (!now_.same_part(there, b)) continue;
    // A tile beside the part cannot join if its image is missing or outside the region of `a`.
    for (const int beyond : grid_.around[at(there)]) {
      if (beyond < 0 || now_.states[at(beyond)] != Regions::kOpen) continue;
      const int other = image(beyond, b, a, (4 - quarters) % 4);
      if (other < 0 || now_.states[at(other)] == 1 - now_.states[at(a)])
        add_finding(why, beyond, 1 - state_b);
    }
  }
}

bool Content::done(int anchor) {
  const auto& part = on_->reach_of(anchor);
  return part.broken == Regions::Broken::no && static_cast<int>(part.reach.size()) == part.size();
}

// Regions of different hues must differ in shape; this is checked only when both are complete.
bool Content::same_shapes(int a, int b) {
  if (!done(a) || !done(b)) return false;
  const auto &part_a = on_->part_at(a), &part_b = on_->part_at(b);
  if (part_a.size() != part_b.size()) return false;
  const auto turns_any = [&](int t) {
    for (const auto& kind : kinds_)
      if (board_.tiles[at(kind[0])].hue == board_.tiles[at(t)].hue)
        return std::any_of(kind.begin(), kind.end(), [&](int other) {
          return board_.tiles[at(other)].symbol == Symbol::slash;
        });
    return false;
  };
  for (int quarters = 0; quarters < (turns_any(a) || turns_any(b) ? 4 : 1); ++quarters)
    if (std::all_of(part_a.tiles.begin(), part_a.tiles.end(), [&](int t) {
          const int there = image(t, a, b, quarters);
          return there >= 0 && on_->states[at(there)] >= 0 && on_->same_part(there, b);
        }))
      return true;
  return false;
}

void Content::propagate_hues() {
  // Each hue is represented by a bar, if it has one, since bars do not rotate.
  const auto first = [&](const std::vector<int>& kind) {
    const auto bar = std::find_if(kind.begin(), kind.end(),
                                  [&](int t) { return board_.tiles[at(t)].symbol == Symbol::bar; });
    return bar == kind.end() ? kind[0] : *bar;
  };
  for (std::size_t i = 0; i < kinds_.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const int a = first(kinds_[i]), b = first(kinds_[j]);
      if (now_.states[at(a)] < 0 || now_.states[at(b)] < 0 || !same_shapes(a, b)) continue;
      findings_->assign(1, {0, cause(Kind::hues, a, b)});
      return;
    }
}

}  // namespace eyehand::panel
