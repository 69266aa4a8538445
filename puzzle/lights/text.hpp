// Lights Out boards as text: sgt-flip's game IDs, presses as rows of 0 and 1, and pictures for
// people.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "puzzle/lights/board.hpp"

namespace eyehand::lights {

/// The longest text accepted, in bytes: enough for the sets of 100x100 tiles.
inline constexpr std::size_t kMaxTextBytes = 64u << 20;

/// Reads `WxH:SETS,LIGHTS`. SETS and LIGHTS are bits in hexadecimal, highest first, padded with
/// zeros to whole digits: SETS has for each tile, row by row, one bit per tile of the board that
/// says whether it is flipped, LIGHTS has one bit per tile. Our extension: SETS can be `+`, for the
/// sets of Board::plus, or `[PATTERN]`, for those of Board::same; after `w` both cross the rim, as
/// in `5x5w:[101/010/101],LIGHTS`. Parameters between size and colon (`c`, `r`) and surrounding
/// blanks are ignored. Throws Error with the position (counted from 1) of the first mistake.
Board from_game_id(std::string_view text);

/// The inverse of from_game_id. `+` and patterns are written only for boards of more than 1024
/// tiles, where sgt-flip's form would be too long.
std::string to_game_id(const Board& board);

/// The most rows or columns a pattern may have.
inline constexpr int kMaxPatternSide = 99;

/// Reads what each tile flips (Board::same) from a pattern: rows of 0 and 1 separated by `/`, with
/// the pressed tile in the centre. `010/111/010` is the plus, `111` the tile and its neighbours in
/// the row. Throws Error unless all rows have the same length, and length and number of rows are
/// odd and at most kMaxPatternSide.
std::vector<Offset> offsets_of(std::string_view pattern);

/// The smallest pattern with these offsets, none of which may exceed kMaxPatternSide / 2.
std::string to_pattern(std::span<const Offset> offsets);

/// Presses as one 0 or 1 per tile, rows separated by `/`: `010/111/010`.
std::string presses_to_text(const Board& board, const std::vector<std::uint8_t>& presses);

/// For people, one line per row: `■` for a lit tile, `·` for an unlit one.
std::string to_picture(const Board& board);
/// The same for a game ID, or for presses as presses_to_text writes them, with `●` for a tile to
/// press.
std::string to_picture(std::string_view text);

}  // namespace eyehand::lights
