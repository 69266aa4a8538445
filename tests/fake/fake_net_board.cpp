#include "tests/fake/fake_net_board.hpp"

#include <algorithm>
#include <cmath>

namespace eyehand::fake {
namespace {

constexpr unsigned long kBackground = 0xE6E6E6, kLockedBackground = 0xBFBFBF, kLine = 0x737373,
                        kBlack = 0x000000, kPower = 0x00FFFF, kEnd = 0x0000FF, kBarrier = 0xFF0000;

struct Direction {
  int dx, dy;
};
Direction direction(net::Sides side) {
  switch (side) {
    case net::kRight:
      return {1, 0};
    case net::kUp:
      return {0, -1};
    case net::kLeft:
      return {-1, 0};
    default:
      return {0, 1};
  }
}

/// All in pixels.
struct Measures {
  explicit Measures(int tile_px)
      : tile(tile_px), border(tile_px / 2), wire(std::max(1, tile_px * 3 / 64)), box(tile_px / 4) {}
  ScreenPoint corner(const net::Board& board, int index) const {
    return {border + index % board.width * tile, border + index / board.width * tile};
  }
  ScreenPoint centre(const net::Board& board, int index) const {
    const ScreenPoint at = corner(board, index);
    return {at.x + tile / 2, at.y + tile / 2};
  }
  int tile, border;
  int wire;  ///< half its thickness
  int box;   ///< half of an end's or the source's box
};

/// A line of pixels between two points, along an axis, widened by `half` on both sides.
x11::Rect bar(ScreenPoint from, ScreenPoint to, int half) {
  const int left = std::min(from.x, to.x) - half, right = std::max(from.x, to.x) + half;
  const int top = std::min(from.y, to.y) - half, bottom = std::max(from.y, to.y) + half;
  return {left, top, right - left + 1, bottom - top + 1};
}

void add_barrier(std::vector<FilledRect>& rects, ScreenPoint from, ScreenPoint to, int pass) {
  rects.push_back({bar(from, to, pass == 0 ? 1 : 0), pass == 0 ? kBlack : kBarrier});
}

}  // namespace

std::vector<bool> powered(const net::Board& board) {
  std::vector<bool> fed(board.size());
  if (board.source < 0) return fed;
  std::vector<int> waiting = {board.source};
  fed[static_cast<std::size_t>(board.source)] = true;
  while (!waiting.empty()) {
    const int tile = waiting.back();
    waiting.pop_back();
    for (const net::Sides side : net::kEachSide) {
      if (!(board.wires[static_cast<std::size_t>(tile)] & side) || !board.is_open(tile, side))
        continue;
      const auto next = static_cast<std::size_t>(board.neighbour(tile, side));
      if (fed[next] || !(board.wires[next] & net::opposite(side))) continue;
      fed[next] = true;
      waiting.push_back(static_cast<int>(next));
    }
  }
  return fed;
}

x11::Size drawing_size(const net::Board& board, int tile_px) {
  const Measures m(tile_px);
  return {board.width * m.tile + 2 * m.border + 1, board.height * m.tile + 2 * m.border + 1};
}

int tile_at(const net::Board& board, int tile_px, ScreenPoint at) {
  const Measures m(tile_px);
  const x11::Rect area{m.border, m.border, board.width * m.tile, board.height * m.tile};
  if (!area.contains(at)) return -1;
  return (at.y - m.border) / m.tile * board.width + (at.x - m.border) / m.tile;
}

std::vector<FilledRect> drawing(const net::Board& board, int tile_px, int turning) {
  const Measures m(tile_px);
  const x11::Size size = drawing_size(board, tile_px);
  const std::vector<bool> fed = powered(board);
  const int right = m.border + board.width * m.tile, bottom = m.border + board.height * m.tile;
  std::vector<FilledRect> rects = {{{0, 0, size.width, size.height}, kBackground}};

  for (std::size_t i = 0; i < board.size(); ++i) {
    if (!board.locked[i]) continue;
    const ScreenPoint corner = m.corner(board, static_cast<int>(i));
    rects.push_back({{corner.x, corner.y, m.tile, m.tile}, kLockedBackground});
  }
  for (int x = m.border; x <= right; x += m.tile)
    rects.push_back({bar({x, m.border}, {x, bottom}, 0), kLine});
  for (int y = m.border; y <= bottom; y += m.tile)
    rects.push_back({bar({m.border, y}, {right, y}, 0), kLine});

  for (std::size_t i = 0; i < board.size(); ++i) {
    const int tile = static_cast<int>(i);
    if (tile == turning) continue;
    const net::Sides wires = board.wires[i];
    const ScreenPoint centre = m.centre(board, tile);
    const auto far_end = [&](net::Sides side) {
      const Direction d = direction(side);
      return ScreenPoint{centre.x + d.dx * (m.tile / 2), centre.y + d.dy * (m.tile / 2)};
    };
    for (const net::Sides side : net::kEachSide)
      if (wires & side) rects.push_back({bar(centre, far_end(side), m.wire), kBlack});
    for (const net::Sides side : net::kEachSide)
      if (fed[i] && wires & side) rects.push_back({bar(centre, far_end(side), 0), kPower});
    if (tile == board.source) {
      rects.push_back({bar(centre, centre, m.box), kBlack});
    } else if (net::degree(wires) == 1) {
      rects.push_back({bar(centre, centre, m.box), kBlack});
      rects.push_back({bar(centre, centre, m.box - 1), fed[i] ? kPower : kEnd});
    }
  }

  for (int pass = 0; pass < 2; ++pass) {
    for (std::size_t i = 0; i < board.size(); ++i) {
      const ScreenPoint at = m.corner(board, static_cast<int>(i));
      const ScreenPoint end{at.x + m.tile, at.y + m.tile};
      const net::Sides sides = board.barriers[i];
      if (sides & net::kRight) add_barrier(rects, {end.x, at.y}, end, pass);
      if (sides & net::kDown) add_barrier(rects, {at.x, end.y}, end, pass);
      if (sides & net::kLeft) add_barrier(rects, at, {at.x, end.y}, pass);
      if (sides & net::kUp) add_barrier(rects, at, {end.x, at.y}, pass);
    }
    if (board.wrapping) continue;
    add_barrier(rects, {m.border, m.border}, {right, m.border}, pass);
    add_barrier(rects, {m.border, bottom}, {right, bottom}, pass);
    add_barrier(rects, {m.border, m.border}, {m.border, bottom}, pass);
    add_barrier(rects, {right, m.border}, {right, bottom}, pass);
  }
  return rects;
}

std::vector<Quad> turned_wires(const net::Board& board, int tile_px, int tile, double angle) {
  const Measures m(tile_px);
  const ScreenPoint centre = m.centre(board, tile);
  const auto at = [&](double along, double across, Direction d) {
    const double x = along * d.dx - across * d.dy, y = along * d.dy + across * d.dx;
    return ScreenPoint{
        centre.x + static_cast<int>(std::lround(x * std::cos(angle) + y * std::sin(angle))),
        centre.y + static_cast<int>(std::lround(y * std::cos(angle) - x * std::sin(angle)))};
  };
  std::vector<Quad> quads;
  const double far = m.tile / 2.0, half = m.wire + 0.5;
  for (const net::Sides side : net::kEachSide) {
    if (!(board.wires[static_cast<std::size_t>(tile)] & side)) continue;
    const Direction d = direction(side);
    quads.push_back({at(0, -half, d), at(far, -half, d), at(far, half, d), at(0, half, d)});
  }
  return quads;
}

}  // namespace eyehand::fake
