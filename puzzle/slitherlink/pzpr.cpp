#include "puzzle/slitherlink/squares.hpp"
#include "puzzle/slitherlink/text.hpp"

namespace eyehand::slitherlink {
namespace {

/// Everything up to and including `slither/`; a URL may name an editor or player (`slither_edit`).
void skip_address(TextReader& in) {
  if (in.take("http")) {
    while (!in.done() && in.peek() != '?') in.next();
    if (!in.take('?')) in.fail("expected '?' and the puzzle after the address");
  }
  if (!in.take("slither")) in.fail("expected 'slither/'; other puzzles are not supported");
  in.take("link");
  if (!in.take("_edit")) in.take("_play");
  if (!in.take('/')) in.fail("expected '/' after 'slither'");
}

std::optional<FaceCode> read_code(char c) {
  if (c >= '0' && c <= '9')
    return FaceCode{static_cast<std::int8_t>((c - '0') % 5), c >= '5' ? 1u : 0u};
  if (c >= 'a' && c <= 'e') return FaceCode{static_cast<std::int8_t>(c - 'a'), 2};
  if (c >= 'g' && c <= 'z') return FaceCode{kNoClue, static_cast<std::size_t>(c - 'g' + 1)};
  if (c == '.') return FaceCode{kNoClue, 1};
  return std::nullopt;
}

}  // namespace

Board from_pzpr(std::string_view text) {
  TextReader in("Slitherlink URL", text, kMaxTextBytes);
  skip_address(in);
  const auto size = read_size(in, '/');
  if (!in.take('/')) in.fail("expected '/' and the clues");
  const auto faces = at(size.columns) * at(size.rows);
  Board board = squares_with(size.columns, size.rows,
                             read_faces(in, faces, "one of 0-9, a-e, g-z or '.'", read_code));
  in.take('/');
  in.expect_end(board.clues.size(), "faces");
  return board;
}

std::string to_pzpr(const Board& board) {
  const auto [columns, rows] = squares_of(board, "a URL of pzpr");
  std::string text = "slither/" + std::to_string(columns) + '/' + std::to_string(rows) + '/';
  const auto& clues = board.clues;
  const auto is_clue = [&](std::size_t face) {
    return face < clues.size() && clues[face] != kNoClue;
  };
  int run = 0;
  for (std::size_t face = 0; face < clues.size(); ++face) {
    if (!is_clue(face)) {
      ++run;
      continue;
    }
    append_run(text, std::exchange(run, 0), 'g');
    const int clue = clues[face];
    if (is_clue(face + 1)) {
      text += static_cast<char>('0' + clue);
    } else if (is_clue(face + 2)) {
      text += static_cast<char>('5' + clue);
      face += 1;
    } else {
      text += static_cast<char>('a' + clue);
      face += 2;
    }
  }
  append_run(text, run, 'g');
  return text;
}

}  // namespace eyehand::slitherlink
