#include "player/model/drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "player/games.hpp"

namespace eyehand::model {
namespace {

constexpr double kHalf = kDrawnCell / 2;
/// Of a number outside the grid.
constexpr double kNumber = kDrawnCell * 0.6;
/// Candidates of more numbers could not be read.
constexpr int kMostCandidates = 25;

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

  bool is_given(int cell) const { return rules.has_numbers() && board.clues[at(cell)] != kBlank; }
  int when(int cell) const {
    if (is_given(cell)) return 0;
    return solved.empty() ? course.end + 1 : course.when(cell);
  }

  std::string marked(int cell, int mark) const {
    const std::string clue = clue_name(rules, board.clues[at(cell)]);
    const auto text = [&](const std::string& what, std::string_view colour) {
      return svg::text(x(cell) + kHalf, y(cell) + kHalf, what, fmt::format(R"(fill="{}")", colour));
    };
    if (rules.has_numbers()) {
      if (!clue.empty()) return text(clue, svg::kInk);
      return mark == kBlank ? "" : text(std::to_string(mark), svg::kAnswer);
    }
    std::string content;
    if (mark == 1)
      content = svg::rectangle(x(cell) + 3, y(cell) + 3, kDrawnCell - 6, kDrawnCell - 6,
                               R"(rx="3" fill="#445")");
    else if (mark == 0 && clue.empty())
      content = svg::circle(x(cell) + kHalf, y(cell) + kHalf, 3, R"(fill="#889")");
    if (!clue.empty()) content += text(clue, mark == 1 ? "#fff" : svg::kInk);
    return content;
  }

  std::string candidates(int cell, int step) const {
    const int least = rules.min(), count = rules.max(board) - least + 1;
    const int columns = static_cast<int>(std::ceil(std::sqrt(count)));
    const double pitch = (kDrawnCell - 4) / columns;
    std::string drawn;
    for (int i = 0; i < count; ++i) {
      const auto others = rivals.find({cell, least + i});
      const auto has_it = [&](int other) {
        return when(other) <= step &&
               (is_given(other) ? board.clues : solved)[at(other)] == least + i;
      };
      if (others == rivals.end() || std::ranges::none_of(others->second, has_it))
        drawn += svg::text(x(cell) + 2 + (i % columns + 0.5) * pitch,
                           y(cell) + 2 + (i / columns + 0.5) * pitch, std::to_string(least + i),
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
    return !board.layers.empty() && !board.layers[0].empty() &&
           board.layers[0][at(a)] != board.layers[0][at(b)];
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
