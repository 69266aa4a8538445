// Slitherlink boards as text: other programs' formats for squares, JSON of the graph for any grid,
// and pictures. Input is untrusted: a text that is too long or malformed is an Error that names the
// position.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "puzzle/slitherlink/board.hpp"

namespace eyehand::slitherlink {

/// The longest text accepted for one puzzle, in bytes. For JSON it is a quarter of that, since JSON
/// takes some twenty times its length in memory.
inline constexpr std::size_t kMaxTextBytes = 64u << 20;
inline constexpr std::size_t kMaxJsonBytes = kMaxTextBytes / 4;

/// Recognises the format by its first characters (`{`, a URL or `slither`, `10x10`, otherwise .slk)
/// and reads it.
Board from_text(std::string_view text);
/// Writes the shortest format that contains the whole board: a game ID for squares without marks,
/// .slk for squares with marks, JSON for other grids. from_text returns an equal board.
std::string to_text(const Board& board);
/// Splits a text into its puzzles, each in any format: an ID or URL is one line, a .slk continues
/// until the next puzzle begins, JSON until its last brace. Empty lines and lines that begin with #
/// are skipped between puzzles. Nothing is checked: a line that is not a puzzle is returned too,
/// and from_text refuses it.
std::vector<std::string> split_texts(std::string_view text);

/// sgt-loopy's game ID: `10x10t0:` (columns, rows, type of grid) and then, face by face, a digit
/// for a clue, `A` for ten and so on, and `a` ... `z` for 1 ... 26 faces without one. A difficulty
/// before the colon (`t0dh`) and surrounding blanks are ignored. Marks are not included. IDs of
/// grids without a period are refused (loopy_grids.hpp). Faces are numbered as in the ID; edges of
/// grids other than squares as in sgt-loopy's moves.
Board from_loopy_id(std::string_view text);
/// Whether from_text reads it as one.
bool is_loopy_id(std::string_view text);
/// Throws Error unless the board is of squares.
std::string to_loopy_id(const Board& board);

/// The URL of pzpr and puzz.link, `https://puzz.link/p?slither/COLUMNS/ROWS/BODY`, or its part from
/// `slither/` on. The body is row by row: `0` ... `4` is that clue, `5` ... `9` a clue of 0 ... 4
/// followed by one empty face, `a` ... `e` a clue of 0 ... 4 followed by two, `g` ... `z` are 1 ...
/// 20 empty faces, and `.` is a clue `?`, which any number of lines satisfies and which is read as
/// no clue. Marks are not included.
Board from_pzpr(std::string_view text);
/// From `slither/` on, as pzpr itself writes it. Throws Error unless the board is of squares.
std::string to_pzpr(const Board& board);

/// `.slk`: a line `ROWS COLUMNS`, then a line of digits and dots for each row of faces. If marks
/// are known, a line follows for each of the ROWS + 1 rows of horizontal edges, then one for each
/// of the ROWS rows of COLUMNS + 1 vertical edges: `.` unknown, `-` or `|` line, `x` cross.
/// Comments, which begin with #, and empty lines are skipped. One extra row of vertical edges, as
/// some programs write it, is allowed if it is all dots.
Board from_slk(std::string_view text);
/// Includes all edges if any mark is known. Throws Error unless the board is of squares.
std::string to_slk(const Board& board);

/// A JSON object:
///
///     {"vertices": [[0, 0], [1, 0], [1, 1], [0, 1], [2, 0.5]],    x and y, y downwards
///      "faces": [[0, 1, 2, 3], [1, 4, 2]],                       vertices in order around the face
///      "clues": [null, 2],                                       one per face
///      "lines": [[0, 1]], "crosses": []}                         edges by their vertices
///
/// Squares may be given, and are written, as `"columns": 10, "rows": 10` instead of vertices and
/// faces. Clues, lines and crosses are optional; any other key is an error.
Board from_json(std::string_view text);
/// On one line; coordinates survive a round trip exactly.
std::string to_json(const Board& board);

/// A board of squares as a picture: 2 * rows + 1 lines of UTF-8, each ended by a newline,
/// of 4 * columns + 1 characters. Lines are connected, vertices without one are dots, crosses are
/// `×`. `2x1t0:3a` with its answer is
///
///     ┌───┐   ·
///     │ 3 │
///     └───┘   ·
///
/// Throws Error unless the board is of squares.
std::string to_picture(const Board& board);

/// Any board as an SVG file: dots for vertices, faint lines for unknown edges, thick ones for
/// lines, small crosses, and each clue in its face.
std::string to_svg(const Board& board);

}  // namespace eyehand::slitherlink
