#include <array>

#include "puzzle/slitherlink/squares.hpp"
#include "puzzle/slitherlink/text.hpp"

namespace eyehand::slitherlink {
namespace {

// Indexed by the sides reached: right 1, up 2, left 4, down 8.
constexpr std::array<std::string_view, 16> kJoint = {"·", "╶", "╵", "└", "╴", "─", "┘", "┴",
                                                     "╷", "┌", "│", "├", "┐", "┬", "┤", "┼"};

class Picture {
 public:
  Picture(const Board& board, Grid::Squares size) : board_(board), size_(size) {}

  std::string draw() const {
    std::string out;
    out.reserve(board_.clues.size() * 16);
    for (int y = 0; y <= size_.rows; ++y) {
      for (int x = 0; x <= size_.columns; ++x) {
        out += kJoint[joint(x, y)];
        if (x < size_.columns) out += level_text(level(x, y));
      }
      out += '\n';
      if (y == size_.rows) break;
      for (int x = 0; x <= size_.columns; ++x) {
        out += upright_text(upright(x, y));
        if (x < size_.columns) draw_clue(out, x, y);
      }
      while (out.back() == ' ') out.pop_back();
      out += '\n';
    }
    return out;
  }

 private:
  /// The mark of an edge; none beyond the rim.
  Mark level(int x, int y) const {
    if (x < 0 || x >= size_.columns) return Mark::unknown;
    return board_.marks[static_cast<std::size_t>(y) * static_cast<std::size_t>(size_.columns) +
                        static_cast<std::size_t>(x)];
  }
  Mark upright(int x, int y) const {
    if (y < 0 || y >= size_.rows) return Mark::unknown;
    const auto columns = static_cast<std::size_t>(size_.columns);
    const auto before = columns * static_cast<std::size_t>(size_.rows + 1);
    return board_
        .marks[before + static_cast<std::size_t>(y) * (columns + 1) + static_cast<std::size_t>(x)];
  }
  std::size_t joint(int x, int y) const {
    const auto is_line = [](Mark mark) { return mark == Mark::line; };
    return (is_line(level(x, y)) ? 1u : 0u) | (is_line(upright(x, y - 1)) ? 2u : 0u) |
           (is_line(level(x - 1, y)) ? 4u : 0u) | (is_line(upright(x, y)) ? 8u : 0u);
  }
  static std::string_view level_text(Mark mark) {
    return mark == Mark::line ? "───" : mark == Mark::cross ? " × " : "   ";
  }
  static std::string_view upright_text(Mark mark) {
    return mark == Mark::line ? "│" : mark == Mark::cross ? "×" : " ";
  }
  void draw_clue(std::string& out, int x, int y) const {
    const int clue =
        board_.clues[static_cast<std::size_t>(y) * static_cast<std::size_t>(size_.columns) +
                     static_cast<std::size_t>(x)];
    out += ' ';
    out += clue == kNoClue ? ' ' : static_cast<char>('0' + clue);
    out += ' ';
  }

  const Board& board_;
  const Grid::Squares size_;
};

}  // namespace

std::string to_picture(const Board& board) {
  return Picture(board, squares_of(board, "a picture of characters")).draw();
}

}  // namespace eyehand::slitherlink
