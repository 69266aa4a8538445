// Hexiom boards as text: level files, and a picture for people.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "puzzle/hexiom/board.hpp"

namespace eyehand::hexiom {

/// The longest text accepted, in bytes.
inline constexpr std::size_t kMaxTextBytes = 1u << 20;

/// Reads a level: the side alone on the first line, then the rows, each indented by its distance
/// from the middle row. A cell is two characters: a blank, or `+` if it is locked, then `.` for an
/// empty cell, a digit 0 to 6 for a piece, or `#` for a hole. Other indents are accepted; trailing
/// blanks and empty lines after the rows are ignored.
///
///     2
///       1+.
///      . 1 .
///       . 0
///
/// Throws Error with line and character (counted from 1) of the first mistake.
Board from_text(std::string_view text);

/// The inverse of from_text, without trailing blanks.
std::string to_text(const Board& board);

/// Splits a text into the levels it contains, one after another.
std::vector<std::string> split_texts(std::string_view text);

/// For people: one line per row, four characters per cell, `·` for an empty cell, locked contents
/// in brackets.
std::string to_picture(const Board& board);

}  // namespace eyehand::hexiom
