#include "player/model/drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "player/games.hpp"

namespace eyehand::model {
namespace {

constexpr double kHalf = kDrawnCell / 2;
/// Of a number outside the grid.
constexpr double kNumber = kDrawnCell * 0.6;
/// The layers that are drawn, if a board has them: parts with thick borders, parts with dashed
/// ones, and numbers in corners.
enum Layer { kBlocks, kCages, kSums };
/// Candidates of more numbers could not be read.
constexpr int kMostCandidates = 25;

/// A clue or a mark with a name of its own.
struct Symbol {
  std::string_view name, svg;  ///< around (0, 0), up to kHalf each way
};
constexpr Symbol kClues[] = {
    {"wall", R"(<rect x="-20" y="-20" width="40" height="40" fill="#445"/>)"},
    {"tree",
     R"(<rect x="-2.5" y="4" width="5" height="11" fill="#864"/><circle r="11" cy="-3" fill="#3a9a50"/>)"},
    {"white",
     R"(<circle r="3" fill="#889"/><circle r="8" fill="none" stroke="#889" stroke-width="2"/>)"},
    {"black",
     R"(<rect x="-17" y="-17" width="34" height="34" rx="3" fill="#445"/><circle r="8" fill="none" stroke="#ccd" stroke-width="2"/>)"},
};
constexpr Symbol kMarks[] = {
    {"a bulb",
     R"(<rect x="-4" y="10" width="8" height="6" fill="#889"/><circle r="12" fill="#fd6" stroke="#c93" stroke-width="2"/>)"},
    {"a tent",
     R"(<polygon points="0,-13 14,12 -14,12" fill="#e0a030" stroke="#964" stroke-width="2"/>)"},
};
constexpr std::string_view kFilled =
    R"(<rect x="-17" y="-17" width="34" height="34" rx="3" fill="#445"/>)";

/// Otherwise, if there is none of this name.
std::string_view symbol(std::span<const Symbol> symbols, std::string_view name,
                        std::string_view otherwise) {
  const auto found = std::ranges::find(symbols, name, &Symbol::name);
  return found == symbols.end() ? otherwise : found->svg;
}

/// For each cell and number, the cells that cannot have it too: one at most of them can.
using Rivals = std::map<std::pair<int, int>, std::vector<int>>;

Rivals rivals_of(const Rules& rules, const Board& board) {
  const Model model = constrained(rules, board);
  std::map<int, std::pair<int, int>> mark_of;  // by literal
  for (int cell = 0; cell < board.cells(); ++cell) {
    const Number& mark = model.mark(cell);
    for (int value = mark.min; value <= mark.max(); ++value)
      mark_of[mark.is(value)] = {cell, value};
  }
  Rivals rivals;
  for (const Constraint& constraint : model.constraints()) {
    if (constraint.kind != Constraint::at_most || constraint.number != 1 || constraint.when != 0)
      continue;
    std::vector<std::pair<int, int>> marks;
    for (const int literal : model.literals(constraint))
      if (const auto found = mark_of.find(literal); found != mark_of.end())
        marks.push_back(found->second);
    for (const auto& a : marks)
      for (const auto& b : marks)
        if (a.first != b.first && a.second == b.second) rivals[a].push_back(b.first);
  }
  return rivals;
}

struct Drawer {
  const Rules& rules;
  Board board;
  std::vector<int> solved;  ///< marks; empty if there is no solution
  const Course& course;
  Rivals rivals = {};
  double left = 4, top = 4;

  double x(int cell) const { return left + board.column_of(cell) * kDrawnCell; }
  double y(int cell) const { return top + board.row_of(cell) * kDrawnCell; }

  bool has_sum(int cell) const {
    return board.layers.size() > kSums && board.layers[kSums][at(cell)] != kBlank;
  }
  bool is_given(int cell) const { return rules.has_numbers() && board.clues[at(cell)] != kBlank; }
  int when(int cell) const {
    if (is_given(cell)) return 0;
    return solved.empty() ? course.end + 1 : course.when(cell);
  }

  std::string text(int cell, std::string_view what, std::string_view colour) const {
    return svg::text(x(cell) + kHalf, y(cell) + kHalf, what, fmt::format(R"(fill="{}")", colour),
                     std::min(18.0, 54 / static_cast<double>(what.size())));
  }
  std::string placed(int cell, std::string_view svg) const {
    return fmt::format(R"svg(<g transform="translate({:g} {:g})">{}</g>)svg", x(cell) + kHalf,
                       y(cell) + kHalf, svg);
  }
  std::string clue(int cell, bool is_on_dark) const {
    const std::string name = clue_name(rules, board.clues[at(cell)]);
    if (name.empty()) return {};
    if (const auto drawn = symbol(kClues, name, ""); !drawn.empty()) return placed(cell, drawn);
    // Numbers among symbols are on walls.
    if (std::ranges::count(rules.symbols, "wall") > 0)
      return placed(cell, symbol(kClues, "wall", "")) + text(cell, name, "#fff");
    return text(cell, name, is_on_dark ? "#fff" : svg::kInk);
  }

  std::string marked(int cell, int mark) const {
    const bool has_clue = board.clues[at(cell)] != kBlank;
    if (rules.has_numbers()) {
      if (has_clue) return clue(cell, false);
      return mark == kBlank ? "" : text(cell, std::to_string(mark), svg::kAnswer);
    }
    std::string content;
    if (mark == 1)
      content = placed(cell, symbol(kMarks, rules.mark, kFilled));
    else if (mark == 0 && !has_clue)
      content = svg::circle(x(cell) + kHalf, y(cell) + kHalf, 3, R"(fill="#889")");
    return content + clue(cell, mark == 1);
  }

  /// The borders of its cage, and its sum.
  std::string cage(int cell) const {
    if (board.layers.size() <= kCages) return {};
    constexpr double kInset = 3;
    constexpr const char* kDashed = R"(stroke="#778" stroke-dasharray="3 2")";
    const int row = board.row_of(cell), column = board.column_of(cell);
    const auto is_rim = [&](int down, int right) {
      return !board.has(row + down, column + right) ||
             board.layers[kCages][at(board.cell(row + down, column + right))] !=
                 board.layers[kCages][at(cell)];
    };
    const bool is_left = is_rim(0, -1), is_right = is_rim(0, 1), is_top = is_rim(-1, 0),
               is_bottom = is_rim(1, 0);
    const double x1 = x(cell) + (is_left ? kInset : 0), y1 = y(cell) + (is_top ? kInset : 0);
    const double x2 = x(cell) + kDrawnCell - (is_right ? kInset : 0),
                 y2 = y(cell) + kDrawnCell - (is_bottom ? kInset : 0);
    std::string drawn;
    if (is_left) drawn += svg::line(x1, y1, x1, y2, kDashed);
    if (is_right) drawn += svg::line(x2, y1, x2, y2, kDashed);
    if (is_top) drawn += svg::line(x1, y1, x2, y1, kDashed);
    if (is_bottom) drawn += svg::line(x1, y2, x2, y2, kDashed);
    if (has_sum(cell))
      drawn += svg::text(x(cell) + 10, y(cell) + 9, std::to_string(board.layers[kSums][at(cell)]),
                         R"(fill="#223")", 10);
    return drawn;
  }

  std::string candidates(int cell, int step) const {
    const int least = rules.min(), count = rules.max(board) - least + 1;
    const int columns = static_cast<int>(std::ceil(std::sqrt(count)));
    const double above = has_sum(cell) ? 9 : 0;
    const double pitch = (kDrawnCell - 4 - above) / columns;
    std::string drawn;
    for (int i = 0; i < count; ++i) {
      const auto others = rivals.find({cell, least + i});
      const auto has_it = [&](int other) {
        return when(other) <= step &&
               (is_given(other) ? board.clues : solved)[at(other)] == least + i;
      };
      if (others == rivals.end() || std::ranges::none_of(others->second, has_it))
        drawn +=
            svg::text(x(cell) + 2 + above / 2 + (i % columns + 0.5) * pitch,
                      y(cell) + 2 + above + (i / columns + 0.5) * pitch, std::to_string(least + i),
                      R"(fill="#8898b4")", std::min(11.0, pitch * 0.9));
    }
    return drawn;
  }

  DrawnCell cell(int cell) const {
    DrawnCell drawn{svg::square(x(cell), y(cell))};
    const int mark = board.marks[at(cell)];
    drawn.add(0, marked(cell, mark));
    if (is_given(cell)) return drawn;
    if (mark == kBlank && !rivals.empty()) {
      std::vector<int> changes = {1};
      for (int value = rules.min(); value <= rules.max(board); ++value)
        if (const auto others = rivals.find({cell, value}); others != rivals.end())
          for (const int other : others->second) changes.push_back(std::max(1, when(other)));
      std::ranges::sort(changes);
      changes.erase(std::unique(changes.begin(), changes.end()), changes.end());
      for (const int step : changes)
        if (step < when(cell)) drawn.add(step, candidates(cell, step));
    }
    if (!solved.empty()) drawn.add(when(cell), marked(cell, solved[at(cell)]));
    return drawn;
  }
};

}  // namespace

DrawnBoard drawing(const Rules& rules, std::string_view puzzle, const Course& course) {
  Drawer drawer{rules, read(rules, puzzle), {}, course};
  const Board& board = drawer.board;
  if (course.solution) drawer.solved = read(rules, course.solution->solved).marks;
  if (rules.has_numbers() && rules.max(board) - rules.min() < kMostCandidates)
    drawer.rivals = rivals_of(rules, board);
  const std::size_t w = at(board.width), h = at(board.height);
  const bool all_sides = board.lines.size() == 2 * (w + h);
  const std::size_t first_row = all_sides ? 2 * w : w;
  std::size_t above = 0, before = 0;
  for (std::size_t i = 0; i < board.lines.size(); ++i) {
    std::size_t& longest = i < first_row ? above : before;
    longest = std::max(longest, board.lines[i].size());
  }
  drawer.left += static_cast<double>(before) * kNumber;
  drawer.top += static_cast<double>(above) * kNumber;
  const double left = drawer.left, top = drawer.top;
  const double right = left + board.width * kDrawnCell, bottom = top + board.height * kDrawnCell;
  DrawnBoard drawing{right + (all_sides ? kNumber : 0) + 4, bottom + (all_sides ? kNumber : 0) + 4};
  const auto is_parted = [&](int a, int b) {
    return !board.layers.empty() && !board.layers[kBlocks].empty() &&
           board.layers[kBlocks][at(a)] != board.layers[kBlocks][at(b)];
  };
  constexpr const char *kThin = R"(stroke="#aab")", *kThick = R"(stroke="#223" stroke-width="3")";
  for (int cell = 0; cell < board.cells(); ++cell) {
    const double x = drawer.x(cell), y = drawer.y(cell);
    if (board.column_of(cell) > 0)
      drawing.background +=
          svg::line(x, y, x, y + kDrawnCell, is_parted(cell, cell - 1) ? kThick : kThin);
    if (board.row_of(cell) > 0)
      drawing.background +=
          svg::line(x, y, x + kDrawnCell, y, is_parted(cell, cell - board.width) ? kThick : kThin);
    drawing.background += drawer.cage(cell);
    drawing.cells.push_back(drawer.cell(cell));
  }
  drawing.background += svg::rectangle(left, top, right - left, bottom - top,
                                       R"(fill="none" stroke="#223" stroke-width="3")");
  for (std::size_t i = 0; i < board.lines.size(); ++i) {
    const bool is_column = i < first_row;
    const std::size_t place = is_column ? i % w : (i - first_row) % h;
    const bool is_far = is_column ? i >= w : i >= first_row + h;
    const double middle = (static_cast<double>(place) + 0.5) * kDrawnCell;
    const std::vector<int>& numbers = board.lines[i];
    for (std::size_t k = 0; k < numbers.size(); ++k) {
      const double back = (static_cast<double>(numbers.size() - k) - 0.5) * kNumber;
      const double along =
          is_far ? (is_column ? bottom : right) + kNumber / 2 : (is_column ? top : left) - back;
      drawing.background += is_column ? svg::text(left + middle, along, std::to_string(numbers[k]))
                                      : svg::text(along, top + middle, std::to_string(numbers[k]));
    }
  }
  return drawing;
}

}  // namespace eyehand::model
