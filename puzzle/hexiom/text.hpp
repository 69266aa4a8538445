// Hexiom boards as text: level files, and a picture for people.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "puzzle/hexiom/board.hpp"

namespace eyehand::hexiom {

/// Longest text that is read, in bytes.
inline constexpr std::size_t kMaxTextBytes = 1u << 20;

/// Reads a level: the side alone on the first line, then the rows, each indented by a blank a row
/// of distance from the middle one. A cell is two characters: a blank, or `+` if it is locked, then
/// `.` for an empty cell, a digit 0 to 6 for a piece, or `#` for a cell that is not of the board.
/// Any other indent is read too; blanks at the ends of lines and empty lines after the rows are
/// ignored.
///
///     2
///       1+.
///      . 1 .
///       . 0
///
/// Throws Error with line and character (counted from 1) of the first thing that is wrong.
Board from_text(std::string_view text);

/// The inverse of from_text, without blanks at the ends of lines.
std::string to_text(const Board& board);

/// The levels of a text, which may hold several one after another.
std::vector<std::string> split_texts(std::string_view text);

/// The board for people to look at: a line a row, each cell four characters wide, `·` an empty
/// cell, what is locked in brackets.
std::string to_picture(const Board& board);

}  // namespace eyehand::hexiom
