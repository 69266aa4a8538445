#include "player/hexiom/drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "player/games.hpp"
#include "puzzle/hexiom/board.hpp"
#include "puzzle/hexiom/text.hpp"
#include "puzzle/index.hpp"

namespace eyehand::hexiom {
namespace {

/// An empty cell, and a piece of each number.
constexpr int kContents = 8;
constexpr int index_of(Cell content) {
  return content + 1;
}

struct Drawer {
  Board puzzle;
  std::vector<Cell> solved;  ///< empty if there is no solution
  const Course& course;
  Hexagon hexagon;
  /// By index_of(): the step that places the last of them.
  std::array<int, kContents> used_up{};

  Drawer(std::string_view text, const Course& c)
      : puzzle(from_text(text)), course(c), hexagon(puzzle.side) {
    if (course.solution) solved = from_text(course.solution->answer).cells;
    const std::vector<Cell>& cells = solved.empty() ? puzzle.cells : solved;
    for (int cell = 0; cell < hexagon.size(); ++cell)
      if (is_movable(cell)) {
        int& last = used_up[at(index_of(cells[at(cell)]))];
        last = std::max(last, when(cell));
      }
  }

  bool is_movable(int cell) const {
    return puzzle.cells[at(cell)] != kHole && puzzle.locked[at(cell)] == 0;
  }
  int when(int cell) const {
    if (!is_movable(cell)) return 0;
    return solved.empty() ? course.end + 1 : course.when(cell);
  }
  double width() const { return (2 * puzzle.side - 1 + 0.2) * kDrawnCell; }
  double height() const {
    return ((puzzle.side - 1) * std::numbers::sqrt3 + 2 / std::numbers::sqrt3 + 0.2) * kDrawnCell;
  }
  double x(int cell) const { return hexagon.middle(cell).x * kDrawnCell + width() / 2; }
  double y(int cell) const { return hexagon.middle(cell).y * kDrawnCell + height() / 2; }

  std::string outline(int cell, double share) const {
    std::string points;
    for (int corner = 0; corner < 6; ++corner) {
      const double turn = std::numbers::pi * (corner + 0.5) / 3;
      const double radius = share * kDrawnCell / std::numbers::sqrt3;
      points += fmt::format("{:.4g},{:.4g} ", x(cell) + radius * std::cos(turn),
                            y(cell) + radius * std::sin(turn));
    }
    return points;
  }

  std::string piece(int cell, Cell content, const char* fill) const {
    if (!is_piece(content)) return {};
    return fmt::format(R"(<polygon points="{}" fill="{}"/>)", outline(cell, 0.88), fill) +
           svg::text(x(cell), y(cell), std::to_string(content),
                     R"(fill="#fff" font-weight="bold")");
  }

  /// What the cell can still have: something that is not used up, and a number that the pieces
  /// known around it allow.
  std::string undecided(int cell, int step) const {
    int pieces = 0, open = 0;
    for (const int other : hexagon.neighbours(cell)) {
      if (other < 0 || puzzle.cells[at(other)] == kHole) continue;
      if (when(other) > step)
        ++open;
      else
        pieces += is_piece((solved.empty() ? puzzle.cells : solved)[at(other)]);
    }
    std::vector<std::string> can_be;
    for (Cell content = kEmpty; content <= 6; ++content)
      if (step < used_up[at(index_of(content))] &&
          (content == kEmpty || (content >= pieces && content <= pieces + open)))
        can_be.push_back(content == kEmpty ? "·" : std::to_string(content));
    std::string drawn;
    const int count = static_cast<int>(can_be.size()), upper = count > 4 ? (count + 1) / 2 : count;
    for (int i = 0; i < count; ++i) {
      const bool is_upper = i < upper;
      const int in_row = is_upper ? upper : count - upper, place = is_upper ? i : i - upper;
      drawn += svg::text(x(cell) + 8 * (place - (in_row - 1) / 2.0),
                         y(cell) + (count > 4 ? (is_upper ? -6 : 6) : 0), can_be[at(i)],
                         R"(fill="#8898b4")", 10);
    }
    return drawn;
  }

  DrawnCell cell(int cell) const {
    DrawnCell drawn{outline(cell, 1)};
    const Cell first = puzzle.cells[at(cell)];
    drawn.add(0, piece(cell, first, puzzle.locked[at(cell)] ? "#445" : "#9aa5b8"));
    if (!is_movable(cell)) return drawn;
    std::vector<int> changes(used_up.begin(), used_up.end());
    changes.push_back(1);
    for (const int other : hexagon.neighbours(cell))
      if (other >= 0) changes.push_back(std::max(1, when(other)));
    std::ranges::sort(changes);
    for (const int step : changes)
      if (step > 0 && step < when(cell)) drawn.add(step, undecided(cell, step));
    if (!solved.empty()) drawn.add(when(cell), piece(cell, solved[at(cell)], svg::kAnswer));
    return drawn;
  }
};

}  // namespace

DrawnBoard drawing(std::string_view puzzle, const Course& course) {
  const Drawer drawer(puzzle, course);
  DrawnBoard drawing{drawer.width(), drawer.height()};
  for (int cell = 0; cell < drawer.hexagon.size(); ++cell) {
    if (drawer.puzzle.cells[at(cell)] != kHole)
      drawing.background +=
          fmt::format(R"(<polygon points="{}" fill="{}" stroke="#99a"/>)", drawer.outline(cell, 1),
                      drawer.is_movable(cell) ? "#fff" : "#dde");
    drawing.cells.push_back(drawer.cell(cell));
  }
  return drawing;
}

}  // namespace eyehand::hexiom
