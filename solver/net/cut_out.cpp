#include "solver/net/cut_out.hpp"

#include <algorithm>
#include <optional>

#include "puzzle/index.hpp"
#include "solver/disjoint_sets.hpp"

namespace eyehand::net {
namespace {

class Joiner {
 public:
  explicit Joiner(std::size_t count) : memory_(count), sets_(memory_) { sets_.reset(); }
  std::uint32_t root(std::uint32_t i) { return sets_.root(i); }
  void join(std::uint32_t a, std::uint32_t b) {
    a = sets_.root(a);
    b = sets_.root(b);
    if (a == b) return;
    if (sets_.size_of_root(a) < sets_.size_of_root(b)) std::swap(a, b);
    sets_.join_roots(a, b);
  }

 private:
  std::vector<std::int32_t> memory_;
  DisjointSets sets_;
};

/// Rectangles that cover more than one part in kWorth of the board are not worth cutting out.
constexpr std::size_t kWorth = 4;

struct Span {
  int from, to;
};

/// `a` if it touches or overlaps b, moved by the period if necessary; nothing otherwise. Period 0
/// means no wrapping.
std::optional<Span> next_to(Span a, Span b, int period) {
  for (const int shift : {0, -period, period})
    if (a.from + shift <= b.to && b.from <= a.to + shift) return Span{a.from + shift, a.to + shift};
  return std::nullopt;
}

}  // namespace

std::vector<Rectangle> rectangles_around(const Board& board, std::span<const int> tiles,
                                         int margin) {
  std::vector<Rectangle> found;
  for (const int tile : tiles) {
    Span across{tile % board.width - margin, tile % board.width + margin + 1};
    Span down{tile / board.width - margin, tile / board.width + margin + 1};
    if (!board.wrapping) {
      across = {std::max(across.from, 0), std::min(across.to, board.width)};
      down = {std::max(down.from, 0), std::min(down.to, board.height)};
    }
    for (std::size_t i = 0; i < found.size();) {
      const Rectangle r = found[i];
      const auto x = next_to({r.left, r.left + r.width}, across, board.wrapping ? board.width : 0);
      const auto y = next_to({r.top, r.top + r.height}, down, board.wrapping ? board.height : 0);
      if (!x || !y) {
        ++i;
        continue;
      }
      across = {std::min(across.from, x->from), std::max(across.to, x->to)};
      down = {std::min(down.from, y->from), std::max(down.to, y->to)};
      found[i] = found.back();
      found.pop_back();
      i = 0;  // it has grown
    }
    if (board.wrapping &&
        (across.to - across.from >= board.width || down.to - down.from >= board.height))
      return {};
    // Starts on the board itself.
    found.push_back({(across.from + board.width) % board.width,
                     (down.from + board.height) % board.height, across.to - across.from,
                     down.to - down.from});
  }
  std::size_t covered = 0;
  for (const Rectangle& r : found) covered += at(r.tiles());
  if (covered > board.size() / kWorth) return {};
  return found;
}

CutOuts::CutOuts(const Board& board, std::vector<Rectangle> rectangles)
    : board_(board), rectangles_(std::move(rectangles)), owner_(board.size(), -1) {
  for (std::size_t i = 0; i < size(); ++i)
    for (int t = 0; t < rectangles_[i].tiles(); ++t)
      owner_[at(rectangles_[i].tile(board, t))] = static_cast<std::int32_t>(i);
  crossings_.resize(size());
  joined_.resize(size());
  find_crossings();
  for (std::size_t i = 0; i < size(); ++i) find_inner_joins(i);
}

void CutOuts::find_crossings() {
  Joiner outside(board_.size());
  for (int tile = 0; tile < static_cast<int>(board_.size()); ++tile) {
    if (owner_[at(tile)] >= 0) continue;
    for (const Sides side : {kRight, kDown}) {
      if (!(board_.wires[at(tile)] & side)) continue;
      const int other = board_.neighbour(tile, side);
      if (owner_[at(other)] < 0)
        outside.join(static_cast<std::uint32_t>(tile), static_cast<std::uint32_t>(other));
    }
  }
  constexpr std::uint32_t kNone = ~0u;
  std::vector<std::uint32_t> number(board_.size(), kNone);
  for (std::size_t i = 0; i < size(); ++i) {
    for (int t = 0; t < rectangles_[i].tiles(); ++t) {
      const int tile = rectangles_[i].tile(board_, t);
      for (int side = 0; side < 4; ++side) {
        if (!(board_.wires[at(tile)] >> side & 1)) continue;
        const int other = board_.neighbour(tile, kEachSide[at(side)]);
        if (owner_[at(other)] >= 0) continue;
        std::uint32_t& n = number[outside.root(static_cast<std::uint32_t>(other))];
        if (n == kNone) n = numbers_++;
        crossings_[i].push_back({t, side, n});
      }
    }
  }
}

void CutOuts::find_inner_joins(std::size_t i) {
  const Rectangle& r = rectangles_[i];
  Joiner inside(at(r.tiles()));
  for (int t = 0; t < r.tiles(); ++t) {
    const Sides wires = board_.wires[at(r.tile(board_, t))];
    if ((wires & kRight) && t % r.width + 1 < r.width)
      inside.join(static_cast<std::uint32_t>(t), static_cast<std::uint32_t>(t + 1));
    if ((wires & kDown) && t + r.width < r.tiles())
      inside.join(static_cast<std::uint32_t>(t), static_cast<std::uint32_t>(t + r.width));
  }
  constexpr std::uint32_t kNone = ~0u;
  std::vector<std::uint32_t> first(at(r.tiles()), kNone);
  joined_[i].clear();
  for (const Crossing& crossing : crossings_[i]) {
    std::uint32_t& part = first[inside.root(static_cast<std::uint32_t>(crossing.tile))];
    if (part == kNone) part = crossing.outside;
    joined_[i].push_back({part, crossing.outside});
  }
}

void CutOuts::choose(std::size_t i) {
  find_inner_joins(chosen_);
  chosen_ = i;
  Joiner parts(numbers_);
  for (std::size_t other = 0; other < size(); ++other)
    if (other != i)
      for (const auto [a, b] : joined_[other]) parts.join(a, b);
  ways_.clear();
  way_tiles_.clear();
  for (const Crossing& crossing : crossings_[i]) {
    ways_.push_back(
        {static_cast<std::uint32_t>(crossing.tile), crossing.side, parts.root(crossing.outside)});
    way_tiles_.push_back(rectangles_[i].tile(board_, crossing.tile));
  }
}

Board CutOuts::board() const {
  const Rectangle& r = rectangles_[chosen_];
  Board cut = Board::make(r.width, r.height, false);
  cut.rules = board_.rules;
  for (int t = 0; t < r.tiles(); ++t) cut.wires[at(t)] = board_.wires[at(r.tile(board_, t))];
  return cut;
}

}  // namespace eyehand::net
