// Saved games of Simon Tatham's collection, which its programs open: `sgt-net FILE`.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace eyehand {

/// A game of the program that calls itself this ("Light Up"): a game ID, the moves made since, and
/// how many of them the player sees; the others can be redone.
std::string saved_game(std::string_view program, std::string_view id,
                       std::span<const std::string> moves, std::size_t seen);

/// A move from its pattern, such as "Rx,y,n": column, row, and number.
std::string move_text(std::string_view pattern, int x, int y, int n = 0);

}  // namespace eyehand
