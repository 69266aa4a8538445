#include "solver/panel/content.hpp"

#include <algorithm>
#include <utility>

#include "puzzle/index.hpp"

namespace eyehand::panel {
namespace {

bool is_shape(Symbol symbol) {
  return symbol == Symbol::bar || symbol == Symbol::slash;
}

}  // namespace

Content::Content(const Grid& grid, const Board& board, Literals states, bool walked)
    : grid_(grid),
      board_(board),
      states_(std::move(states)),
      now_(grid, board, walked),
      then_(grid, board, walked),
      known_(board.size(), Regions::kMissing) {
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
    auto group = std::find_if(groups_.begin(), groups_.end(), [&](const Group& g) {
      return g.variable == variable(states_[at(t)]);
    });
    if (group == groups_.end()) group = groups_.insert(group, {variable(states_[at(t)]), {}});
    group->tiles.push_back(t);
  }
}

int Content::cause(Kind kind, int a, int b) const {
  return (static_cast<int>(kind) * static_cast<int>(kMaxTiles) + a) * static_cast<int>(kMaxTiles) +
         b;
}

std::string_view Content::rule(int cause) const {
  return cause < this->cause(Kind::shape, 0) ? "region" : "shape";
}

std::string Content::reason(int cause) const {
  const int most = static_cast<int>(kMaxTiles), a = cause / most % most, b = cause % most;
  if (cause >= this->cause(Kind::shape, 0))
    return "the regions of the symbols at " + grid_.name(a) + " and " + grid_.name(b) +
           " could not have the same shape";
  const std::string region = "the region of the ";
  switch (board_.tiles[at(a)].symbol) {
    case Symbol::dot:
      return region + "dot at " + grid_.name(a) +
             " could not have dots of one colour that sum to its size or to 0";
    case Symbol::diamond:
      return region + "diamond at " + grid_.name(a) +
             " could not have exactly two symbols of its colour";
    default:
      return region + "symbol at " + grid_.name(a) +
             " would have symbols that cannot be in one region";
  }
}

void Content::walk(const Literals& walked) {
  for (int t = 0; t < grid_.size(); ++t)
    if (grid_.exists[at(t)] && board_.tiles[at(t)].locked && board_.tiles[at(t)].lit)
      groups_.push_back({variable(walked[at(t)]), {}, t});
}

void Content::bound_walk(int most, int literal) {
  if (bound_ != 0) groups_.pop_back();
  most_ = most;
  bound_ = literal;
  groups_.push_back({variable(literal), {}});
}

void Content::add_finding(int why, int tile, int state) {
  findings_->push_back({state == 1 ? states_[at(tile)] : -states_[at(tile)], why});
}

bool Content::propagate(const Engine& engine, std::vector<Engine::Finding>& findings) {
  for (const Group& group : groups_) {
    const int value = engine.value(group.variable);
    if (group.spare >= 0) now_.spare[at(group.spare)] = value <= 0;
    for (const int t : group.tiles)
      now_.states[at(t)] = static_cast<std::int8_t>(value == 0 ? Regions::kOpen : value > 0);
  }
  now_.limit = bound_ != 0 && engine.value(bound_) > 0 ? most_ : -1;
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

void Content::propagate_regions(const Engine& engine) {
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
void Content::find_spare(const Engine& engine, int tile) {
  const auto& part = now_.visit(tile);
  if (!now_.wants_spare(part)) return;
  const int dot = *std::find_if(part.tiles.begin(), part.tiles.end(),
                                [&](int t) { return board_.tiles[at(t)].symbol == Symbol::dot; });
  for (const Group& group : groups_)
    if (group.spare >= 0 && part.reaches[at(group.spare)] && engine.value(group.variable) == 0)
      findings_->push_back({-group.variable, cause(Kind::region, dot)});
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

void Content::set_unknown(int group, bool unknown) {
  const int spare = groups_[at(group)].spare;
  if (spare >= 0)
    then_.spare[at(spare)] = unknown;
  else if (groups_[at(group)].tiles.empty())
    then_.limit = unknown ? -1 : most_;
  for (const int t : groups_[at(group)].tiles)
    then_.states[at(t)] = unknown ? Regions::kOpen : known_[at(t)];
}

void Content::explain(const Engine& engine, Engine::Finding finding, Literals& clause) {
  const bool conflict = finding.literal == 0;
  const int flipped = conflict ? 0 : variable(finding.literal);
  for (const Group& group : groups_) {
    int value = engine.value(group.variable);
    if (group.variable == flipped)
      value = finding.literal > 0 ? -1 : 1;
    else if (!conflict && value != 0 && !engine.was_before(group.variable, finding.literal))
      value = 0;
    if (group.spare >= 0) then_.spare[at(group.spare)] = value <= 0;
    for (const int t : group.tiles)
      known_[at(t)] = static_cast<std::int8_t>(value == 0 ? Regions::kOpen : value > 0);
  }
  then_.states = known_;
  const bool bounded = bound_ != 0 && engine.value(bound_) > 0 &&
                       (conflict || engine.was_before(bound_, finding.literal));
  then_.limit = bounded ? most_ : -1;
  then_.changed();
  on_ = &then_;
  bool broken = is_broken(finding.cause, false);
  // Flipping all linked tiles together may hide the fault that one of them causes.
  if (!broken && !conflict) {
    const auto& tiles = std::find_if(groups_.begin(), groups_.end(), [&](const Group& group) {
                          return group.variable == flipped;
                        })->tiles;
    for (std::size_t i = 0; i < tiles.size() && !broken && tiles.size() > 1; ++i) {
      for (const int t : tiles) then_.states[at(t)] = Regions::kOpen;
      then_.states[at(tiles[i])] = known_[at(tiles[i])];
      then_.changed();
      broken = is_broken(finding.cause, false);
    }
  }
  std::vector<int> kept;
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const Group& group = groups_[g];
    const bool known = group.spare >= 0      ? !then_.spare[at(group.spare)]
                       : group.tiles.empty() ? bounded
                                             : known_[at(group.tiles[0])] >= 0;
    if (!known || group.variable == flipped) continue;
    if (engine.level_of(group.variable) == 0) continue;
    const bool read = group.tiles.empty() || std::any_of(group.tiles.begin(), group.tiles.end(),
                                                         [&](int t) { return then_.was_read(t); });
    if (!broken || read)
      kept.push_back(static_cast<int>(g));
    else
      set_unknown(static_cast<int>(g), true);
  }
  if (broken && !kept.empty()) {
    // Latest first, so that what is kept was assigned early.
    std::sort(kept.begin(), kept.end(), [&](int a, int b) {
      return engine.position(groups_[at(a)].variable) > engine.position(groups_[at(b)].variable);
    });
    minimize(
        0, kept.size(), false, [&](std::size_t i, bool unknown) { set_unknown(kept[i], unknown); },
        [&] {
          then_.changed();
          return is_broken(finding.cause, true);
        },
        [&](std::size_t i) { kept[i] = -1; });
    std::erase(kept, -1);
  }
  if (!conflict) clause.push_back(finding.literal);
  for (const int g : kept) {
    const Group& group = groups_[at(g)];
    const bool holds = group.spare >= 0      ? true
                       : group.tiles.empty() ? bound_ > 0
                                             : known_[at(group.tiles[0])] == 1;
    clause.push_back(holds ? -group.variable : group.variable);
  }
  on_ = &now_;
}

}  // namespace eyehand::panel
