#include "puzzle/slitherlink/squares.hpp"

#include <algorithm>

namespace eyehand::slitherlink {

bool fits(int columns, int rows) {
  if (columns < 1 || rows < 1) return false;
  const auto w = static_cast<std::uint64_t>(columns), h = static_cast<std::uint64_t>(rows);
  return w <= kMaxEdges && h <= kMaxEdges && (h + 1) * w + h * (w + 1) <= kMaxEdges;
}

bool has_marks(const Board& board) {
  return std::ranges::any_of(board.marks, [](Mark mark) { return mark != Mark::unknown; });
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

Grid::Squares read_size(TextReader& in, char between) {
  Grid::Squares size;
  size.columns = in.number("width", kMaxSide);
  if (!in.take(between))
    in.fail(std::string("expected '") + between + "' between width and height");
  size.rows = in.number("height", kMaxSide);
  if (!fits(size.columns, size.rows)) in.fail(kSizeAllowed);
  return size;
}

std::vector<std::int8_t> read_faces(TextReader& in, std::size_t faces, const char* expected,
                                    std::optional<FaceCode> (*code_of)(char)) {
  std::vector<std::int8_t> clues;
  while (clues.size() < faces) {
    const auto code = code_of(in.peek());
    if (!code)
      in.fail("expected " + std::string(expected) + " for face " +
              std::to_string(clues.size() + 1) + " of " + std::to_string(faces));
    if (code->clue != kNoClue) clues.push_back(code->clue);
    // The empty faces that belong to a clue may lie beyond the last row: pzpr writes them that way.
    const auto left = faces - clues.size();
    if (code->clue == kNoClue && code->empty > left)
      in.fail("a run of " + std::to_string(code->empty) + " empty faces where only " +
              std::to_string(left) + " are left");
    clues.insert(clues.end(), std::min(code->empty, left), kNoClue);
    in.next();
  }
  return clues;
}

void append_run(std::string& text, int run, char first) {
  const int most = 'z' - first + 1;
  for (; run > 0; run -= most) text += static_cast<char>(first + std::min(run, most) - 1);
}

}  // namespace eyehand::slitherlink
