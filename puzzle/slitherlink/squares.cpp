#include "puzzle/slitherlink/squares.hpp"

#include "puzzle/error.hpp"

namespace eyehand::slitherlink {

bool fits(int columns, int rows) {
  if (columns < 1 || rows < 1) return false;
  const auto w = static_cast<std::uint64_t>(columns), h = static_cast<std::uint64_t>(rows);
  return w <= kMaxEdges && h <= kMaxEdges && (h + 1) * w + h * (w + 1) <= kMaxEdges;
}

void check_length(std::string_view text, const char* what, std::size_t max) {
  if (text.size() > max)
    throw Error(std::string(what) + ": longer than " + std::to_string(max) + " bytes");
}

Board squares_with(int columns, int rows, std::vector<std::int8_t> clues) {
  Board board = Board::of(Grid::squares(columns, rows));
  board.clues = std::move(clues);
  return board;
}

Grid::Squares squares_of(const Board& board, const std::string& format) {
  if (const auto shape = board.grid->shape()) return *shape;
  throw Error("Only a board of squares can be written as " + format +
              "; write this one as JSON or SVG.");
}

}  // namespace eyehand::slitherlink
