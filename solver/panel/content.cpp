#include "solver/panel/content.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "puzzle/index.hpp"
#include "solver/sat/minimize.hpp"

namespace eyehand::panel {
namespace {

bool is_shape(Symbol symbol) {
  return symbol == Symbol::bar || symbol == Symbol::slash;
}

}  // namespace

Content::Content(const Grid& grid, const Board& board, sat::Literals states, bool walked)
    : grid_(grid),
      board_(board),
      states_(std::move(states)),
      now_(grid, board, walked),
      then_(grid, board, walked) {
  for (int hue = 0; hue < kHues; ++hue) {
    std::vector<int> kind;
    for (int t = 0; t < grid_.size(); ++t)
      if (grid_.exists[at(t)] && is_shape(board_.tiles[at(t)].symbol) &&
          board_.tiles[at(t)].hue == static_cast<Hue>(hue))
        kind.push_back(t);
    if (!kind.empty()) kinds_.push_back(std::move(kind));
  }
  for (int t = 0; t < grid_.size(); ++t) {
    if (!grid_.exists[at(t)]) continue;
    if (Symbols::of(board_.tiles[at(t)]).about_region) anchors_.push_back(t);
    auto group = std::find_if(groups_.begin(), groups_.end(),
                              [&](const Group& g) { return g.literal == states_[at(t)]; });
    if (group == groups_.end()) group = groups_.insert(group, {states_[at(t)], {}});
    group->tiles.push_back(t);
  }
}

int Content::cause(Kind kind, int a, int b) const {
  return (static_cast<int>(kind) * static_cast<int>(kMaxTiles) + a) * static_cast<int>(kMaxTiles) +
         b;
}

void Content::walk(const sat::Literals& walked) {
  for (int t = 0; t < grid_.size(); ++t)
    if (grid_.exists[at(t)] && board_.tiles[at(t)].locked && board_.tiles[at(t)].lit)
      groups_.push_back({walked[at(t)], {}, t});
}

void Content::bound_walk(int most, int literal) {
  if (most_ >= 0) groups_.pop_back();
  most_ = most;
  groups_.push_back({literal, {}});
}

// What follows for regions when the literal of a group is true (1), false (-1) or unknown (0).
void Content::put(Regions& regions, const Group& group, int value) const {
  for (const int t : group.tiles)
    regions.states[at(t)] = static_cast<std::int8_t>(value == 0 ? Regions::kOpen : value > 0);
  if (group.spare >= 0)
    regions.spare[at(group.spare)] = value <= 0;
  else if (group.tiles.empty())
    regions.limit = value > 0 ? most_ : -1;
}

void Content::add_finding(int why, int tile, int state) {
  findings_->push_back({state == 1 ? states_[at(tile)] : -states_[at(tile)], why});
}

bool Content::propagate(const sat::Engine& engine, std::vector<sat::Finding>& findings) {
  for (const Group& group : groups_) put(now_, group, engine.value(group.literal));
  now_.changed();
  on_ = &now_;
  findings_ = &findings;
  propagate_regions(engine);
  if (!findings.empty()) return true;
  for (const auto& kind : kinds_)
    for (const int a : kind)
      for (const int b : kind) {
        if (a == b || now_.states[at(a)] < 0) continue;
        propagate_pair(a, b);
        if (!findings.empty()) return true;
      }
  propagate_hues();
  return !findings.empty();
}

void Content::propagate_regions(const sat::Engine& engine) {
  std::vector<int> first;
  for (const int t : anchors_) {
    if (now_.states[at(t)] < 0) continue;
    const auto& part = now_.part_at(t);
    if (part.visited) continue;
    if (now_.visit(t).broken != Regions::Broken::no) {
      findings_->assign(1, {0, cause(Kind::region, part.core)});
      return;
    }
    first.push_back(t);
  }
  for (const int t : first) {
    found_.clear();
    now_.find(t, found_);
    find_spare(engine, t);
    const int state = now_.states[at(t)];
    for (const auto& found : found_)
      add_finding(cause(Kind::region, found.blame), found.tile, found.joins ? state : 1 - state);
  }
}

// Spare tiles that must not be walked, because the region needs them as spare.
void Content::find_spare(const sat::Engine& engine, int tile) {
  const auto& part = now_.visit(tile);
  if (!now_.wants_spare(part)) return;
  const int dot = *std::find_if(part.tiles.begin(), part.tiles.end(),
                                [&](int t) { return board_.tiles[at(t)].symbol == Symbol::dot; });
  for (const Group& group : groups_)
    if (group.spare >= 0 && part.reaches[at(group.spare)] && engine.value(group.literal) == 0)
      findings_->push_back({-group.literal, cause(Kind::region, dot)});
}

bool Content::is_broken(int why, bool hasty) {
  const int most = static_cast<int>(kMaxTiles);
  const int b = why % most, a = why / most % most;
  switch (static_cast<Kind>(why / most / most)) {
    case Kind::region:
      return on_->states[at(a)] >= 0 &&
             (hasty ? on_->seems_broken(a) : on_->visit(a).broken != Regions::Broken::no);
    case Kind::shape:
      return on_->states[at(a)] >= 0 && pair_is_broken(a, b);
    case Kind::hues:
      return on_->states[at(a)] >= 0 && on_->states[at(b)] >= 0 && same_shapes(a, b);
  }
  return false;
}

void Content::explain(const sat::Engine& engine, sat::Finding finding, sat::Literals& clause) {
  const bool conflict = finding.literal == 0;
  // Each group's value at the time of the finding, and what was found inverted.
  const Group* flipped = nullptr;
  values_.clear();
  for (const Group& group : groups_) {
    int value = engine.value(group.literal);
    if (!conflict && std::abs(group.literal) == std::abs(finding.literal)) {
      flipped = &group;
      value = finding.literal > 0 ? -1 : 1;
    } else if (!conflict && value != 0 && !engine.was_before(group.literal, finding.literal)) {
      value = 0;
    }
    // Spare tiles and the bound restrict nothing where they are false.
    values_.push_back(group.tiles.empty() ? std::max(value, 0) : value);
    put(then_, group, value);
  }
  then_.changed();
  on_ = &then_;
  bool broken = is_broken(finding.cause, false);
  // Flipping all linked tiles together may hide the fault that one of them causes.
  if (!broken && flipped && flipped->tiles.size() > 1)
    for (std::size_t i = 0; i < flipped->tiles.size() && !broken; ++i) {
      put(then_, *flipped, 0);
      then_.states[at(flipped->tiles[i])] = finding.literal < 0;
      then_.changed();
      broken = is_broken(finding.cause, false);
    }
  std::vector<std::size_t> kept;
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const Group& group = groups_[g];
    if (values_[g] == 0 || &group == flipped || engine.level_of(group.literal) == 0) continue;
    const bool read = group.tiles.empty() || std::any_of(group.tiles.begin(), group.tiles.end(),
                                                         [&](int t) { return then_.was_read(t); });
    if (!broken || read)
      kept.push_back(g);
    else
      put(then_, group, 0);
  }
  if (broken && !kept.empty()) {
    // Latest first, so that the facts that remain were assigned early.
    std::sort(kept.begin(), kept.end(), [&](std::size_t a, std::size_t b) {
      return engine.position(groups_[a].literal) > engine.position(groups_[b].literal);
    });
    std::vector<std::size_t> needed;
    sat::minimize<std::size_t>(
        kept, false, needed,
        [&](std::size_t g, bool retracted) { put(then_, groups_[g], retracted ? 0 : values_[g]); },
        [&] {
          then_.changed();
          return is_broken(finding.cause, true);
        });
    kept = std::move(needed);
  }
  if (!conflict) clause.push_back(finding.literal);
  for (const std::size_t g : kept)
    clause.push_back(values_[g] > 0 ? -groups_[g].literal : groups_[g].literal);
  on_ = &now_;
}

}  // namespace eyehand::panel
