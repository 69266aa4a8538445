// Dead ends: where all wires must be one network, no part of it may be closed off before it
// contains every wired tile.
//
// For each open edge and direction we keep an upper bound on the number of tiles reachable that
// way. Joined tiles act as one: a path that enters a network can leave it through any open side. So
// for a tile `t` of a network,
//
//   an orientation leads to  the sum, over its wires on open sides, of what lies beyond them;
//   t leads to               the most that any of its orientations leads to;
//   entering at side s gives the network's size, plus what its other tiles lead to, plus the most
//                            that an orientation of t with a wire on s leads to on its other sides.
//
// Counts stop at the number of wired tiles, which stands for "possibly all". An orientation that
// would leave its network with fewer is ruled out. This one rule covers two ends facing each other,
// chains of them, closed corners and closed regions. Only a network with at most one `boundless`
// tile can bound anything, so only those are checked. Bounds only decrease; when one does, the
// neighbour is checked again.
#include <algorithm>
#include <cassert>

#include "solver/net/state.hpp"

namespace eyehand::net {
namespace {

/// Quick deduction starts the bounds of this many tiles at a time, so that their data stay in the
/// cache (measured on 1000x1000 boards; other deduction is faster without).
constexpr std::uint32_t kBand = 50'000;

}  // namespace

State::Stage State::start_bounds() {
  bounds_started_ = true;
  for (std::uint32_t t = 0; t < tiles_; ++t) {
    const bool open = tile_[t].open() != 0;
    leads_to_[t] = open ? wired_tiles_ : 0;
    if (networks_.is_root(t)) frontier_[t] = {0, open ? 1u : 0u, open ? t : 0};
  }
  for (std::uint32_t t = 0; t < tiles_; ++t) {
    if (networks_.is_root(t) || !tile_[t].open()) continue;
    Frontier& frontier = frontier_[networks_.root(t)];
    ++frontier.boundless;
    frontier.boundless_xor ^= t;
  }
  for (std::uint32_t t = 0, enough = quick_ ? kBand : tiles_; t < tiles_; ++t) {
    if (!networks_.is_root(t)) continue;
    const Frontier& frontier = frontier_[t];
    if (frontier.boundless == 1) wait_for_bound(frontier.boundless_xor);
    if (frontier.boundless == 0 && tile_[t].kind() != 0 &&
        networks_.size_of_root(t) + frontier.bounded_sum < wired_tiles_)
      return Stage::contradiction;
    if (t < enough) continue;
    if (const Stage o = bound_everything(); o != Stage::quiet) return o;
    enough += kBand;
  }
  return Stage::quiet;
}

State::Stage State::bound_everything() {
  for (std::uint32_t work = 0;; ++work) {
    if (work % 4096 == 4095 && deadline_.passed()) return Stage::timeout;
    if (!settle_waiting()) return Stage::contradiction;
    if (queue_size_ == 0) return Stage::quiet;
    const std::uint32_t t = queue_[queue_head_];
    if (++queue_head_ == tiles_) queue_head_ = 0;
    --queue_size_;
    tile_[t].options_and_flags &= static_cast<std::uint8_t>(~kWaitingForBound);
    if (!bound(t)) return Stage::contradiction;
  }
}

void State::wait_for_bound(std::uint32_t t) {
  if (tile_[t].options_and_flags & kWaitingForBound) return;
  assert(queue_size_ < tiles_);
  tile_[t].options_and_flags |= kWaitingForBound;
  std::uint32_t end = queue_head_ + queue_size_;
  if (end >= tiles_) end -= tiles_;
  queue_[end] = t;
  ++queue_size_;
}

bool State::bound(std::uint32_t t) {
  const Tile& tile = tile_[t];
  if (tile.kind() == 0) return true;
  const std::uint32_t all = wired_tiles_;
  const std::uint32_t root = networks_.root(t);
  Frontier& frontier = frontier_[root];
  const std::uint32_t was = leads_to_[t];

  // What lies beyond each open side.
  const unsigned open = tile.open();
  std::uint32_t beyond[4] = {0, 0, 0, 0};
  unsigned boundless = 0;
  const bool may_lead_back = !rules_.acyclic && networks_.size_of_root(root) > 1;
  for (unsigned left = open; left; left &= left - 1) {
    const int side = std::countr_zero(left);
    const std::uint32_t other = neighbour(t, side);
    const auto back = static_cast<std::size_t>(opposite_side(side));
    const bool bound_there = tile_[other].bounded >> back & 1;
    if (may_lead_back && networks_.root(other) == root) continue;  // leads to nothing new
    beyond[side] = bound_there ? entered_[other][back] : all;
    if (!bound_there) boundless |= 1u << side;
  }
  // A path that enters by one side can still leave by another to everywhere. (A source that may
  // dangle can have fewer open sides than missing() says.)
  if (boundless == open && tile.missing() >= 2 && kShapes.count[open] >= 2) return true;

  const bool others_bounded = frontier.boundless == (was == all ? 1u : 0u);
  const Options everywhere = tile.options() & ~kShapes.without[tile.kind()][boundless];
  if (!others_bounded && everywhere) return true;
  const std::uint64_t rest =
      networks_.size_of_root(root) + frontier.bounded_sum - (was == all ? 0 : was);
  Options keep = tile.options();
  std::uint32_t most = 0;
  std::uint32_t most_from[4] = {0, 0, 0, 0};
  for (unsigned left = tile.options(); left; left &= left - 1) {
    const int k = std::countr_zero(left);
    const unsigned wires = kShapes.wires[tile.kind()][static_cast<std::size_t>(k)] & open;
    std::uint32_t sum = 0;
    for (unsigned sides = wires; sides; sides &= sides - 1) sum += beyond[std::countr_zero(sides)];
    if (others_bounded && rest + sum < all) {
      keep &= static_cast<Options>(~(1 << k));
      continue;
    }
    most = std::max(most, sum);
    for (unsigned sides = wires; sides; sides &= sides - 1) {
      const int side = std::countr_zero(sides);
      most_from[side] = std::max(most_from[side], sum - beyond[side]);
    }
  }
  if (keep != tile.options()) {
    if (!restrict_options(t, keep)) return false;
    wait(t);
  }

  const std::uint32_t now = std::min({most, was, all});
  if (now != was) {
    if (was == all) {
      --frontier.boundless;
      frontier.boundless_xor ^= t;
    } else {
      frontier.bounded_sum -= was;
    }
    frontier.bounded_sum += now;
    leads_to_[t] = now;
    if (frontier.boundless == 0 && networks_.size_of_root(root) + frontier.bounded_sum < all)
      return false;
    if (frontier.boundless == 1 && frontier.boundless_xor != t)
      wait_for_bound(frontier.boundless_xor);
  }

  if (!others_bounded) return true;
  for (unsigned left = open; left; left &= left - 1) {
    const int side = std::countr_zero(left);
    const std::uint64_t sum = rest + most_from[side];
    const std::uint32_t old =
        tile.bounded >> side & 1 ? entered_[t][static_cast<std::size_t>(side)] : all;
    if (sum >= old) continue;
    entered_[t][static_cast<std::size_t>(side)] = static_cast<std::uint32_t>(sum);
    tile_[t].bounded |= static_cast<std::uint8_t>(1 << side);
    wait_for_bound(neighbour(t, side));
  }
  return true;
}

/// Adds up the frontiers of two networks that have just been joined.
bool State::add_frontier(std::uint32_t kept, std::uint32_t joined) {
  Frontier& frontier = frontier_[kept];
  frontier.bounded_sum += frontier_[joined].bounded_sum;
  frontier.boundless += frontier_[joined].boundless;
  frontier.boundless_xor ^= frontier_[joined].boundless_xor;
  if (frontier.boundless == 1) wait_for_bound(frontier.boundless_xor);
  return frontier.boundless > 0 ||
         networks_.size_of_root(kept) + frontier.bounded_sum >= wired_tiles_;
}

}  // namespace eyehand::net
