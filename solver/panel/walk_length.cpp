// A detail of walk_propagator.hpp: lower bounds on the length of a walk.
#include <algorithm>
#include <array>

#include "puzzle/index.hpp"
#include "solver/panel/walk_propagator.hpp"

namespace eyehand::panel {
namespace {

constexpr int kAway = static_cast<int>(kMaxTiles);  // farther than any tile

}  // namespace

bool WalkPropagator::bounds(const Field& field) const {
  return field.bounded && only_start_ >= 0 && field.walked.has(only_start_);
}

// Bounds the length by the walked tiles at each distance from the start.
bool WalkPropagator::too_deep(const Field& field, std::vector<sat::Finding>* findings) {
  if (!bounds(field)) return false;
  known_.clear();  // walked tiles by distance
  const auto is_too_long = [&](int evens, int odds) {
    return std::max({evens + odds, 2 * evens - 1, 2 * odds}) > most_;
  };
  int far = -1, left = field.walked.count(), sums[2] = {0, 0};
  bool broken = false;
  spread_from(field, only_start_, [&](int distance) {
    known_.push_back(front_.shared(field.walked));
    if (known_.back() > 0) {
      left -= known_.back();
      while (++far < distance) ++sums[far % 2];
      sums[distance % 2] += known_.back();
      broken = is_too_long(sums[0], sums[1]);
    }
    return left > 0 && !broken;
  });
  if (broken || !findings) return broken;
  spread_from(field, only_start_, [&](int distance) {
    int more[2] = {sums[0], sums[1]};
    if (distance <= far) more[distance % 2] += known_[at(distance)] > 0;
    for (int beyond = far + 1; beyond <= distance; ++beyond) ++more[beyond % 2];
    if (is_too_long(more[0], more[1]))
      front_.each([&](int t) {
        if (field.is_open(t)) findings->push_back({-walked_[at(t)], 0});
      });
    return true;
  });
  return false;
}

// Distances of all tiles from the key.
void WalkPropagator::measure(const Field& field, Key& key) {
  key.distance.assign(walked_.size(), kAway);
  spread_from(field, key.tile, [&](int distance) {
    front_.each([&](int t) { key.distance[at(t)] = distance; });
    return true;
  });
}

// The start, then walked tiles, each as far as possible from those before, and `extra` unless -1.
void WalkPropagator::choose_keys(const Field& field, int extra) {
  keys_used_ = 0;
  measured_ = true;
  if (!bounds(field)) return;
  keys_.resize(kKeys + 1);
  nearest_.assign(walked_.size(), kAway);
  const auto use = [&](int tile) {
    Key& key = keys_[keys_used_++];
    key.tile = tile;
    measure(field, key);
    for (std::size_t t = 0; t < nearest_.size(); ++t)
      nearest_[t] = std::min(nearest_[t], key.distance[t]);
  };
  use(only_start_);
  while (keys_used_ < kKeys) {
    int best = -1;
    for (int t = 0; t < grid_.size(); ++t)
      if (field.walked.has(t) && t != extra && nearest_[at(t)] < kAway &&
          (best < 0 || nearest_[at(t)] > nearest_[at(best)]))
        best = t;
    if (best < 0 || nearest_[at(best)] == 0) break;
    use(best);
  }
  if (extra >= 0) use(extra);
  for (std::size_t a = 0; a < keys_used_; ++a)
    for (std::size_t b = 0; b < keys_used_; ++b)
      between_[a][b] = keys_[a].distance[at(keys_[b].tile)];
}

// Distances between the keys in this field.
void WalkPropagator::measure_between(const Field& field) {
  for (std::size_t a = 0; a + 1 < keys_used_; ++a) {
    for (std::size_t b = a + 1; b < keys_used_; ++b) between_[a][b] = between_[b][a] = kAway;
    std::size_t left = keys_used_ - a - 1;
    spread_from(field, keys_[a].tile, [&](int distance) {
      for (std::size_t b = a + 1; b < keys_used_; ++b) {
        if (!front_.has(keys_[b].tile)) continue;
        between_[a][b] = between_[b][a] = distance;
        --left;
      }
      return left > 0;
    });
  }
}

// Bounds the length by the orders in which the keys can be visited.
bool WalkPropagator::too_far(const Field& field, std::vector<sat::Finding>* findings) {
  if (!bounds(field) || keys_used_ == 0) return false;
  if (!measured_) measure_between(field);
  measured_ = true;
  std::array<std::size_t, kKeys + 1> keys{};
  int n = 0;
  for (std::size_t k = 0; k < keys_used_; ++k)
    if (field.walked.has(keys_[k].tile)) keys[at(n++)] = k;
  const auto distance = [&](int a, int b) { return between_[keys[at(a)]][keys[at(b)]]; };
  const auto to_tile = [&](int key, int t) { return keys_[keys[at(key)]].distance[at(t)]; };
  if (findings) near_.assign(walked_.size(), 0);
  std::array<int, kKeys + 1> order{};
  bool any = false;
  // Whether each tile can be inserted somewhere along the order.
  const auto fit = [&](int left) {
    for (int t = 0; t < grid_.size(); ++t) {
      if (near_[at(t)] || !field.is_open(t)) continue;
      int more = to_tile(order[at(n - 1)], t);
      for (int i = 1; i < n; ++i) {
        const int a = order[at(i - 1)], b = order[at(i)];
        more = std::min(more, to_tile(a, t) + to_tile(b, t) - distance(a, b));
      }
      near_[at(t)] = more <= left;
    }
  };
  const auto visit = [&](auto&& self, int count, unsigned met, int length) -> void {
    if (count == n) {
      any = true;
      if (findings) fit(most_ - length);
      return;
    }
    for (int k = 1; k < n && (findings || !any); ++k) {
      order[at(count)] = k;
      const int longer = length + distance(order[at(count - 1)], k);
      if (!(met >> k & 1) && longer + n - count - 1 <= most_)
        self(self, count + 1, met | 1u << k, longer);
    }
  };
  visit(visit, 1, 1, 1);
  if (!any) return true;
  if (findings)
    for (int t = 0; t < grid_.size(); ++t)
      if (field.is_open(t) && !near_[at(t)] && nearest_[at(t)] < kAway)
        findings->push_back({-walked_[at(t)], 0});
  return false;
}

}  // namespace eyehand::panel
