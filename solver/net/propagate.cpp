// Detail of state.hpp: the cheap deductions between a tile's orientations and its sides, in both
// directions, and that no edge may close a loop.
#include <cassert>

#include "solver/net/state.hpp"

namespace eyehand::net {

State::Stage State::settle_everything() {
  for (std::uint32_t t = 0; t < tiles_; ++t) {
    if (t % 4096 == 0 && deadline_.passed()) return Stage::timeout;
    if (!settle(t) || !settle_waiting()) return Stage::contradiction;
  }
  return Stage::quiet;
}

bool State::settle_waiting() {
  while (stack_size_ > 0) {
    const std::uint32_t t = stack_[--stack_size_];
    tile_[t].options_and_flags &= static_cast<std::uint8_t>(~kWaiting);
    if (!settle(t)) return false;
  }
  return true;
}

void State::wait(std::uint32_t t) {
  if (tile_[t].options_and_flags & kWaiting) return;
  assert(stack_size_ < tiles_);
  tile_[t].options_and_flags |= kWaiting;
  stack_[stack_size_++] = t;
}

/// Drops the orientations that the sides do not allow, and fixes the sides on which the remaining
/// ones agree.
bool State::settle(std::uint32_t t) {
  const Tile& tile = tile_[t];
  const std::size_t kind = tile.kind();
  const Options options = tile.options() & kShapes.allowed[kind][tile.known];
  if (options != tile.options() && !restrict_options(t, options)) return false;
  if (options == 0) return false;
  for (unsigned left = kShapes.forced[kind][options] & ~tile.known; left; left &= left - 1) {
    const int bit = std::countr_zero(left);
    if (!set_edge(t, bit & 3, bit < 4)) return false;
  }
  return true;
}

/// False if no orientation is left.
bool State::restrict_options(std::uint32_t t, Options keep) {
  Tile& tile = tile_[t];
  const Options gone = tile.options() & static_cast<Options>(~keep & 15);
  tile.options_and_flags &= static_cast<std::uint8_t>(~gone);
  if (bounds_started_) wait_for_bound(t);
  return tile.options() != 0;
}

/// Fixes an edge for the tiles on both sides of it. Only the neighbour is then queued for settle().
/// False if the opposite is known.
bool State::set_edge(std::uint32_t t, int side, bool wire) {
  const std::uint32_t other = neighbour(t, side);
  const int back = opposite_side(side);
  const int shift = wire ? 0 : 4;
  if (tile_[t].known >> (side + shift) & 1) return true;
  if (!(tile_[t].open() >> side & 1)) return false;
  tile_[t].known |= static_cast<std::uint8_t>(1 << (side + shift));
  tile_[other].known |= static_cast<std::uint8_t>(1 << (back + shift));
  ++edges_set_;
  wait(other);
  if (bounds_started_) {
    wait_for_bound(t);
    wait_for_bound(other);
  }
  return !wire || !networks_matter_ || join(t, other);
}

/// A wire joins the networks of a and b. False if they are one already and loops are forbidden.
bool State::join(std::uint32_t a, std::uint32_t b) {
  std::uint32_t large = networks_.root(a);
  std::uint32_t small = networks_.root(b);
  if (large == small) return !rules_.acyclic;
  if (networks_.size_of_root(large) < networks_.size_of_root(small)) std::swap(large, small);
  // Otherwise edges between them do not matter, or hardly.
  if (rules_.acyclic || (bounds_started_ && !quick_)) visit_edges_between(small, large);
  std::swap(next_member_[small], next_member_[large]);
  networks_.join_roots(large, small);
  return !bounds_started_ || add_frontier(large, small);
}

/// Two networks are being joined: no wire can run on the open edges that are left between them, or,
/// if loops are allowed, such an edge leads nowhere new. Walking the smaller one's tiles makes this
/// O(log tiles) per tile over all joins; tiles without open sides leave the ring.
void State::visit_edges_between(std::uint32_t small, std::uint32_t large) {
  for (std::uint32_t before = small, t = small;;) {
    for (unsigned open = tile_[t].open(); open; open &= open - 1) {
      const int side = std::countr_zero(open);
      const std::uint32_t other = neighbour(t, side);
      if (networks_.root(other) != large) continue;
      if (rules_.acyclic) {
        set_edge(t, side, false);
        wait(t);
      } else if (bounds_started_) {
        wait_for_bound(t);
        wait_for_bound(other);
      }
    }
    if (t != small && tile_[t].open() == 0) {
      next_member_[before] = next_member_[t];
    } else {
      before = t;
    }
    t = next_member_[before];
    if (t == small) return;
  }
}

}  // namespace eyehand::net
