// Lights Out boards as text: the game IDs of sgt-flip, presses as rows of 0 and 1, and pictures for
// people.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "puzzle/lights/board.hpp"

namespace eyehand::lights {

/// Longest text that is read, in bytes: enough for the sets of 100x100 tiles.
inline constexpr std::size_t kMaxTextBytes = 64u << 20;

/// Reads `WxH:SETS,LIGHTS`, both hexadecimal, each a string of bits with the first one highest and
/// filled up with zeros to whole digits. SETS has, tile by tile, row by row, one bit for each tile
/// of the board that it flips; LIGHTS has one a tile. As an addition of ours SETS may be `+`, for
/// the sets of Board::plus. Parameters between size and colon (`c`, `r`) are allowed and ignored,
/// blanks around the text too. Throws Error with the place (counted from 1) of the first thing that
/// is wrong.
Board from_game_id(std::string_view text);

/// The inverse of from_game_id. The sets of Board::plus are written as `+` on boards of more than
/// 1024 tiles, for which sgt-flip's way is too long, and on no others.
std::string to_game_id(const Board& board);

/// Presses as one 0 or 1 a tile, rows parted by `/`: `010/111/010`.
std::string presses_to_text(const Board& board, const std::vector<std::uint8_t>& presses);

/// For people, one line a row: `■` for a lit tile, `·` for another. Of presses, as
/// presses_to_text has them, `●` for a tile to be pressed. `text` is a game ID or presses.
std::string to_picture(std::string_view text);
std::string to_picture(const Board& board);

}  // namespace eyehand::lights
