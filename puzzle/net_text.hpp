// Net boards as text: the game IDs of sgt-net, and a picture in box-drawing characters for people.
#pragma once

#include <string>
#include <string_view>

#include "puzzle/net.hpp"

namespace eyehand::net {

/// Longest text that is read, in bytes, and most tiles a board read from text may have.
inline constexpr std::size_t kMaxTextBytes = 64u << 20;
inline constexpr std::size_t kMaxTiles = 16u << 20;

/// Reads `WxH[w]:` and then, row by row, one hexadecimal digit a tile (right 1, up 2, left 4, down 8),
/// `v` after it for a barrier on its right, `h` for one below. sgt-net's parameters between size and
/// colon (`b0.3`, `a`) are allowed and ignored. The source is the middle tile, as in sgt-net. Rules are
/// the defaults: the text does not hold them.
/// Throws Error with the place of the first thing that is wrong.
Board from_game_id(std::string_view text);

/// The inverse of from_game_id. Barriers on the rim of a board that does not wrap are not written.
std::string to_game_id(const Board& board);

/// The board as `height` lines of UTF-8 box-drawing characters, for people to look at. See net_text.cpp
/// for its form.
std::string to_picture(const Board& board);

}  // namespace eyehand::net
