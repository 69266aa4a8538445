// Text formats of grid puzzles as combinators: each reads and writes one part of a text, and a
// format is their sum. A text from outside that does not fit throws Error with the position.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "puzzle/model/board.hpp"
#include "puzzle/text_reader.hpp"

namespace eyehand::model {

struct Codec {
  std::function<void(TextReader&, Board&)> read;
  std::function<void(const Board&, std::string&)> write;
};
/// One after the other.
Codec operator+(Codec first, Codec second);

/// Texts are at most this long.
inline constexpr std::size_t kMaxText = 1'000'000;

/// Reads or writes a whole text; `what` is for messages: "Light Up game ID".
Board read_text(const Codec& codec, std::string_view what, std::string_view text);
std::string write_text(const Codec& codec, const Board& board);

/// This text itself.
Codec literally(std::string text);

// Game IDs of Simon Tatham's collection.

/// Reads the parameters up to the colon, and that; without the difficulty, which is the letter that
/// follows a d.
std::string tatham_parameters(TextReader& in);
/// "9x7" and a colon, with the parameters between them, of which Board::variant keeps those letters
/// that change the rules. With `square`, "9" as well.
Codec tatham_size(std::string variants = {}, bool square = false);
/// Clues as characters, of which the first means 0, and a letter a to z for 1 to 26 blank cells.
Codec symbols_or_gaps(std::string symbols);
/// Clues from 1 to `most(board)` as decimals with `_` between adjacent ones, and letters as above,
/// in the cells' clues, or in a layer.
Codec numbers_or_gaps(std::function<int(const Board&)> most, int layer = -1);
/// Each character says how many blank cells come next, and which clue follows them: its places in
/// `of_clue`, one text per clue from 0 on. A character of `jumps`, of which there is one or one
/// per clue that comes next, stands for 25 blank cells and no clue. The clue after the last cell is
/// any; the first is written.
Codec gaps_and_clues(std::vector<std::string> of_clue, std::string jumps);
/// One clue per cell: 1 to 9, then a, b, ...
Codec digits();
/// The numbers of the lines at these sides (`t` above, `b` below, `l` left, `r` right), lines
/// parted by `between`, numbers by `inner`; without `inner`, at most one number each.
Codec lines(std::string sides, char between, char inner = 0);
/// A layer of connected blocks, as the sides between cells that part no blocks.
Codec blocks(int layer);

// URLs of pzpr (puzz.link): "http://.../p?NAME/9/7/", or the text from NAME on.

Codec pzpr_size(std::string name);
/// Clues 0 to 4, and 5 where the URL has a dot.
Codec pzpr_four();
/// Numbers from 1 to `most(board)`, which is at most 255.
Codec pzpr_numbers(std::function<int(const Board&)> most);

}  // namespace eyehand::model
