#include <array>

#include "puzzle/index.hpp"
#include "puzzle/slitherlink/squares.hpp"
#include "puzzle/slitherlink/text.hpp"

namespace eyehand::slitherlink {
namespace {

// Indexed by the sides reached: right 1, up 2, left 4, down 8.
constexpr std::array<std::string_view, 16> kJoint = {"·", "╶", "╵", "└", "╴", "─", "┘", "┴",
                                                     "╷", "┌", "│", "├", "┐", "┬", "┤", "┼"};

}  // namespace

std::string to_picture(const Board& board) {
  const Grid::Squares size = squares_of(board, "a picture of characters");
  const int columns = size.columns, rows = size.rows;
  const auto mark = [&](int edge) { return board.marks[at(edge)]; };
  // Beyond the rim there are no marks.
  const auto horizontal = [&](int x, int y) {
    return x < 0 || x >= columns ? Mark::unknown : mark(y * columns + x);
  };
  const auto vertical = [&](int x, int y) {
    return y < 0 || y >= rows ? Mark::unknown : mark((rows + 1) * columns + y * (columns + 1) + x);
  };
  const auto draw = [](Mark its, const char* line, const char* cross, const char* unknown) {
    return its == Mark::line ? line : its == Mark::cross ? cross : unknown;
  };
  std::string out;
  out.reserve(board.clues.size() * 16);
  for (int y = 0; y <= rows; ++y) {
    for (int x = 0; x <= columns; ++x) {
      std::size_t joint = 0, side = 1;
      for (const Mark reached :
           {horizontal(x, y), vertical(x, y - 1), horizontal(x - 1, y), vertical(x, y)}) {
        if (reached == Mark::line) joint |= side;
        side *= 2;
      }
      out += kJoint[joint];
      if (x < columns) out += draw(horizontal(x, y), "───", " × ", "   ");
    }
    out += '\n';
    if (y == rows) break;
    for (int x = 0; x <= columns; ++x) {
      out += draw(vertical(x, y), "│", "×", " ");
      if (x == columns) break;
      const int clue = board.clues[at(y * columns + x)];
      out += ' ';
      out += clue == kNoClue ? ' ' : static_cast<char>('0' + clue);
      out += ' ';
    }
    while (out.back() == ' ') out.pop_back();
    out += '\n';
  }
  return out;
}

}  // namespace eyehand::slitherlink
