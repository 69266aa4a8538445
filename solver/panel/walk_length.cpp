#include <algorithm>
#include <array>

#include "solver/panel/walk_judge.hpp"

namespace eyehand::panel {
namespace {

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

constexpr int kAway = static_cast<int>(kMaxTiles);  // farther than any tile
constexpr std::size_t kKeys = 4;                    // the start among them

}  // namespace

bool WalkJudge::bounds(const Field& field) const {
  return field.bounded && only_start_ >= 0 && field.walked[at(only_start_)] == yes;
}

// By the tiles at each distance from the start.
bool WalkJudge::too_deep(const Field& field, std::vector<Engine::Finding>* findings) {
  if (!bounds(field)) return false;
  std::vector<int> known;  // walked tiles at each distance
  std::fill(level_.begin(), level_.end(), -1);
  level_[at(only_start_)] = 0;
  order_.assign(1, only_start_);
  int far = 0;
  for (std::size_t i = 0; i < order_.size(); ++i) {
    const int here = order_[i], level = level_[at(here)];
    if (at(level) == known.size()) known.push_back(0);
    if (field.walked[at(here)] == yes) {
      ++known[at(level)];
      far = level;
    }
    for (int direction = 0, other; direction < 4; ++direction) {
      if (!open(field, here, direction, other) || level_[at(other)] >= 0) continue;
      level_[at(other)] = level + 1;
      order_.push_back(other);
    }
  }
  int even = 0, odd = 0;
  for (int level = 0; level <= far; ++level)
    (level % 2 ? odd : even) += std::max(1, known[at(level)]);
  const auto length = [](int evens, int odds) {
    return std::max({evens + odds, 2 * evens - 1, 2 * odds});
  };
  if (length(even, odd) > most_) return true;
  if (!findings) return false;
  for (const int t : order_) {
    if (field.walked[at(t)] != unknown) continue;
    const int level = level_[at(t)];
    int more[2] = {even, odd};
    if (level <= far) {
      more[level % 2] += known[at(level)] > 0;
    } else {
      for (int beyond = far + 1; beyond <= level; ++beyond) ++more[beyond % 2];
    }
    if (length(more[0], more[1]) > most_) findings->push_back({-walked_[at(t)], 0});
  }
  return false;
}

void WalkJudge::measure(const Field& field, Key& key) {
  key.distance.assign(walked_.size(), kAway);
  key.distance[at(key.tile)] = 0;
  order_.assign(1, key.tile);
  for (std::size_t i = 0; i < order_.size(); ++i) {
    const int here = order_[i];
    for (int direction = 0, other; direction < 4; ++direction) {
      if (!open(field, here, direction, other) || key.distance[at(other)] < kAway) continue;
      key.distance[at(other)] = key.distance[at(here)] + 1;
      order_.push_back(other);
    }
  }
}

// The start, walked tiles each as far from those before as can be, and `extra`, if any.
void WalkJudge::choose_keys(const Field& field, int extra) {
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
      if (field.walked[at(t)] == yes && t != extra && nearest_[at(t)] < kAway &&
          (best < 0 || nearest_[at(t)] > nearest_[at(best)]))
        best = t;
    if (best < 0 || nearest_[at(best)] == 0) break;
    use(best);
  }
  if (extra >= 0) use(extra);
}

// By the orders in which the keys can be visited.
bool WalkJudge::too_far(const Field& field, std::vector<Engine::Finding>* findings) {
  if (!bounds(field) || keys_used_ == 0) return false;
  std::array<const Key*, kKeys + 1> keys{};
  int n = 0;
  for (std::size_t k = 0; k < keys_used_; ++k) {
    if (!measured_) measure(field, keys_[k]);
    if (field.walked[at(keys_[k].tile)] == yes) keys[at(n++)] = &keys_[k];
  }
  measured_ = true;
  const auto distance = [&](int a, int b) { return keys[at(a)]->distance[at(keys[at(b)]->tile)]; };
  if (findings) near_.assign(walked_.size(), 0);
  std::array<int, kKeys + 1> order{};
  bool any = false;
  // A tile fits in somewhere along the order, or does not.
  const auto fit = [&](int left) {
    for (int t = 0; t < grid_.size(); ++t) {
      if (near_[at(t)] || field.walked[at(t)] != unknown) continue;
      int more = keys[at(order[at(n - 1)])]->distance[at(t)];
      for (int i = 1; i < n; ++i) {
        const int a = order[at(i - 1)], b = order[at(i)];
        more = std::min(
            more, keys[at(a)]->distance[at(t)] + keys[at(b)]->distance[at(t)] - distance(a, b));
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
      if (field.walked[at(t)] == unknown && !near_[at(t)] && nearest_[at(t)] < kAway)
        findings->push_back({-walked_[at(t)], 0});
  return false;
}

}  // namespace eyehand::panel
