#include <algorithm>

#include "puzzle/slitherlink/squares.hpp"
#include "puzzle/slitherlink/text.hpp"

namespace eyehand::slitherlink {
namespace {

[[noreturn]] void fail(std::size_t line, const std::string& why) {
  throw Error("Slitherlink .slk, line " + std::to_string(line) + ": " + why);
}

/// The lines that are not empty, without comments or surrounding blanks.
class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text) { advance(); }

  bool done() const { return line_.empty(); }
  std::string_view line() const { return line_; }
  /// Its number, counted from 1; at the end, that of the last line.
  std::size_t number() const { return number_; }
  void advance() {
    line_ = {};
    while (line_.empty() && !text_.empty()) {
      line_ = take_line(text_);
      line_ = trimmed(line_.substr(0, line_.find('#')));
      ++number_;
    }
  }

 private:
  std::string_view text_, line_;
  std::size_t number_ = 0;
};

Grid::Squares read_size(Lines& lines) {
  if (lines.done())
    fail(std::max<std::size_t>(lines.number(), 1), "the text is empty; expected 'ROWS COLUMNS'");
  if (lines.line().front() < '0' || lines.line().front() > '9')
    fail(lines.number(),
         "expected 'ROWS COLUMNS', or a text that begins as another format: '10x10t0:', "
         "'slither/10/10/', 'http', '{'");
  const auto where = "Slitherlink .slk, line " + std::to_string(lines.number());
  TextReader in(where, lines.line(), kMaxTextBytes);
  Grid::Squares size;
  size.rows = in.number("rows", kMaxSide);
  if (in.peek() != ' ' && in.peek() != '\t') in.fail("expected 'ROWS COLUMNS'");
  in.skip_blanks();
  size.columns = in.number("columns", kMaxSide);
  if (!in.done()) in.fail("expected the end of the line after 'ROWS COLUMNS'");
  if (!fits(size.columns, size.rows)) in.fail(kSizeAllowed);
  lines.advance();
  return size;
}

/// Passes each character of `rows` lines of `columns` characters to `take`, which returns whether
/// it is allowed.
template <class Take>
void read_section(Lines& lines, int rows, int columns, const std::string& what, const char* allowed,
                  Take&& take) {
  for (int row = 0; row < rows; ++row) {
    if (lines.done())
      fail(lines.number(), "the text ends after " + std::to_string(row) + " of " +
                               std::to_string(rows) + " rows of " + what);
    const auto line = lines.line();
    for (std::size_t i = 0; i < line.size() && i < at(columns); ++i)
      if (!take(line[i]))
        fail(lines.number(), "expected " + std::string(allowed) + " as character " +
                                 std::to_string(i + 1) + " of a row of " + what);
    if (line.size() != at(columns))
      fail(lines.number(), std::to_string(line.size()) + " characters in a row of " + what +
                               "; expected " + std::to_string(columns));
    lines.advance();
  }
}

}  // namespace

Board from_slk(std::string_view text) {
  check_length(text, "Slitherlink .slk", kMaxTextBytes);
  Lines lines(text);
  const Grid::Squares size = read_size(lines);
  std::vector<std::int8_t> clues;
  read_section(lines, size.rows, size.columns, "clues", "a clue from 0 to 4 or '.'", [&](char c) {
    clues.push_back(c == '.' ? kNoClue : static_cast<std::int8_t>(c - '0'));
    return c == '.' || (c >= '0' && c <= '4');
  });
  std::vector<Mark> marks;
  if (!lines.done()) {
    const auto take = [&](char c) {
      marks.push_back(c == '.' ? Mark::unknown : c == 'x' ? Mark::cross : Mark::line);
      return c == '.' || c == 'x' || c == '-' || c == '|';
    };
    constexpr const char* kAllowed = "'.', '-', '|' or 'x'";
    read_section(lines, size.rows + 1, size.columns, "horizontal edges", kAllowed, take);
    read_section(lines, size.rows, size.columns + 1, "vertical edges", kAllowed, take);
    if (!lines.done() && lines.line() == std::string(at(size.columns) + 1, '.')) lines.advance();
    if (!lines.done()) fail(lines.number(), "expected the end after the edges");
  }
  Board board = squares_with(size.columns, size.rows, std::move(clues));
  if (!marks.empty()) board.marks = std::move(marks);
  return board;
}

std::string to_slk(const Board& board) {
  const auto [columns, rows] = squares_of(board, ".slk");
  std::string text = std::to_string(rows) + ' ' + std::to_string(columns) + '\n';
  const auto write = [&text](int height, int width, auto&& character) {
    text += '\n';
    for (int y = 0; y < height; ++y, text += '\n')
      for (int x = 0; x < width; ++x) text += character(at(y * width + x));
  };
  write(rows, columns, [&](std::size_t face) {
    return board.clues[face] == kNoClue ? '.' : static_cast<char>('0' + board.clues[face]);
  });
  if (!has_marks(board)) return text;
  const auto horizontal = at(rows + 1) * at(columns);
  const auto character = [&](std::size_t edge) {
    switch (board.marks[edge]) {
      case Mark::line:
        return edge < horizontal ? '-' : '|';
      case Mark::cross:
        return 'x';
      case Mark::unknown:
        break;
    }
    return '.';
  };
  write(rows + 1, columns, character);
  write(rows, columns + 1, [&](std::size_t edge) { return character(horizontal + edge); });
  return text;
}

}  // namespace eyehand::slitherlink
