#include "puzzle/model/picture.hpp"

#include <algorithm>
#include <cctype>

namespace eyehand::model {
namespace {

/// The mark, though 0 of two only where the puzzle shows nothing; or the initial of the clue.
std::string of_cell(const Rules& rules, const Board& board, int cell) {
  const int mark = board.marks[at(cell)], clue = board.clues[at(cell)];
  if (mark != kBlank && (rules.has_numbers() || mark == 1 || clue == kBlank)) {
    if (rules.has_numbers()) return std::to_string(mark);
    return mark == 1 ? "#" : ".";
  }
  std::string name = clue_name(rules, clue);
  if (name.empty()) return ".";
  if (std::isdigit(static_cast<unsigned char>(name[0]))) return name;
  return name.substr(0, 1);
}

std::string aligned(const std::string& text, std::size_t width) {
  return std::string(width - std::min(width, text.size()), ' ') + text;
}

bool is_parted(const Board& board, int a, int b) {
  return !board.layers.empty() && !board.layers[0].empty() &&
         board.layers[0][at(a)] != board.layers[0][at(b)];
}

}  // namespace

std::string to_picture(const Rules& rules, const Board& board) {
  // What surrounds the cells: of each side, the numbers of its lines.
  const std::size_t w = at(board.width), h = at(board.height);
  const bool all_sides = board.lines.size() == 2 * (w + h);
  const auto line = [&](std::size_t first, std::size_t i) {
    std::vector<std::string> numbers;
    if (first + i < board.lines.size())
      for (const int number : board.lines[first + i]) numbers.push_back(std::to_string(number));
    return numbers;
  };
  const std::size_t left = all_sides ? 2 * w : w;
  std::vector<std::string> before, after;
  std::size_t cell_width = 1, margin = 0, above = 0;
  for (std::size_t y = 0; y < h; ++y) {
    std::string text;
    for (const std::string& number : line(left, y)) text += (text.empty() ? "" : " ") + number;
    margin = std::max(margin, text.size());
    before.push_back(text);
    const auto right = all_sides ? line(left + h, y) : std::vector<std::string>();
    after.push_back(right.empty() ? "" : ' ' + right[0]);
  }
  for (int cell = 0; cell < board.cells(); ++cell)
    cell_width = std::max(cell_width, of_cell(rules, board, cell).size());
  for (std::size_t x = 0; x < w; ++x) {
    above = std::max(above, line(0, x).size());
    for (const std::string& number : line(0, x)) cell_width = std::max(cell_width, number.size());
  }
  if (margin > 0) ++margin;

  std::string picture;
  const auto add = [&](std::string row) {
    while (!row.empty() && row.back() == ' ') row.pop_back();
    picture += row + '\n';
  };
  // Numbers of columns, which end at row `rows` of theirs.
  const auto add_numbers = [&](std::size_t first, std::size_t rows) {
    for (std::size_t i = 0; i < rows; ++i) {
      std::string row(margin, ' ');
      for (std::size_t x = 0; x < w; ++x) {
        const auto numbers = line(first, x);
        const std::size_t gap = rows - numbers.size();
        row += aligned(i < gap ? "" : numbers[i - gap], cell_width) + ' ';
      }
      add(row);
    }
  };
  add_numbers(0, above);
  for (int y = 0; y < board.height; ++y) {
    std::string row = aligned(margin > 0 ? before[at(y)] + ' ' : "", margin), below(margin, ' ');
    bool has_side = false;
    for (int x = 0; x < board.width; ++x) {
      const int cell = board.cell(y, x);
      row += aligned(of_cell(rules, board, cell), cell_width);
      if (x + 1 < board.width) row += is_parted(board, cell, cell + 1) ? "│" : " ";
      const bool side = y + 1 < board.height && is_parted(board, cell, cell + board.width);
      has_side |= side;
      for (std::size_t i = 0; i < cell_width; ++i) below += side ? "─" : " ";
      below += ' ';
    }
    add(row + after[at(y)]);
    if (has_side) add(below);
  }
  if (all_sides) add_numbers(w, 1);
  return picture;
}

}  // namespace eyehand::model
