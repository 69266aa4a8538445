// What the text formats for boards of squares have in common.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "puzzle/slitherlink/board.hpp"

namespace eyehand::slitherlink {

/// The greatest number accepted in a text; `fits` checks the size.
inline constexpr int kMaxSide = static_cast<int>(kMaxEdges);
inline constexpr const char* kSizeAllowed =
    "a board has at least one row and one column, and at most 8388608 edges";
static_assert(kMaxEdges == 8388608);

/// Whether a board of squares may have this size. Asked before anything is allocated.
bool fits(int columns, int rows);
/// Throws Error if the text, called `what` in messages, is longer than `max` bytes.
void check_length(std::string_view text, const char* what, std::size_t max);
/// A board without marks.
Board squares_with(int columns, int rows, std::vector<std::int8_t> clues);
/// The size of a board of squares; throws Error for other grids, which `format` cannot express.
Grid::Squares squares_of(const Board& board, const std::string& format);

}  // namespace eyehand::slitherlink
