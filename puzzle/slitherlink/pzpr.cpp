#include <algorithm>

#include "puzzle/slitherlink/squares.hpp"
#include "puzzle/slitherlink/text.hpp"
#include "puzzle/text_reader.hpp"

namespace eyehand::slitherlink {
namespace {

/// Everything up to and with `slither/`; a URL may name an editor or player (`slither_edit`).
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

/// Which clue, if any, and how many empty faces a character of the body stands for.
struct Code {
  std::int8_t clue = kNoClue;
  std::size_t empty = 0;
};

bool read_code(char c, Code& code) {
  if (c >= '0' && c <= '9') {
    code = {static_cast<std::int8_t>((c - '0') % 5), c >= '5' ? 1u : 0u};
  } else if (c >= 'a' && c <= 'e') {
    code = {static_cast<std::int8_t>(c - 'a'), 2};
  } else if (c >= 'g' && c <= 'z') {
    code = {kNoClue, static_cast<std::size_t>(c - 'g' + 1)};
  } else if (c == '.') {
    code = {kNoClue, 1};
  } else {
    return false;
  }
  return true;
}

}  // namespace

Board from_pzpr(std::string_view text) {
  check_length(text, "Slitherlink URL", kMaxTextBytes);
  TextReader in("Slitherlink URL", text);
  in.skip_blanks();
  skip_address(in);
  const int columns = in.number("width", kMaxSide);
  if (!in.take('/')) in.fail("expected '/' between width and height");
  const int rows = in.number("height", kMaxSide);
  if (!fits(columns, rows)) in.fail(kSizeAllowed);
  if (!in.take('/')) in.fail("expected '/' and the clues");
  std::vector<std::int8_t> clues;
  const auto faces = static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows);
  while (clues.size() < faces) {
    Code code;
    if (!read_code(in.peek(), code))
      in.fail("expected one of 0-9, a-e, g-z or '.' for face " + std::to_string(clues.size() + 1) +
              " of " + std::to_string(faces));
    if (code.clue != kNoClue) clues.push_back(code.clue);
    // The empty faces that belong to a clue may lie beyond the last row: pzpr writes them so.
    const auto left = faces - clues.size();
    if (code.clue == kNoClue && code.empty > left)
      in.fail("a run of " + std::to_string(code.empty) + " empty faces, where " +
              std::to_string(left) + " are left");
    clues.insert(clues.end(), std::min(code.empty, left), kNoClue);
    in.next();
  }
  in.take('/');
  in.skip_blanks();
  if (!in.done()) in.fail("expected the end after " + std::to_string(faces) + " faces");
  return squares_with(columns, rows, std::move(clues));
}

std::string to_pzpr(const Board& board) {
  const auto [columns, rows] = squares_of(board, "a URL of pzpr");
  std::string text = "slither/" + std::to_string(columns) + '/' + std::to_string(rows) + '/';
  const auto& clues = board.clues;
  const auto is_clue = [&](std::size_t face) {
    return face < clues.size() && clues[face] != kNoClue;
  };
  int run = 0;
  const auto end_run = [&] {
    if (run > 0) text += static_cast<char>('g' + run - 1);
    run = 0;
  };
  for (std::size_t face = 0; face < clues.size(); ++face) {
    if (!is_clue(face)) {
      if (++run == 20) end_run();
      continue;
    }
    end_run();
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
  end_run();
  return text;
}

}  // namespace eyehand::slitherlink
