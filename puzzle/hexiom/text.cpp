#include "puzzle/hexiom/text.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "puzzle/text.hpp"

namespace eyehand::hexiom {
namespace {

[[noreturn]] void fail(std::size_t line, std::size_t character, const std::string& why) {
  throw Error("Hexiom level, line " + std::to_string(line) + ", character " +
              std::to_string(character) + ": " + why);
}

/// Takes the first line, without its trailing blanks.
std::string_view take_row(std::string_view& text) {
  const std::string_view line = take_line(text);
  return line.substr(0, line.find_last_not_of(kLineBlanks) + 1);
}

int read_side(std::string_view line, std::size_t number) {
  int side = 0;
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), side);
  if (error == std::errc::invalid_argument || end != line.data() + line.size())
    fail(number, static_cast<std::size_t>(end - line.data()) + 1,
         "expected the board's side alone, a number");
  if (error != std::errc{} || side > Hexagon::kMaxSide)
    fail(number, 1, "too large a side; the most is " + std::to_string(Hexagon::kMaxSide));
  if (side < 1) fail(number, 1, "expected the board's side, at least 1");
  return side;
}

Cell read_cell(char c, std::size_t line, std::size_t character) {
  if (c == '.') return kEmpty;
  if (c == '#') return kHole;
  if (c >= '0' && c <= '6') return static_cast<Cell>(c - '0');
  fail(line, character, "expected '.', '#' or a digit from 0 to 6");
}

char written(Cell cell) {
  if (cell == kEmpty) return '.';
  if (cell == kHole) return '#';
  return static_cast<char>('0' + cell);
}

std::size_t indent(const Hexagon& hexagon, int row) {
  return static_cast<std::size_t>(std::abs(row - (hexagon.side() - 1)));
}

}  // namespace

Board from_text(std::string_view text) {
  check_length(text, "Hexiom level", kMaxTextBytes);
  std::size_t number = 1;
  std::string_view line = take_row(text);
  for (; line.empty() && !text.empty(); ++number) line = take_row(text);
  if (line.empty()) fail(number, 1, "the text is empty; expected the board's side");
  Board board = Board::make(read_side(line, number));
  const Hexagon hexagon(board.side);
  std::size_t cell = 0;
  for (int row = 0; row < hexagon.rows(); ++row) {
    line = take_row(text);
    ++number;
    const auto length = static_cast<std::size_t>(hexagon.length(row));
    // Every second character is a cell, from the first one that is not blank.
    const std::size_t start = std::min(line.find_first_not_of(kLineBlanks), line.size());
    const std::size_t first = start + (line.substr(start, 1) == "+" ? 1 : 0);
    for (std::size_t column = 0; column < length; ++column, ++cell) {
      const std::size_t i = first + 2 * column;
      if (i >= line.size())
        fail(number, line.size() + 1,
             "the row ends after " + std::to_string(column) + " of " + std::to_string(length) +
                 " cells");
      const char before = i > 0 ? line[i - 1] : ' ';
      if (before != ' ' && before != '+') fail(number, i, "expected a blank or '+'");
      board.cells[cell] = read_cell(line[i], number, i + 1);
      board.locked[cell] = before == '+';
      if (board.locked[cell] && board.cells[cell] == kHole)
        fail(number, i, "a hole cannot be locked");
    }
    if (line.size() > first + 2 * length - 1)
      fail(number, first + 2 * length,
           "expected the end of a row of " + std::to_string(length) + " cells");
  }
  while (!text.empty()) {
    ++number;
    if (!take_row(text).empty()) fail(number, 1, "expected the end of the level");
  }
  return board;
}

std::string to_text(const Board& board) {
  const Hexagon hexagon(board.side);
  std::string text = std::to_string(board.side) + '\n';
  std::size_t cell = 0;
  for (int row = 0; row < hexagon.rows(); ++row) {
    text.append(indent(hexagon, row), ' ');
    for (int column = 0; column < hexagon.length(row); ++column, ++cell) {
      text += board.locked[cell] ? '+' : ' ';
      text += written(board.cells[cell]);
    }
    text += '\n';
  }
  return text;
}

std::vector<std::string> split_texts(std::string_view text) {
  std::vector<std::string> levels;
  while (!text.empty()) {
    const std::string_view line = take_row(text);
    if (line.empty()) continue;
    // Rows begin with a blank or '+'.
    if (levels.empty() || (line.front() != ' ' && line.front() != '+')) levels.emplace_back();
    levels.back().append(line) += '\n';
  }
  return levels;
}

std::string to_picture(const Board& board) {
  const Hexagon hexagon(board.side);
  std::string picture;
  std::size_t cell = 0;
  for (int row = 0; row < hexagon.rows(); ++row) {
    std::string line(2 * indent(hexagon, row), ' ');
    for (int column = 0; column < hexagon.length(row); ++column, ++cell) {
      const bool locked = board.locked[cell] != 0;
      line += locked ? '[' : ' ';
      if (board.cells[cell] == kEmpty)
        line += "·";
      else
        line += is_piece(board.cells[cell]) ? written(board.cells[cell]) : ' ';
      line += locked ? ']' : ' ';
      line += ' ';
    }
    picture.append(line, 0, line.find_last_not_of(' ') + 1) += '\n';
  }
  return picture;
}

}  // namespace eyehand::hexiom
