// Net boards as text: the game IDs of sgt-net, and a picture in box-drawing characters for people.
#pragma once

#include <string>
#include <string_view>

#include "puzzle/net/board.hpp"

namespace eyehand::net {

/// The longest text accepted, in bytes.
inline constexpr std::size_t kMaxTextBytes = 64u << 20;

/// Reads `WxH[w]:` and then, row by row, one hexadecimal digit per tile (right 1, up 2, left 4,
/// down 8), followed by `v` for a barrier on its right and `h` for one below. In the last column
/// and row of a wrapping board these lie across the rim; elsewhere on the rim they are redundant
/// and dropped. sgt-net's parameters between size and colon (`b0.3`, `a`) and surrounding blanks
/// are ignored.
///
/// Our extensions: `s` after a tile's digit makes it the source, which then cannot be turned and
/// may dangle (Rules::source_may_dangle). After the last tile, `+` begins a group of linked tiles,
/// numbered row by row from 0: `3x1:154+0,1`. Without an `s` the source is the centre tile, as in
/// sgt-net. The text does not contain the other rules; they keep their defaults. Throws Error with
/// the position (counted from 1) of the first mistake.
Board from_game_id(std::string_view text);

/// The inverse of from_game_id. Does not write locks, other rules, a source that may not dangle, or
/// barriers on the rim of a board that does not wrap.
std::string to_game_id(const Board& board);

/// The board as a picture: 2 * height + 1 lines of UTF-8, each ended by a newline, of
/// 4 * width + 1 characters. The centre of a tile shows its wires (an end is a box `■`, the source
/// `◆`, an empty tile `·`; a source that may dangle is `◇`, and linked tiles have double lines or
/// `□`). A wire is drawn up to the line between tiles, and across it where it meets another.
/// Barriers, and the rim of a board that does not wrap, are heavy lines; the rim of a wrapping
/// board is dashed. `2x2:9c34` is
///
///     ┏━━━━━━━┓
///     ┃ ┌───┐ ┃
///     ┃ │   ╵ ┃
///     ┃ └───◆ ┃
///     ┗━━━━━━━┛
std::string to_picture(const Board& board);

}  // namespace eyehand::net
