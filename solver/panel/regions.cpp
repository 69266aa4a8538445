#include "solver/panel/regions.hpp"

#include <algorithm>
#include <bit>
#include <bitset>
#include <cassert>
#include <numeric>

namespace eyehand::panel {

Symbols Symbols::of(const Tile& tile) {
  Symbols result;
  const auto bit = static_cast<std::uint16_t>(1u << static_cast<unsigned>(tile.hue));
  switch (tile.symbol) {
    case Symbol::none:
      return result;
    case Symbol::flower: {
      const unsigned yellow = tile.value > 0 ? 1u << static_cast<unsigned>(Hue::yellow) : 0;
      const unsigned purple = tile.value < 4 ? 1u << static_cast<unsigned>(Hue::purple) : 0;
      result.one = static_cast<std::uint16_t>(yellow | purple);
      return result;
    }
    case Symbol::dot:
      result.dots = bit;
      result.sum = tile.value;
      break;
    case Symbol::diamond:
      result.diamonds = bit;
      break;
    case Symbol::bar:
      result.bars = bit;
      break;
    case Symbol::slash:
      break;
  }
  result.one = bit;
  result.about_region = true;
  return result;
}

void Symbols::add(const Symbols& more) {
  const auto both = [](int bits) { return static_cast<std::uint16_t>(bits); };
  clash = clash || more.clash || (bars & more.bars) != 0;
  three = both(three | more.three | (two & more.one) | (one & more.two));
  two = both(two | more.two | (one & more.one));
  one = both(one | more.one);
  diamonds = both(diamonds | more.diamonds);
  bars = both(bars | more.bars);
  dots = both(dots | more.dots);
  sum += more.sum;
  about_region = about_region || more.about_region;
  clash = clash || (diamonds & three) != 0 || (dots & (dots - 1)) != 0;
}

Regions::Regions(const Grid& grid, const Board& board, bool walked)
    : states(board.size(), kMissing),
      spare(board.size(), 0),
      grid_(grid),
      walked_(walked),
      walkable_(board.size(), 0),
      read_(board.size(), 0),
      part_known_(board.size(), 0),
      part_(board.size(), -1),
      distance_(board.size(), 0),
      level_(board.size(), -1),
      visits_(board.size()) {
  parts_.reserve(board.size());
  all_.resize(board.size());
  std::iota(all_.begin(), all_.end(), 0);
  for (int t = 0; t < grid_.size(); ++t) {
    const Tile& tile = board.tiles[at(t)];
    symbols_.push_back(tile.exists ? Symbols::of(tile) : Symbols{});
    value_.push_back(tile.value);
    if (!tile.exists) continue;
    states[at(t)] = kOpen;
    walkable_[at(t)] = !tile.locked;
    if (!tile.locked) walkables_.push_back(t);
    if (tile.symbol == Symbol::dot) dots_[static_cast<std::size_t>(tile.hue)].push_back(t);
    for (int hue = 0; hue < kHues; ++hue)
      if (symbols_.back().one >> hue & 1) of_hue_[at(hue)].push_back(t);
  }
}

void Regions::changed() {
  ++now_;
  used_ = 0;
  walker_ = -1;
}

int Regions::index_at(int first) {
  if (part_known_[at(first)] == now_) return part_[at(first)];
  assert(states[at(first)] >= 0);
  const int id = used_++;
  assert(at(id) < parts_.capacity());  // references to parts stay valid
  if (at(id) == parts_.size()) parts_.emplace_back();
  Part& part = parts_[at(id)];
  part.state = state(first);
  part.broken = Broken::no;
  part.visited = part.reached = false;
  part.symbols = {};
  part.tiles.clear();
  const auto join = [&](int t) {
    part_known_[at(t)] = now_;
    part_[at(t)] = id;
    part.tiles.push_back(t);
    if (symbols_[at(t)].one) part.symbols.add(symbols_[at(t)]);
  };
  join(first);
  part.walked = false;
  for (std::size_t i = 0; i < part.tiles.size(); ++i) {
    const int t = part.tiles[i];
    if (walked_ && part.state == 1 && walkable_[at(t)] && !part.walked) {
      part.walked = true;
      for (const int other : walkables_)
        if (state(other) == 1 && part_known_[at(other)] != now_) join(other);
    }
    for (const int other : grid_.around[at(t)])
      if (other >= 0 && state(other) == part.state && part_known_[at(other)] != now_) join(other);
  }
  return id;
}

// Whether an open tile, together with all parts that it would connect, can join the part.
bool Regions::fits(const Part& part, int tile, int* blame) {
  Symbols together;
  const bool plain = symbols_[at(tile)].one == 0;
  if (!plain) together = symbols_[at(tile)];
  int size = part.size() + 1;
  bool more = !plain;
  int met[5], count = 0;
  const auto bring = [&](int other) {
    const int id = index_at(other);
    const Part& beside = parts_[at(id)];
    if (&beside == &part || std::find(met, met + count, id) != met + count) return;
    met[count++] = id;
    size += beside.size();
    if (!beside.symbols.one) return;
    together.add(beside.symbols);
    more = true;
  };
  if (walked_ && part.state == 1 && walkable_[at(tile)]) {
    // It would be connected to all walked tiles.
    for (std::size_t i = 0; i < walkables_.size() && walker_ < 0; ++i)
      if (state(walkables_[i]) == 1) walker_ = walkables_[i];
    if (walker_ >= 0) bring(walker_);
  }
  for (const int other : grid_.around[at(tile)])
    if (other >= 0 && state(other) == part.state) bring(other);
  if (size > part.max_tiles) {
    if (blame) *blame = blamed(part, part.symbols);
    return false;
  }
  if (!more) return true;
  together.add(part.symbols);
  if (!together.clash) return true;
  if (blame) *blame = blamed(part, together);
  return false;
}

// A tile of the part with a symbol that is involved in the clash or, without one, bounds the size.
int Regions::blamed(const Part& part, const Symbols& together) const {
  const unsigned three = together.diamonds & together.three;
  const bool dots = (together.dots & (together.dots - 1)) != 0;
  int any = part.tiles[0];
  for (const int t : part.tiles) {
    const Symbols& symbol = symbols_[at(t)];
    if (symbol.one == 0) continue;
    if (three                     ? (symbol.one & three) != 0
        : dots || !together.clash ? symbol.dots != 0
                                  : symbol.bars != 0)
      return t;
    any = t;
  }
  return any;
}

// Finds the reach. If hasty, stops and returns true as soon as the part is known not to be broken.
bool Regions::find_reach(Part& part, bool hasty) {
  for (const int t : part.reach) part.reaches[at(t)] = 0;
  part.reach = part.tiles;
  part.reaches.resize(states.size(), 0);
  for (const int t : part.tiles) {
    part.reaches[at(t)] = 1;
    distance_[at(t)] = 0;
  }
  unsigned lone = part.lone;
  const int sum = part.symbols.sum;
  const std::size_t enough = !part.symbols.dots      ? 0
                             : sum == 0              ? static_cast<std::size_t>(min_size(part))
                             : sum >= min_size(part) ? static_cast<std::size_t>(sum)
                                                     : states.size() + 1;
  if (hasty && lone == 0 && part.reach.size() >= enough) return true;
  const int far = part.max_tiles - part.size();
  for (std::size_t i = 0; i < part.reach.size(); ++i) {
    const int here = part.reach[i], distance = distance_[at(here)] + 1;
    if (distance > far) break;
    for (const int other : grid_.around[at(here)]) {
      if (other < 0 || part.reaches[at(other)]) continue;
      const int there = state(other);
      if (there != part.state && (there != kOpen || !fits(part, other))) continue;
      part.reaches[at(other)] = 1;
      distance_[at(other)] = distance;
      part.reach.push_back(other);
      if (!hasty) continue;
      lone &= ~static_cast<unsigned>(symbols_[at(other)].one);
      if (lone == 0 && part.reach.size() >= enough) return true;
    }
  }
  return false;
}

// The largest size of the walk's region within these tiles.
int Regions::max_walked(const std::vector<int>& tiles) const {
  return limit + static_cast<int>(std::count_if(tiles.begin(), tiles.end(),
                                                [&](int t) { return spare[at(t)] != 0; }));
}

bool Regions::wants_spare(const Part& part) const {
  return part.walked && limit >= 0 && part.symbols.dots && part.reached &&
         max_walked(part.reach) == part.min_tiles;
}

// Sets the bounds on the size that the dots in reach, or all of the board, allow; false if none
// does.
bool Regions::bound_by_dots(Part& part, bool everywhere) {
  constexpr int kMiddle = 128;
  std::bitset<2 * kMiddle> sums;
  const int sum = part.symbols.sum;
  int low = sum, high = sum;
  const auto& dots = dots_[at(std::countr_zero(part.symbols.dots))];
  const auto others = [&](auto&& use) {
    for (const int t : dots)
      if ((everywhere || part.reaches[at(t)]) && !is_in(t, part)) use(value_[at(t)]);
  };
  others([&](int value) { (value > 0 ? high : low) += value; });
  const int size = min_size(part);
  int largest = static_cast<int>(everywhere ? states.size() : part.reach.size());
  if (part.walked && limit >= 0)
    largest = std::min(largest, max_walked(everywhere ? all_ : part.reach));
  if (low <= -kMiddle || (high >= kMiddle && states.size() >= kMiddle)) {
    part.min_tiles = low > 0 ? std::max(low, size) : size;
    part.max_tiles = std::min(largest, low > 0 ? high : kAny);
    return high >= 0 && part.min_tiles <= part.max_tiles;
  }
  const auto bit = [](int value) { return static_cast<std::size_t>(value + kMiddle); };
  // Sums above the number of tiles may overflow: negative values are applied first.
  if (sum < kMiddle) sums.set(bit(sum));
  others([&](int value) {
    if (value < 0) sums |= sums >> static_cast<std::size_t>(-value);
  });
  others([&](int value) {
    if (value > 0) sums |= sums << static_cast<std::size_t>(value);
  });
  part.min_tiles = size;
  part.max_tiles = largest;
  if (sums.test(bit(0))) return size <= largest;
  part.min_tiles = part.max_tiles = 0;
  for (int value = size; value <= std::min({high, kMiddle - 1, largest}); ++value) {
    if (!sums.test(bit(value))) continue;
    if (part.min_tiles == 0) part.min_tiles = value;
    part.max_tiles = value;
  }
  return part.min_tiles > 0;
}

bool Regions::lacks_partner(const Part& part, unsigned hue) const {
  const auto& others = of_hue_[at(std::countr_zero(hue))];
  return std::none_of(others.begin(), others.end(),
                      [&](int t) { return part.reaches[at(t)] && !is_in(t, part); });
}

// How the part is broken, if it is. If hasty, may miss it.
Regions::Broken Regions::check(Part& part, bool hasty) {
  part.min_tiles = part.size();
  part.max_tiles = part.walked && limit >= 0 ? max_walked(all_) : kAny;
  part.wants_dot = false;
  part.lone = static_cast<std::uint16_t>(part.symbols.diamonds & ~part.symbols.two);
  if (part.symbols.clash) return Broken::clash;
  if (part.size() > part.max_tiles) return Broken::sum;
  if (part.symbols.dots) {
    if (!bound_by_dots(part, true)) return Broken::sum;
    for (int most = -1; part.max_tiles != most;) {
      if (find_reach(part, hasty)) return Broken::no;
      most = part.max_tiles;
      if (!bound_by_dots(part, false) || static_cast<int>(part.reach.size()) < part.min_tiles)
        return Broken::sum;
    }
    if (part.walked && part.max_tiles < kAny) {
      part.min_tiles = std::max(part.min_tiles, apart(part, nullptr));
      if (part.min_tiles > part.max_tiles || part.min_tiles > static_cast<int>(part.reach.size()))
        return Broken::sum;
    }
    const int sum = part.symbols.sum;
    part.wants_dot =
        sum != 0 && (sum < min_size(part) || sum > static_cast<int>(part.reach.size()));
  } else if (!part.lone || find_reach(part, hasty)) {
    return Broken::no;
  }
  part.reached = !hasty;
  for (unsigned hues = part.lone; hues; hues &= hues - 1) {
    const unsigned hue = hues & -hues;
    if (!lacks_partner(part, hue)) continue;
    part.lone = static_cast<std::uint16_t>(hue);
    return Broken::partner;
  }
  return Broken::no;
}

const Regions::Part& Regions::visit(int tile) {
  Part& part = parts_[at(index_at(tile))];
  if (part.visited) return part;
  part.visited = true;
  part.broken = check(part, false);
  part.core = part.broken == Broken::clash ? blamed(part, part.symbols) : tile;
  if (part.broken == Broken::sum || part.broken == Broken::partner)
    for (const int t : part.tiles) {
      const Symbols& symbol = symbols_[at(t)];
      if (part.broken == Broken::sum ? symbol.dots != 0 : (symbol.diamonds & part.lone) != 0)
        part.core = t;
    }
  return part;
}

bool Regions::seems_broken(int tile) {
  return check(parts_[at(index_at(tile))], true) != Broken::no;
}

const Regions::Part& Regions::reach_of(int tile) {
  Part& part = parts_[at(index_at(tile))];
  visit(tile);
  if (!part.reached && part.broken == Broken::no) find_reach(part, false);
  part.reached = true;
  return part;
}

}  // namespace eyehand::panel
