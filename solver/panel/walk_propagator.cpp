#include "solver/panel/walk_propagator.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>

#include "puzzle/index.hpp"
#include "solver/sat/minimize.hpp"

namespace eyehand::panel {
namespace {

constexpr int kPiece = WalkPropagator::kCauses, kDeep = kPiece + 1, kFar = kPiece + 2,
              kLoop = kPiece + 3;

}  // namespace

WalkPropagator::WalkPropagator(const Grid& grid, const sat::Literals& walked,
                               const sat::Literals& start,
                               const std::vector<std::array<int, 4>>& step, int never)
    : grid_(grid),
      walked_(walked),
      start_(start),
      step_(step),
      never_(never),
      now_{{grid.width, grid.size()}, TileSet(grid.size())},
      then_(now_),
      visits_(walked.size()),
      front_(grid.size()),
      met_(grid.size()),
      chain_(walked.size()) {
  int starts = 0;
  for (int t = 0; t < grid_.size(); ++t) {
    if (start_[at(t)] == never_) continue;
    only_start_ = t;
    ++starts;
  }
  if (starts != 1) only_start_ = -1;
}

void WalkPropagator::bound_length(int most, int literal) {
  most_ = most;
  bound_ = literal;
}

void WalkPropagator::close(Field& field, int tile, int direction, bool closed) const {
  const int other = grid_.around[at(tile)][at(direction)];
  field.ways.open[at(direction)].set(tile, !closed);
  field.ways.open[at((direction + 2) % 4)].set(other, !closed);
}

bool WalkPropagator::propagate(const sat::Engine& engine, std::vector<sat::Finding>& findings) {
  for (int t = 0; t < grid_.size(); ++t) {
    if (walked_[at(t)] == never_) continue;
    now_.know(t, engine.value(walked_[at(t)]));
    for (int direction = 0; direction < 4; ++direction) {
      const int step = step_[at(t)][at(direction)];
      now_.ways.open[at(direction)].set(t, step != never_ && engine.value(step) >= 0);
    }
  }
  now_.bounded = bound_ != 0 && engine.value(bound_) > 0;
  if (find_loops(engine, findings)) return true;
  for (const int cause : {kPiece, kDeep, kFar}) {
    const std::size_t before = findings.size();
    const bool broken = cause == kPiece  ? falls_apart(now_, &findings)
                        : cause == kDeep ? too_deep(now_, &findings)
                                         : (choose_keys(now_, -1), too_far(now_, &findings));
    if (broken) {
      findings.assign(1, {0, cause});
      return true;
    }
    for (std::size_t i = before; i < findings.size(); ++i) findings[i].cause = cause;
  }
  return !findings.empty();
}

// Steps that are taken form chains; a further step between two tiles of a chain closes a loop.
bool WalkPropagator::find_loops(const sat::Engine& engine, std::vector<sat::Finding>& findings) {
  std::iota(chain_.begin(), chain_.end(), 0);
  const auto first = [&](int t) {
    while (chain_[at(t)] != t) t = chain_[at(t)] = chain_[at(chain_[at(t)])];
    return t;
  };
  for (const bool taken : {true, false})
    for (int t = 0; t < grid_.size(); ++t)
      for (const int direction : {kRight, kDown}) {
        const int step = step_[at(t)][at(direction)];
        if (step == never_ || engine.value(step) != taken) continue;
        const int other = first(grid_.around[at(t)][at(direction)]), here = first(t);
        const int cause = kLoop + 2 * t + direction;
        if (taken && here == other) {
          findings.assign(1, {0, cause});
          return true;
        }
        if (taken)
          chain_[at(here)] = other;
        else if (here == other)
          findings.push_back({-step, cause});
      }
  return !findings.empty();
}

// The clause: the steps of the chain from one end of the step to the other are not all taken.
void WalkPropagator::explain_loop(const sat::Engine& engine, sat::Finding finding,
                                  sat::Literals& clause) const {
  const int step = finding.cause - kLoop, from = step / 2, direction = step % 2;
  const int to = grid_.around[at(from)][at(direction)];
  clause.push_back(-step_[at(from)][at(direction)]);
  std::vector<int> before(walked_.size(), -1), met = {from};
  before[at(from)] = from;
  for (std::size_t i = 0; i < met.size() && before[at(to)] < 0; ++i)
    for (int way = 0; way < 4; ++way) {
      const int here = met[i], other = grid_.around[at(here)][at(way)];
      const int taken = step_[at(here)][at(way)];
      if (taken == never_ || before[at(other)] >= 0 || engine.value(taken) <= 0 ||
          taken == step_[at(from)][at(direction)] ||
          (finding.literal != 0 && !engine.was_before(taken, finding.literal)))
        continue;
      before[at(other)] = here;
      met.push_back(other);
    }
  assert(before[at(to)] >= 0);
  for (int here = to; here != from; here = before[at(here)])
    for (int way = 0; way < 4; ++way)
      if (grid_.around[at(here)][at(way)] == before[at(here)])
        clause.push_back(-step_[at(here)][at(way)]);
}

bool WalkPropagator::is_broken(int cause) {
  return cause == kPiece  ? falls_apart(then_, nullptr)
         : cause == kDeep ? too_deep(then_, nullptr)
                          : too_far(then_, nullptr);
}

bool WalkPropagator::falls_apart(const Field& field, std::vector<sat::Finding>* findings) {
  int root = only_start_;
  for (int t = 0; t < grid_.size() && root < 0; ++t)
    if (field.walked.has(t)) root = t;
  if (root < 0 || !field.walked.has(root)) return false;
  spread_from(field, root, [](int) { return true; });
  if (met_.shared(field.walked) < field.walked.count()) return true;
  for (Visit& visit : visits_) visit.met = -1;
  order_.clear();
  const auto enter = [&](int t, int before) {
    assert(visits_[at(t)].met < 0);
    const int met = static_cast<int>(order_.size());
    visits_[at(t)] = {met, met, before, 0, 1, field.walked.has(t), 0};
    order_.push_back(t);
  };
  enter(root, -1);
  for (int here = root;;) {
    Visit& visit = visits_[at(here)];
    int other;
    if (visit.direction == 4) {
      if (visit.before < 0) break;
      Visit& before = visits_[at(visit.before)];
      before.low = std::min(before.low, visit.low);
      before.tiles += visit.tiles;
      before.walked += visit.walked;
      here = visit.before;
    } else if (open(field, here, visit.direction++, other) && other != visit.before) {
      if (visits_[at(other)].met >= 0) {
        visit.low = std::min(visit.low, visits_[at(other)].met);
      } else {
        enter(other, here);
        here = other;
      }
    }
  }
  // All walked tiles are connected; unreached tiles are not walked, and there must be a start.
  const auto add_finding = [&](int literal) { findings->push_back({literal, kPiece}); };
  bool start = only_start_ >= 0;
  for (int t = 0; t < grid_.size(); ++t) {
    const bool met = visits_[at(t)].met >= 0;
    start = start || (met && start_[at(t)] != never_);
    if (!met && findings && field.may(t)) add_finding(-walked_[at(t)]);
  }
  if (!start) return true;
  // Branches behind an articulation point: the walk enters only one (or two, from a root that need
  // not be the start).
  const auto hangs = [&](int t) {
    const Visit& visit = visits_[at(t)];
    return visit.before >= 0 &&
           (visit.before == root || visit.low >= visits_[at(visit.before)].met);
  };
  const auto ways = [&](int t) { return t == root && only_start_ < 0 ? 2 : 1; };
  for (const int t : order_) {
    const Visit& visit = visits_[at(t)];
    if (!hangs(t) || visit.walked == 0) continue;
    if (++visits_[at(visit.before)].heavy > ways(visit.before)) return true;
    if (findings && field.is_open(visit.before)) add_finding(walked_[at(visit.before)]);
  }
  if (findings)
    for (std::size_t i = 0; i < order_.size(); ++i) {
      const Visit& visit = visits_[at(order_[i])];
      if (!hangs(order_[i]) || visit.walked > 0 ||
          visits_[at(visit.before)].heavy < ways(visit.before))
        continue;
      const std::size_t end = i + at(visit.tiles);
      for (; i < end; ++i)
        if (field.is_open(order_[i])) add_finding(-walked_[at(order_[i])]);
      --i;
    }
  return false;
}

void WalkPropagator::retract(const Fact& fact, bool retracted) {
  measured_ = measured_ && (fact.tile < 0 || (fact.direction < 0 && fact.literal < 0));
  if (fact.tile < 0)
    then_.bounded = !retracted;
  else if (fact.direction >= 0)
    close(then_, fact.tile, fact.direction, !retracted);
  else
    then_.know(fact.tile, retracted ? unknown : fact.literal > 0 ? no : yes);
}

void WalkPropagator::explain(const sat::Engine& engine, sat::Finding finding,
                             sat::Literals& clause) {
  if (finding.cause >= kLoop) return explain_loop(engine, finding, clause);
  const auto known = [&](int literal) {
    return engine.value(literal) != 0 && literal != finding.literal &&
           literal != -finding.literal &&
           (finding.literal == 0 || engine.was_before(literal, finding.literal));
  };
  std::vector<Fact> kept;
  int extra = -1;
  for (int t = 0; t < grid_.size(); ++t) {
    const int walked = walked_[at(t)];
    if (walked == never_) continue;
    int state = unknown;
    if (walked == finding.literal || walked == -finding.literal) {
      state = walked == finding.literal ? no : yes;
      extra = t;
    } else if (known(walked)) {
      state = engine.value(walked) > 0 ? yes : no;
      if (engine.level_of(walked) > 0) kept.push_back({state == yes ? -walked : walked, t, -1});
    }
    then_.know(t, state);
  }
  for (int t = 0; t < grid_.size(); ++t)
    for (const int direction : {kRight, kDown}) {
      const int step = step_[at(t)][at(direction)];
      if (step == never_) continue;
      // Beside a tile that is not walked, a step is not taken anyway.
      const bool closed = known(step) && engine.value(step) < 0 && then_.may(t) &&
                          then_.may(grid_.around[at(t)][at(direction)]);
      close(then_, t, direction, closed);
      if (closed && engine.level_of(step) > 0) kept.push_back({step, t, direction});
    }
  then_.bounded = bound_ != 0 && known(bound_) && engine.value(bound_) > 0;
  if (then_.bounded && engine.level_of(bound_) > 0) kept.push_back({-bound_, -1, -1});
  if (finding.cause == kFar) choose_keys(then_, extra);
  if (is_broken(finding.cause) && !kept.empty()) {
    // Latest first, so that the facts that remain were assigned early; but the bound before all,
    // since it makes the weakest clauses, and for lengths then the obstacles: often the walk is too
    // long without them.
    const auto rank = [&](const Fact& fact) {
      return fact.tile < 0                            ? 0
             : finding.cause == kPiece                ? 1
             : fact.literal < 0 && fact.direction < 0 ? 2
                                                      : 1;
    };
    std::sort(kept.begin(), kept.end(), [&](const Fact& a, const Fact& b) {
      return rank(a) != rank(b) ? rank(a) < rank(b)
                                : engine.position(a.literal) > engine.position(b.literal);
    });
    std::vector<Fact> needed;
    for (auto from = kept.begin(); from != kept.end();) {
      const auto to = std::find_if(from, kept.end(),
                                   [&](const Fact& fact) { return rank(fact) != rank(*from); });
      sat::minimize<Fact>(
          std::span(from, to), false, needed,
          [&](const Fact& fact, bool retracted) { retract(fact, retracted); },
          [&] { return is_broken(finding.cause); });
      from = to;
    }
    kept = std::move(needed);
  }
  if (finding.literal != 0) clause.push_back(finding.literal);
  for (const Fact& fact : kept) clause.push_back(fact.literal);
}

}  // namespace eyehand::panel
