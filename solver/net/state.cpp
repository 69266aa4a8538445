#include "solver/net/state.hpp"

#include <algorithm>
#include <vector>

#include "puzzle/index.hpp"

namespace eyehand::net {
namespace {

/// With more open tiles than this, deduction stops after a round that brought little.
constexpr std::size_t kMany = 1000;
/// With more than this, the order of the rules matters.
constexpr std::size_t kSome = 32;
/// Little: fewer than one new edge per this many open tiles.
constexpr std::size_t kLittle = 8;

/// Cuts one block of uninitialised memory into arrays. Pages that are never touched cost nothing.
class Cutter {
 public:
  template <class T>
  std::span<T> cut(std::byte* block, std::size_t count) {
    T* start = block ? reinterpret_cast<T*>(block + used_) : nullptr;
    used_ += (count * sizeof(T) + 15) / 16 * 16;
    return {start, block ? count : 0};
  }
  std::size_t used() const { return used_; }

 private:
  std::size_t used_ = 0;
};

}  // namespace

State::State(const Board& board, const Deadline& deadline) : State(board, nullptr, deadline) {}

State::State(const Board& board, const Surroundings& surroundings, const Deadline& deadline)
    : State(board, &surroundings, deadline) {}

State::State(const Board& board, const Surroundings* surroundings, const Deadline& deadline)
    : board_(board),
      width_(static_cast<std::uint32_t>(board.width)),
      height_(static_cast<std::uint32_t>(board.height)),
      tiles_(width_ * height_),
      wrapping_(board.wrapping),
      rules_(board.rules),
      deadline_(deadline),
      step_{{1, 0u - width_, 0u - 1u, width_},
            {1 - width_, width_ * (height_ - 1), width_ - 1, 0u - width_ * (height_ - 1)}} {
  possible_ = count_wires(board);
  if (surroundings) {  // not all wires are here to be counted
    possible_ = true;
    rules_ = board.rules;
  }
  networks_matter_ = rules_.connected || rules_.acyclic;
  if (!possible_) return;
  // Once to measure, once to cut.
  for (int pass = 0; pass < 2; ++pass) {
    Cutter cutter;
    std::byte* const block = pass == 0 ? nullptr : memory_.data();
    tile_ = cutter.cut<Tile>(block, tiles_);
    stack_ = cutter.cut<std::uint32_t>(block, tiles_);
    queue_ = cutter.cut<std::uint32_t>(block, tiles_);
    networks_ = DisjointSets(cutter.cut<std::int32_t>(block, tiles_));
    next_member_ = cutter.cut<std::uint32_t>(block, tiles_);
    frontier_ = cutter.cut<Frontier>(block, tiles_);
    leads_to_ = cutter.cut<std::uint32_t>(block, tiles_);
    entered_ = cutter.cut<std::array<std::uint32_t, 4>>(block, tiles_);
    numbering_ = cutter.cut<std::uint32_t>(block, tiles_);
    if (pass == 0) memory_.resize(cutter.used());
  }
  start(board);
  if (surroundings) possible_ = start_ways(*surroundings);
}

/// False if the numbers alone rule out a solution. As each wire between two tiles has two ends, the
/// sum also shows whether an odd number of a dangling source's wires meet others.
bool State::count_wires(const Board& board) {
  std::uint32_t ends = 0;
  for (const Sides wires : board.wires) {
    ends += kShapes.count[wires];
    wired_tiles_ += wires != 0;
  }
  const std::uint32_t loose =
      rules_.source_may_dangle ? kShapes.count[board.wires[at(board.source)]] : 0;
  source_is_odd_ = (ends - loose) % 2 != 0;
  if (loose == 0 && ends % 2 != 0) return false;
  if (wired_tiles_ == 0) return true;
  const std::uint32_t of_tree = 2 * (wired_tiles_ - 1);
  if (rules_.connected && ends < of_tree) return false;
  if (rules_.acyclic && ends - loose > of_tree) return false;
  if (loose == 0 && ends == of_tree && (rules_.connected || rules_.acyclic)) rules_ = {true, true};
  return true;
}

void State::start(const Board& board) {
  bool barriers = false;
  for (std::uint32_t t = 0; t < tiles_; ++t) {
    const Sides wires = board.wires[t];
    const std::size_t kind = kShapes.kind[wires];
    const auto lies = static_cast<Options>(1 << kShapes.orientation[wires]);
    tile_[t] = {static_cast<std::uint8_t>(kind), board.locked[t] ? lies : kShapes.all[kind], 0, 0};
    barriers |= board.barriers[t] != 0;
  }
  const auto mark_rim = [&](std::uint32_t t, int side) {
    tile_[t].kind_and_rim |= static_cast<std::uint8_t>(16 << side);
    if (!wrapping_) tile_[t].known |= static_cast<std::uint8_t>(16 << side);
  };
  for (std::uint32_t y = 0; y < height_; ++y) {
    mark_rim(y * width_ + width_ - 1, 0);
    mark_rim(y * width_, 2);
  }
  for (std::uint32_t x = 0; x < width_; ++x) {
    mark_rim(x, 1);
    mark_rim((height_ - 1) * width_ + x, 3);
  }
  if (barriers) start_barriers(board);
  if (board.rules.source_may_dangle) start_dangling_source(board);
  if (wrapping_ && (width_ == 1 || height_ == 1)) start_self_neighbours();
  if (networks_matter_) {
    networks_.reset();
    for (std::uint32_t t = 0; t < tiles_; ++t) next_member_[t] = t;
  }
}

void State::start_barriers(const Board& board) {
  for (std::uint32_t t = 0; t < tiles_; ++t) close(t, board.barriers[t]);
}

/// No wire runs on these sides of a tile.
void State::close(std::uint32_t t, unsigned sides) {
  for (; sides; sides &= sides - 1) {
    const int side = std::countr_zero(sides);
    const bool outside = !wrapping_ && (tile_[t].kind_and_rim >> (4 + side) & 1);
    tile_[t].known |= static_cast<std::uint8_t>(16 << side);
    if (!outside)
      tile_[neighbour(t, side)].known |= static_cast<std::uint8_t>(16 << opposite_side(side));
  }
}

// Each of its wires may meet another or not. In a one-wide wrapping board two meet each other.
void State::start_dangling_source(const Board& board) {
  const auto t = static_cast<std::uint32_t>(board.source);
  const Sides wires = board.wires[t];
  if (wires == 0) return;
  const std::size_t kind = kDangling + (source_is_odd_ ? 1 : 0);
  tile_[t].kind_and_rim = static_cast<std::uint8_t>((tile_[t].kind_and_rim & ~7u) | kind);
  tile_[t].options_and_flags = kShapes.all[kind];
  close(t, ~unsigned{wires} & kAllSides);
  for (int side = 0; side < 2; ++side) {
    const unsigned pair = 5u << side;
    if ((wires & pair) != pair || (tile_[t].open() & pair) != pair || neighbour(t, side) != t)
      continue;
    tile_[t].known |= static_cast<std::uint8_t>(pair);
    if (rules_.acyclic) possible_ = false;
  }
}

// In a one-wide wrapping board a tile's right side is its left side: both have a wire or neither,
// and both would be a loop.
void State::start_self_neighbours() {
  for (std::uint32_t t = 0; t < tiles_; ++t) {
    for (int side = 0; side < 2; ++side) {
      if (side == 0 ? width_ != 1 : height_ != 1) continue;
      const auto pair = static_cast<std::size_t>(5 << side);
      const std::size_t kind = tile_[t].kind();
      const auto keep =
          static_cast<std::uint8_t>(kShapes.with[kind][pair] | kShapes.without[kind][pair]);
      tile_[t].options_and_flags &= keep;
      if (rules_.acyclic) tile_[t].known |= static_cast<std::uint8_t>(pair << 4);
    }
  }
}

bool State::start_ways(const Surroundings& surroundings) {
  constexpr std::uint32_t kNone = ~0u;
  std::vector<std::uint32_t> first(surroundings.numbers, kNone);
  for (const auto& [t, side, to] : surroundings.ways) {
    tile_[t].known &= static_cast<std::uint8_t>(~(16 << side));
    tile_[t].known |= static_cast<std::uint8_t>(1 << side);
  }
  if (!networks_matter_) return true;
  for (const auto& [t, side, to] : surroundings.ways) {
    if (first[to] == kNone) {
      first[to] = t;
    } else if (!join(first[to], t)) {
      return false;
    }
  }
  return true;
}

State::Stage State::deduce() {
  if (!possible_) return Stage::contradiction;
  if (const Stage o = settle_everything(); o != Stage::quiet) return o;
  if (rules_.connected)
    if (const Stage o = start_bounds(); o != Stage::quiet) return o;
  for (std::uint64_t before = edges_set_;; before = edges_set_) {
    if (const Stage o = bound_and_link(); o != Stage::quiet) return o;
    find_open_tiles();
    if (open_tiles_.empty()) return Stage::quiet;
    // Each of these rules visits all open tiles. On a large board that stays wide open, a round
    // that brought little is the last: the rest is left to search.
    const bool many = open_tiles_.size() > kMany;
    const auto little = [&] { return (edges_set_ - before) * kLittle < open_tiles_.size(); };
    // While most tiles are open there are hardly any bridges for parity to find.
    const bool wide = open_tiles_.size() > std::max<std::size_t>(tiles_ / 2, kSome);
    Stage parities = wide ? Stage::quiet : find_parities();
    if (parities != Stage::quiet && parities != Stage::progress) return parities;
    if (parities == Stage::quiet || (many && little())) {
      const Stage odd_tiles = find_odd_tiles();
      if (odd_tiles != Stage::quiet && odd_tiles != Stage::progress) return odd_tiles;
      if (odd_tiles == Stage::quiet && wide) parities = find_parities();
      if (parities != Stage::quiet && parities != Stage::progress) return parities;
      if (odd_tiles == Stage::quiet && parities == Stage::quiet) return Stage::quiet;
    }
    if (many && little()) {
      const Stage o = bound_and_link();
      find_open_tiles();
      return o;
    }
  }
}

State::Stage State::deduce_quickly() {
  if (!possible_) return Stage::contradiction;
  quick_ = true;
  if (const Stage o = settle_everything(); o != Stage::quiet) return o;
  find_open_tiles();
  const Stage odd_tiles = find_odd_tiles();
  if (odd_tiles != Stage::progress && odd_tiles != Stage::quiet) return odd_tiles;
  // Last, as it visits open tiles repeatedly.
  if (rules_.connected)
    if (const Stage o = start_bounds(); o != Stage::quiet) return o;
  if (const Stage o = bound_and_link(); o != Stage::quiet) return o;
  find_open_tiles();
  return Stage::quiet;
}

/// Both, until neither finds more.
State::Stage State::bound_and_link() {
  for (;;) {
    if (rules_.connected)
      if (const Stage o = bound_everything(); o != Stage::quiet) return o;
    if (const Stage o = link_tiles(); o != Stage::progress) return o;
  }
}

void State::find_open_tiles() {
  if (open_tiles_.empty()) {
    for (std::uint32_t t = 0; t < tiles_; ++t)
      if (tile_[t].open()) open_tiles_.push_back(t);
  } else {
    std::erase_if(open_tiles_, [&](std::uint32_t t) { return !tile_[t].open(); });
  }
}

}  // namespace eyehand::net
