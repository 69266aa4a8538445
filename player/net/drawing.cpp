#include "player/net/drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "player/games.hpp"
#include "puzzle/index.hpp"
#include "puzzle/net/board.hpp"
#include "puzzle/net/text.hpp"

namespace eyehand::net {
namespace {

constexpr double kHalf = kDrawnCell / 2, kMargin = 4;
/// Of wires and ends of wires, from what may be to what is.
constexpr const char *kPossible = "#e1e6ef", *kCertain = "#a9b7cf", *kAsItLies = "#8e99ad";

struct Drawer {
  Board puzzle;
  std::optional<std::vector<Sides>> solved;
  const Course& course;

  double x(int tile) const { return tile % puzzle.width * kDrawnCell + kMargin; }
  double y(int tile) const { return tile / puzzle.width * kDrawnCell + kMargin; }

  std::string wires(int tile, Sides sides, const char* colour) const {
    const double cx = x(tile) + kHalf, cy = y(tile) + kHalf;
    const std::string pen =
        fmt::format(R"(stroke="{}" stroke-width="6" stroke-linecap="round")", colour);
    std::string content;
    if (sides & kRight) content += svg::line(cx, cy, cx + kHalf, cy, pen);
    if (sides & kUp) content += svg::line(cx, cy, cx, cy - kHalf, pen);
    if (sides & kLeft) content += svg::line(cx, cy, cx - kHalf, cy, pen);
    if (sides & kDown) content += svg::line(cx, cy, cx, cy + kHalf, pen);
    return content;
  }

  /// The end of a wire, if the tile is one.
  std::string end(int tile, const char* colour) const {
    if (degree(puzzle.wires[at(tile)]) != 1) return {};
    return svg::rectangle(x(tile) + kHalf - 9, y(tile) + kHalf - 9, 18, 18,
                          fmt::format(R"(fill="{}")", colour));
  }

  /// When it is known how the tile lies.
  int when(int tile) const {
    const Sides wires = puzzle.wires[at(tile)];
    return puzzle.locked[at(tile)] || turned(wires, 1) == wires ? 0 : course.when(tile);
  }
  bool is_known(int tile, int step) const { return solved && when(tile) <= step; }

  /// Whether the tile can lie so, as far as the rim, barriers and the decided tiles around it show.
  bool fits(int tile, Sides wires, int step) const {
    return puzzle.may_dangle(tile) || std::ranges::all_of(kEachSide, [&](Sides side) {
             const bool has_wire = wires & side;
             if (!puzzle.is_open(tile, side)) return !has_wire;
             const int other = puzzle.neighbour(tile, side);
             if (puzzle.may_dangle(other) || !is_known(other, step)) return true;
             return has_wire == ((*solved)[at(other)] & opposite(side) ? true : false);
           });
  }

  std::string undecided(int tile, int step) const {
    Sides possible = 0, certain = kAllSides;
    for (int quarters = 0; quarters < (puzzle.locked[at(tile)] ? 1 : 4); ++quarters) {
      const Sides wires = turned(puzzle.wires[at(tile)], quarters);
      if (!fits(tile, wires, step)) continue;
      possible |= wires;
      certain &= wires;
    }
    return wires(tile, possible & ~certain, kPossible) + wires(tile, possible & certain, kCertain) +
           end(tile, "#c3d3ec");
  }

  DrawnCell cell(int tile) const {
    DrawnCell cell{svg::square(x(tile), y(tile))};
    cell.add(0, wires(tile, puzzle.wires[at(tile)], kAsItLies) + end(tile, "#7fa3d6"));
    std::vector<int> changes = {1};
    for (const Sides side : kEachSide)
      if (const int other = puzzle.neighbour(tile, side); other >= 0)
        changes.push_back(std::max(1, when(other)));
    std::ranges::sort(changes);
    for (const int step : changes)
      if (step < when(tile)) cell.add(step, undecided(tile, step));
    if (solved)
      cell.add(when(tile), wires(tile, (*solved)[at(tile)], svg::kInk) + end(tile, svg::kAnswer));
    return cell;
  }
};

}  // namespace

DrawnBoard drawing(std::string_view puzzle, const Course& course) {
  Drawer drawer{from_game_id(puzzle), {}, course};
  if (course.solution) drawer.solved = from_game_id(course.solution->answer).wires;
  const Board& board = drawer.puzzle;
  DrawnBoard drawing{board.width * kDrawnCell + 2 * kMargin,
                     board.height * kDrawnCell + 2 * kMargin};
  constexpr const char* kBarrier = R"(stroke="#c33" stroke-width="4" stroke-linecap="round")";
  std::string barriers;
  for (int tile = 0; tile < static_cast<int>(board.size()); ++tile) {
    const double x = drawer.x(tile), y = drawer.y(tile);
    drawing.background +=
        svg::rectangle(x, y, kDrawnCell, kDrawnCell, R"(fill="none" stroke="#ccd")");
    if (!board.is_open(tile, kRight))
      barriers += svg::line(x + kDrawnCell, y, x + kDrawnCell, y + kDrawnCell, kBarrier);
    if (!board.is_open(tile, kDown))
      barriers += svg::line(x, y + kDrawnCell, x + kDrawnCell, y + kDrawnCell, kBarrier);
    if (!board.wrapping && tile % board.width == 0)
      barriers += svg::line(x, y, x, y + kDrawnCell, kBarrier);
    if (!board.wrapping && tile < board.width)
      barriers += svg::line(x, y, x + kDrawnCell, y, kBarrier);
    drawing.cells.push_back(drawer.cell(tile));
  }
  drawing.background += barriers;
  return drawing;
}

}  // namespace eyehand::net
