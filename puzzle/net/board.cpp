#include "puzzle/net/board.hpp"

#include <algorithm>
#include <functional>

#include "puzzle/error.hpp"
#include "puzzle/index.hpp"

namespace eyehand::net {
namespace {

/// Whether the wire on this side of `tile` meets another wire.
bool meets_wire(const Board& board, int tile, Sides side) {
  if (!board.is_open(tile, side)) return false;
  const int other = board.neighbour(tile, side);
  return (board.wires[at(other)] & opposite(side)) && !(board.barriers[at(other)] & opposite(side));
}

bool has_loose_end(const Board& board, int tile) {
  if (board.may_dangle(tile)) return false;
  for (const Sides side : kEachSide)
    if ((board.wires[at(tile)] & side) && !meets_wire(board, tile, side)) return true;
  return false;
}

/// Walks along wires, all of which are known to meet another unless they may dangle, and remembers
/// the first loop it meets.
class Walk {
 public:
  explicit Walk(const Board& board) : board_(board), seen_(board.size(), 0) {}

  bool seen(int tile) const { return seen_[at(tile)] != 0; }
  int looping_tile() const { return looping_tile_; }

  void from(int start) {
    seen_[at(start)] = 1;
    pending_.push_back({start, 0});
    while (!pending_.empty()) {
      const auto [tile, back] = pending_.back();
      pending_.pop_back();
      for (const Sides side : kEachSide) {
        // The way we came is one wire, not merely one neighbour: two tiles of a two-wide wrapping
        // board can be joined twice, and that is a loop.
        if (!(board_.wires[at(tile)] & side) || side == back) continue;
        if (board_.may_dangle(tile) && !meets_wire(board_, tile, side)) continue;
        const int next = board_.neighbour(tile, side);
        if (seen(next)) {
          if (looping_tile_ < 0) looping_tile_ = tile;
          continue;
        }
        seen_[at(next)] = 1;
        pending_.push_back({next, opposite(side)});
      }
    }
  }

 private:
  struct Step {
    int tile;
    Sides back;  ///< the side towards where we came from
  };
  const Board& board_;
  std::vector<char> seen_;
  std::vector<Step> pending_;
  int looping_tile_ = -1;
};

bool has_wires(const Board& board, int tile) {
  return board.wires[at(tile)] != 0;
}

/// Whether some number of quarters turns all these tiles of `board` into those of `answer`.
bool turns_together(const Board& answer, const Board& board, const std::vector<int>& tiles) {
  for (int quarters = 0; quarters < 4; ++quarters)
    if (std::all_of(tiles.begin(), tiles.end(), [&](int tile) {
          return answer.wires[at(tile)] == turned(board.wires[at(tile)], quarters);
        }))
      return true;
  return false;
}

}  // namespace

Board Board::make(int width, int height, bool wrapping) {
  if (!is_board_size(width, height, kMaxTiles))
    throw Error("A Net board has 1 to " + std::to_string(kMaxTiles) + " tiles, not " +
                std::to_string(width) + "x" + std::to_string(height) + '.');
  Board board;
  board.width = width;
  board.height = height;
  board.wrapping = wrapping;
  const std::size_t tiles = at(width) * at(height);
  board.wires.assign(tiles, 0);
  board.barriers.assign(tiles, 0);
  board.locked.assign(tiles, 0);
  return board;
}

int Board::neighbour(int tile, Sides side) const {
  const int x = tile % width;
  switch (side) {
    case kRight:
      if (x + 1 < width) return tile + 1;
      return wrapping ? tile - x : -1;
    case kLeft:
      if (x > 0) return tile - 1;
      return wrapping ? tile + width - 1 : -1;
    case kUp:
      if (tile >= width) return tile - width;
      return wrapping ? tile + width * (height - 1) : -1;
    case kDown:
      if (tile < width * (height - 1)) return tile + width;
      return wrapping ? x : -1;
    default:
      return -1;
  }
}

void Board::set_barrier(int tile, Sides side) {
  barriers[at(tile)] |= side;
  if (const int other = neighbour(tile, side); other >= 0) barriers[at(other)] |= opposite(side);
}

namespace {

[[noreturn]] void refuse(const std::string& why) {
  throw Error("Invalid Net board: " + why + '.');
}

void validate_linked(const Board& board) {
  int first_before = -1;
  std::vector<int> all;
  for (const std::vector<int>& group : board.linked) {
    if (group.size() < 2) refuse("a group of linked tiles has fewer than two");
    if (group.front() <= first_before) refuse("the groups of linked tiles are out of order");
    first_before = group.front();
    if (std::adjacent_find(group.begin(), group.end(), std::greater_equal<>()) != group.end())
      refuse("linked tiles are out of order");
    if (group.back() >= static_cast<int>(board.size())) refuse("a linked tile is outside");
    all.insert(all.end(), group.begin(), group.end());
  }
  std::sort(all.begin(), all.end());
  if (std::adjacent_find(all.begin(), all.end()) != all.end())
    refuse("a tile is in two groups of linked tiles");
}

}  // namespace

void validate(const Board& board) {
  if (!is_board_size(board.width, board.height, kMaxTiles))
    refuse("its size is " + std::to_string(board.width) + "x" + std::to_string(board.height));
  const std::size_t tiles = at(board.width) * at(board.height);
  if (board.wires.size() != tiles || board.barriers.size() != tiles || board.locked.size() != tiles)
    refuse("wires, barriers and locks must have one entry per tile");
  if (board.source < -1 || board.source >= static_cast<int>(tiles)) refuse("the source is outside");
  if (board.rules.source_may_dangle && board.source < 0)
    refuse("the source may dangle but is not known");
  for (std::size_t tile = 0; tile < tiles; ++tile)
    if ((board.wires[tile] | board.barriers[tile]) & ~kAllSides)
      refuse("tile " + std::to_string(tile) + " has more than four sides");
  validate_linked(board);
}

Verdict check(const Board& board) {
  const int tiles = static_cast<int>(board.size());
  int start = board.source >= 0 && has_wires(board, board.source) ? board.source : -1;
  for (int tile = 0; tile < tiles; ++tile) {
    if (!has_wires(board, tile)) continue;
    if (has_loose_end(board, tile)) return {Fault::loose_end, tile};
    if (start < 0) start = tile;
  }
  if (start < 0 || (!board.rules.connected && !board.rules.acyclic)) return {};

  Walk walk(board);
  walk.from(start);
  for (int tile = 0; tile < tiles; ++tile) {
    if (!has_wires(board, tile) || walk.seen(tile)) continue;
    if (board.rules.connected) return {Fault::not_connected, tile};
    walk.from(tile);
  }
  if (board.rules.acyclic && walk.looping_tile() >= 0) return {Fault::loop, walk.looping_tile()};
  return {};
}

bool is_turning_of(const Board& answer, const Board& board) {
  if (answer.width != board.width || answer.height != board.height ||
      answer.wrapping != board.wrapping || answer.barriers != board.barriers)
    return false;
  for (std::size_t tile = 0; tile < board.size(); ++tile) {
    const Sides want = board.wires[tile];
    const Sides got = answer.wires[tile];
    if (got == want) continue;
    if (board.locked[tile] || board.may_dangle(static_cast<int>(tile))) return false;
    if (got != turned(want, 1) && got != turned(want, 2) && got != turned(want, 3)) return false;
  }
  return std::all_of(board.linked.begin(), board.linked.end(), [&](const std::vector<int>& tiles) {
    return turns_together(answer, board, tiles);
  });
}

}  // namespace eyehand::net
