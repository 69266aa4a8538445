// Slitherlink boards as text: the formats of other programs for squares, JSON of the graph for any
// grid, and pictures. Input is untrusted: a text that is too long, or wrong anywhere, is an Error
// that names the position.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "puzzle/slitherlink/board.hpp"

namespace eyehand::slitherlink {

/// The longest text of one puzzle accepted, in bytes; JSON, which takes some twenty times its
/// length in memory, may be a quarter of that.
inline constexpr std::size_t kMaxTextBytes = 64u << 20;
inline constexpr std::size_t kMaxJsonBytes = kMaxTextBytes / 4;

/// Recognises the format by the first characters (`{`, a URL or `slither`, `10x10`, otherwise .slk)
/// and reads it.
Board from_text(std::string_view text);
/// The shortest format that contains all of the board: a game ID for squares without marks, .slk
/// for squares with marks, JSON for other grids. from_text gives an equal board.
std::string to_text(const Board& board);
/// The puzzles of a text, in any formats, one after another: IDs and URLs are a line each, a .slk
/// goes on until the next puzzle begins, a JSON until its last brace. Empty lines and lines that
/// begin with # are left out between puzzles. Nothing is checked: what is not a puzzle is a line
/// that from_text refuses.
std::vector<std::string> split_texts(std::string_view text);

/// sgt-loopy's game ID of a board of squares, `10x10t0:` (columns, rows, type 0) and then row by
/// row a digit for a clue, `a` ... `z` for 1 ... 26 faces without one. A difficulty before the
/// colon (`t0dh`) is allowed and ignored, as are surrounding blanks. Marks are not included.
/// IDs of other types of grid are refused: they do not define the grid.
Board from_loopy_id(std::string_view text);
/// Throws Error unless the board is of squares.
std::string to_loopy_id(const Board& board);

/// The URL of pzpr and puzz.link, `https://puzz.link/p?slither/COLUMNS/ROWS/BODY`, or that from
/// `slither/` on. In the body, which goes row by row, `0` ... `4` is a clue, `5` ... `9` a clue (of
/// 5 less) and one empty face, `a` ... `e` a clue (of 10 less) and two, `g` ... `z` 1 ... 20 empty
/// faces, `.` a clue `?`, which any number of lines meets, and which is read as no clue. Marks are
/// not included.
Board from_pzpr(std::string_view text);
/// From `slither/` on, as pzpr itself writes it. Throws Error unless the board is of squares.
std::string to_pzpr(const Board& board);

/// `.slk`: a line `ROWS COLUMNS`, then a line of digits and dots for each row of faces; if marks
/// are known, then a line for each of the ROWS + 1 rows of horizontal edges, and for each of the
/// ROWS rows of COLUMNS + 1 vertical edges: `.` unknown, `-` or `|` line, `x` cross. What follows a
/// # is left out, and so are empty lines, which separate the sections. One row of vertical edges
/// too many, as some programs write it, is allowed if it is all dots.
Board from_slk(std::string_view text);
/// Includes all edges if any mark is known. Throws Error unless the board is of squares.
std::string to_slk(const Board& board);

/// A JSON object:
///
///     {"vertices": [[0, 0], [1, 0], [1, 1], [0, 1], [2, 0.5]],    x and y, y downwards
///      "faces": [[0, 1, 2, 3], [1, 4, 2]],                       vertices in order round the face
///      "clues": [null, 2],                                       one per face
///      "lines": [[0, 1]], "crosses": []}                         edges by their vertices
///
/// Squares may be given as `"columns": 10, "rows": 10` in place of vertices and faces, and are
/// written that way. Clues, lines and crosses are optional; any other key is an error.
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

/// Any board as an SVG file: vertices are dots, unknown edges faint, lines thick, crosses small
/// ones, clues numbers in their faces.
std::string to_svg(const Board& board);

}  // namespace eyehand::slitherlink
