// Lights Out boards as text: the game IDs of sgt-flip, presses as rows of 0 and 1, and pictures for
// people.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "puzzle/lights/board.hpp"

namespace eyehand::lights {

/// Longest text that is read, in bytes: enough for the sets of 100x100 tiles.
inline constexpr std::size_t kMaxTextBytes = 64u << 20;

/// Reads `WxH:SETS,LIGHTS`, both hexadecimal, each a string of bits, highest first,
/// padded with zeros to whole digits. SETS has, tile by tile, row by row, one bit for each tile of
/// the board: whether it is flipped; LIGHTS has one per tile. Our extension: SETS can be `+`, for
/// the sets of Board::plus, or `[PATTERN]`, for those of Board::same; both go across the rim after
/// `w`, as in `5x5w:[101/010/101],LIGHTS`. Parameters between size and colon (`c`, `r`) and blanks
/// around the text are ignored. Throws Error with the position (counted from 1) of the first
/// mistake.
Board from_game_id(std::string_view text);

/// The inverse of from_game_id. `+` and patterns are written only for boards of more than 1024
/// tiles, where sgt-flip's form would be too long.
std::string to_game_id(const Board& board);

/// The most rows, or columns, of a pattern.
inline constexpr int kMaxPatternSide = 99;

/// What each tile flips (Board::same), as a pattern: rows of 0 and 1 separated by `/`, with the
/// tile pressed in the middle. `010/111/010` is the plus, `111` the tile and its neighbours in the
/// row. Throws Error unless rows are alike and odd in length and number, up to kMaxPatternSide.
std::vector<Offset> offsets_of(std::string_view pattern);

/// The smallest pattern with these offsets, which must lie within kMaxPatternSide / 2.
std::string to_pattern(std::span<const Offset> offsets);

/// Presses as one 0 or 1 per tile, rows separated by `/`: `010/111/010`.
std::string presses_to_text(const Board& board, const std::vector<std::uint8_t>& presses);

/// For people, one line per row: `■` for a lit tile, `·` for an unlit one; for presses, as written
/// by presses_to_text, `●` for a tile to press. `text` is a game ID or presses.
std::string to_picture(std::string_view text);
std::string to_picture(const Board& board);

}  // namespace eyehand::lights
