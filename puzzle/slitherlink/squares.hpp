// What the text formats for boards of squares have in common.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "puzzle/slitherlink/board.hpp"

namespace eyehand::slitherlink {

/// Numbers in texts go up to this; `fits` says which sizes there may be.
inline constexpr int kMaxSide = static_cast<int>(kMaxEdges);
inline constexpr const char* kSizeAllowed =
    "a board has at least one row and one column, and at most 8388608 edges";
static_assert(kMaxEdges == 8388608);

/// Whether a board of squares may have this size. Asked before anything is allocated.
bool fits(int columns, int rows);
/// Throws Error if the text, `what` for messages, is longer than `most` bytes.
void check_length(std::string_view text, const char* what, std::size_t most);
/// A board without marks.
Board squares_with(int columns, int rows, std::vector<std::int8_t> clues);
/// The size of a board of squares; throws Error for another, which cannot be written as `format`.
Grid::Squares squares_of(const Board& board, const std::string& format);

}  // namespace eyehand::slitherlink
