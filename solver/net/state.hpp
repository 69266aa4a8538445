// What deduction knows about a board: the orientations each tile may still have, the sides known to
// have a wire or none, which tiles are joined, and how many tiles could be reached through each
// side.
//
// Deduction only adds knowledge; nothing here is ever undone. (Search works on its own, smaller
// data: see search.hpp.) All arrays are in one block of some 50 bytes per tile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "puzzle/deadline.hpp"
#include "puzzle/net/board.hpp"
#include "solver/disjoint_sets.hpp"
#include "solver/large_memory.hpp"
#include "solver/net/shape.hpp"

namespace eyehand::net {

struct Tile {
  std::uint8_t kind_and_rim;  ///< kind in the low three bits; bit 4 + i: side i lies on the rim
  std::uint8_t options_and_flags;
  std::uint8_t known;    ///< bit i: side i has a wire; bit 4 + i: it has none
  std::uint8_t bounded;  ///< bit i: fewer than all wired tiles can be reached by entering at side i

  std::size_t kind() const { return kind_and_rim & 7u; }
  Options options() const { return options_and_flags & 15u; }
  Sides on() const { return known & 15u; }
  Sides off() const { return static_cast<Sides>(known >> 4); }
  /// Wires whose sides are not known yet; an upper bound for a source that may dangle.
  unsigned missing() const {
    return unsigned{kShapes.count[kFirstOrientation[kind()]]} - kShapes.count[on()];
  }
  Sides open() const { return static_cast<Sides>(~(known | known >> 4) & kAllSides); }
};

/// What is known around a board that was cut out of a larger one.
struct Surroundings {
  struct Way {
    std::uint32_t tile;  ///< with a wire to the outside
    int side;            ///< on the rim
    std::uint32_t to;    ///< ways with the same number are joined outside
  };
  std::span<const Way> ways;
  std::uint32_t numbers;  ///< every `to` is less than this
};

class State {
 public:
  /// The result of a stage of deduction.
  enum class Stage { quiet, progress, contradiction, timeout };

  State(const Board& board, const Deadline& deadline);
  /// For a cut-out, which must not wrap. Its rules are those of the whole board.
  State(const Board& board, const Surroundings& surroundings, const Deadline& deadline);

  /// Applies every deduction of this folder, the cheap ones to exhaustion before the expensive
  /// ones. `quiet` when nothing more follows.
  Stage deduce();
  /// The same without most of the attempts that rarely succeed: enough where any of many solutions
  /// will do. Do not call deduce() afterwards.
  Stage deduce_quickly();

  // For search and generator.
  std::uint32_t size() const { return tiles_; }
  const Tile& tile(std::uint32_t t) const { return tile_[t]; }
  std::uint32_t neighbour(std::uint32_t t, int side) const {
    return t + step_[tile_[t].kind_and_rim >> (4 + side) & 1][static_cast<std::size_t>(side)];
  }
  /// The tiles with an open side, after deduce().
  std::span<const std::uint32_t> open_tiles() const { return open_tiles_; }
  /// The tile that represents this one's network, if the rules concern networks.
  std::uint32_t network(std::uint32_t t) { return networks_.root(t); }
  std::uint32_t network_size(std::uint32_t t) { return networks_.size_of_root(networks_.root(t)); }
  std::uint32_t wired_tiles() const { return wired_tiles_; }
  /// The board's rules, plus the other one where it follows: n tiles with n - 1 wires between them
  /// are connected if and only if they have no loop.
  const Rules& rules() const { return rules_; }
  const std::vector<std::vector<int>>& linked() const { return board_.linked; }
  /// The quarter turns, as bits 0 to 3, that give a tile of the board one of these options.
  unsigned quarters_to(std::uint32_t t, Options options) const;
  /// Scratch memory to number the open tiles, one entry per tile, uninitialised.
  std::span<std::uint32_t> numbering() { return numbering_; }
  /// The same for networks, after deduce() only.
  std::span<std::uint32_t> network_numbering() { return leads_to_; }

 private:
  // Two flags share a byte with the options.
  static constexpr std::uint8_t kWaiting = 16;          // in stack_, for settle()
  static constexpr std::uint8_t kWaitingForBound = 32;  // in queue_, for bound()

  /// The open neighbourhood of a network, kept at its root: what could be reached through its tiles
  /// with open sides. A tile is `boundless` while it might lead to every wired tile.
  struct Frontier {
    std::uint64_t bounded_sum;    ///< tiles that could be reached through the bounded ones
    std::uint32_t boundless;      ///< how many are boundless
    std::uint32_t boundless_xor;  ///< their indices, xor-ed: with one left, it is that tile
  };

  State(const Board& board, const Surroundings* surroundings, const Deadline& deadline);
  bool count_wires(const Board& board);
  void start(const Board& board);
  void start_barriers(const Board& board);
  void start_dangling_source(const Board& board);
  void close(std::uint32_t t, unsigned sides);
  void start_self_neighbours();
  bool start_ways(const Surroundings& surroundings);

  // propagate.cpp: tile <-> edge, and loops
  Stage settle_everything();
  bool settle_waiting();
  bool settle(std::uint32_t t);
  bool set_edge(std::uint32_t t, int side, bool wire);
  bool restrict_options(std::uint32_t t, Options keep);
  bool join(std::uint32_t a, std::uint32_t b);
  void visit_edges_between(std::uint32_t small, std::uint32_t large);
  void wait(std::uint32_t t);

  // reach.cpp: dead ends
  Stage start_bounds();
  Stage bound_everything();
  bool bound(std::uint32_t t);
  bool add_frontier(std::uint32_t kept, std::uint32_t joined);
  void wait_for_bound(std::uint32_t t);

  void find_open_tiles();
  Stage bound_and_link();
  Stage link_tiles();      // linked.cpp
  Stage find_parities();   // parity.cpp
  Stage find_odd_tiles();  // odd_tile.cpp
  template <bool kAll>
  Stage find_odd_tiles_among();

  const Board& board_;
  const std::uint32_t width_;
  const std::uint32_t height_;
  const std::uint32_t tiles_;
  const bool wrapping_;
  Rules rules_;
  bool networks_matter_ = false;
  bool possible_ = true;
  bool source_is_odd_ = false;  // an odd number of wires of the dangling source meet others
  const Deadline deadline_;
  std::uint32_t step_[2][4];  // to the neighbour on a side, inside and across the rim; modulo 2^32
  std::uint32_t wired_tiles_ = 0;
  std::uint64_t edges_set_ = 0;  // by deduction so far: a measure of its progress
  bool bounds_started_ = false;
  bool quick_ = false;  // in deduce_quickly()

  LargeVector<std::byte> memory_;
  std::span<Tile> tile_;
  std::span<std::uint32_t> stack_;  // tiles whose sides changed
  std::uint32_t stack_size_ = 0;
  std::span<std::uint32_t> queue_;  // tiles whose bounds may have changed; a ring
  std::uint32_t queue_head_ = 0;
  std::uint32_t queue_size_ = 0;
  DisjointSets networks_;
  std::span<std::uint32_t> next_member_;  // of the same network, in a ring
  std::span<Frontier> frontier_;          // at roots
  std::span<std::uint32_t> leads_to_;     // the most tiles beyond a tile's open sides, at most all
  std::span<std::array<std::uint32_t, 4>>
      entered_;  // the most by entering at a side, where bounded
  std::span<std::uint32_t> numbering_;
  LargeVector<std::uint32_t> open_tiles_;
};

}  // namespace eyehand::net
