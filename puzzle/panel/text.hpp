// Panels as text: the codes of Taiji Maker, answers as rows of 0 and 1, and a picture for people.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "puzzle/panel/board.hpp"

namespace eyehand::panel {

/// The longest text accepted, in bytes.
inline constexpr std::size_t kMaxTextBytes = 1u << 20;

/// Reads a Taiji Maker code: the width and `:`, then tile after tile, row by row, as many as fill
/// whole rows. A tile is up to five characters:
///
///     @           a start tile (our extension: the maker's panels are not walked)
///     < ^ /       linked to its left neighbour, to its upper one, to both
///     A to Z      dot 1 to 9, dot -1 to -9, diamond, bar, slash, flower 0 to 4
///     roygbpkw    red, orange, yellow, green, blue, purple, white, and w for black
///     0 to 7      4 if locked, 2 if lit, 1 if the symbol is hidden; 8 if the tile is missing
///
/// `+A` to `+Z` stand for 1 to 26 digits `0`, and `-A` to `-Z` for 1 to 26 digits `8`; the first of
/// them can belong to a tile with a symbol. `3:Kw2022+BFw62Dw4` is a panel of three rows. The marks
/// of a missing tile are dropped; a hue without a symbol is kept. Surrounding blanks are ignored.
/// Throws Error with the position (counted from 1) of the first mistake.
Board from_code(std::string_view text);

/// The inverse of from_code, with runs for three or more consecutive `0` or `8`, like the maker.
std::string to_code(const Board& board);

/// The states as a string of 0 and 1, row by row.
std::string answer_string(std::span<const std::uint8_t> lit);

/// The codes of a text, one per line. Anything after a blank (such as an answer), empty lines and
/// lines that begin with `#` are ignored.
std::vector<std::string> split_texts(std::string_view text);

/// The symbols in a list that a person wrote: "dots,flowers". Throws Error for an unknown name.
inline constexpr std::string_view kSymbolNames = "dots, diamonds, bars, slashes, flowers";
std::vector<Symbol> symbols_named(std::string_view names);

/// The board for people, one line per row and five characters per tile: its state (`#` lit, `.`
/// unlit), `!` if locked, otherwise `@` if a walk can start there, then its symbol (a dot's value
/// `+3`, `<>` a diamond, `==` a bar, `//` a slash, `*2` a flower) and the letter of its hue as in
/// the code. A link to the left is a `=` between the tiles, one upwards a `"` on a line of its own.
/// Missing tiles are blank.
std::string to_picture(const Board& board);

}  // namespace eyehand::panel
