#include "puzzle/slitherlink/text.hpp"

#include <algorithm>

#include "puzzle/slitherlink/loopy_grids.hpp"
#include "puzzle/slitherlink/squares.hpp"

namespace eyehand::slitherlink {
namespace {

constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

std::size_t digits_at(std::string_view text, std::size_t from) {
  std::size_t n = 0;
  while (from + n < text.size() && is_digit(text[from + n])) ++n;
  return n;
}

/// `10x10...`
bool begins_loopy(std::string_view text) {
  const auto digits = digits_at(text, 0);
  return digits > 0 && digits < text.size() && text[digits] == 'x' && digits_at(text, digits + 1);
}
bool begins_pzpr(std::string_view text) {
  return text.starts_with("http") || text.starts_with("slither");
}
bool begins_json(std::string_view text) {
  return text.starts_with('{');
}
/// `10 10`, and perhaps a comment.
bool begins_slk(std::string_view text) {
  const auto digits = digits_at(text, 0);
  const auto blanks = std::min(text.find_first_not_of(" \t", digits), text.size()) - digits;
  return digits > 0 && blanks > 0 && digits_at(text, digits + blanks) > 0;
}

/// The length of the text's first object; that of the whole text if the object does not end.
std::size_t json_length(std::string_view text) {
  std::size_t depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c == '\\') ++i;
      quoted = c != '"';
    } else if (c == '"') {
      quoted = true;
    } else if (c == '{') {
      ++depth;
    } else if (c == '}' && --depth == 0) {
      return i + 1;
    }
  }
  return text.size();
}

/// For IDs: a clue up to `most`, or a run of faces without one.
template <int most>
std::optional<FaceCode> loopy_code(char c) {
  const int clue = c >= 'A' ? c - 'A' + 10 : c - '0';
  if ((is_digit(c) || (c >= 'A' && c <= 'Z')) && clue <= most)
    return FaceCode{static_cast<std::int8_t>(clue), 0};
  if (c >= 'a' && c <= 'z') return FaceCode{kNoClue, static_cast<std::size_t>(c - 'a' + 1)};
  return std::nullopt;
}

Board squares_in(TextReader& in, const Grid::Squares& size) {
  return squares_with(size.columns, size.rows,
                      read_faces(in, at(size.columns) * at(size.rows),
                                 "a clue from 0 to 4, or 'a' to 'z',", loopy_code<4>));
}

/// The grid is made only if the text, of which this much is left, may be long enough for its clues.
Board other_grid_in(TextReader& in, std::size_t left, int type, const Grid::Squares& size) {
  constexpr std::size_t kMostFaces = 26;  // of one character
  const auto cells = at(size.columns) * at(size.rows);
  if (type == kTriangular && !in.take("0_"))
    in.fail(
        "expected '0_' before the clues of triangles; IDs of old versions have none and are not "
        "read");
  if (cells > kMostFaces * left) in.fail("there are too few clues for a grid of this size");
  if (cells > kMaxLoopyCells) in.fail("the grid is too large");
  Board board = Board::of(loopy_grid(type, size.columns, size.rows));
  board.clues = read_faces(in, board.clues.size(), "a clue from 0 to 9 or A to C, or 'a' to 'z',",
                           loopy_code<12>);
  for (int face = 0; face < board.grid->faces(); ++face)
    if (board.clues[at(face)] > std::ssize(board.grid->edges_of_face(face)))
      in.fail("clue " + std::to_string(board.clues[at(face)]) + " in face " +
              std::to_string(face + 1) + ", which has fewer sides");
  return board;
}

}  // namespace

Board from_text(std::string_view text) {
  const auto start = text.substr(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  if (begins_json(start)) return from_json(text);
  if (begins_pzpr(start)) return from_pzpr(text);
  if (is_loopy_id(start)) return from_loopy_id(text);
  return from_slk(text);
}

std::string to_text(const Board& board) {
  if (!board.grid->shape()) return to_json(board);
  return has_marks(board) ? to_slk(board) : to_loopy_id(board);
}

std::vector<std::string> split_texts(std::string_view text) {
  std::vector<std::string> puzzles;
  bool in_slk = false;
  while (!text.empty()) {
    text.remove_prefix(std::min(text.find_first_not_of(kLineBlanks), text.size()));
    if (begins_json(text)) {
      const auto length = json_length(text);
      puzzles.emplace_back(text.substr(0, length));
      text.remove_prefix(length);
      in_slk = false;
      continue;
    }
    const auto line = trimmed(take_line(text));
    if (begins_loopy(line) || begins_pzpr(line)) {
      puzzles.emplace_back(line);
      in_slk = false;
    } else if (begins_slk(line)) {
      puzzles.emplace_back(line);
      in_slk = true;
    } else if (in_slk) {
      puzzles.back().append("\n").append(line);
    } else if (!line.empty() && !line.starts_with('#')) {
      puzzles.emplace_back(line);
    }
  }
  return puzzles;
}

bool is_loopy_id(std::string_view text) {
  return begins_loopy(text.substr(std::min(text.find_first_not_of(" \t\r\n"), text.size())));
}

Board from_loopy_id(std::string_view text) {
  TextReader in("Slitherlink game ID", text, kMaxTextBytes);
  const auto size = read_size(in, 'x');
  if (!in.take('t')) in.fail("expected 't' and the type of the grid");
  const int type = in.number("type", kMaxSide);
  if (type != 0 && !is_periodic_in_loopy(type))
    in.fail(
        "this type of grid, such as Penrose tilings, hats and spectres, can only be read from a "
        "picture or as JSON");
  if (in.take('d') && !in.take('e') && !in.take('n') && !in.take('t') && !in.take('h'))
    in.fail("expected 'e', 'n', 't' or 'h' for the difficulty");
  if (in.peek() == '#') in.fail("a random seed is not a board: give an ID with ':' and clues");
  if (!in.take(':')) in.fail("expected ':' and the clues");
  Board board = type == 0 ? squares_in(in, size) : other_grid_in(in, text.size(), type, size);
  in.expect_end(board.clues.size(), "faces");
  return board;
}

std::string to_loopy_id(const Board& board) {
  const auto [columns, rows] = squares_of(board, "a game ID");
  std::string text = std::to_string(columns) + 'x' + std::to_string(rows) + "t0:";
  int run = 0;
  for (const auto clue : board.clues) {
    if (clue == kNoClue) {
      ++run;
      continue;
    }
    append_run(text, std::exchange(run, 0), 'a');
    text += static_cast<char>('0' + clue);
  }
  append_run(text, run, 'a');
  return text;
}

}  // namespace eyehand::slitherlink
