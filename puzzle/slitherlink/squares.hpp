// What the text formats for boards of squares have in common.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "puzzle/slitherlink/board.hpp"
#include "puzzle/text_reader.hpp"

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

/// `10x10`, with this character between the two.
Grid::Squares read_size(TextReader& in, char between);
/// Which clue, if any, and how many empty faces after it a character stands for.
struct FaceCode {
  std::int8_t clue;
  std::size_t empty;
};
/// Reads characters until all faces are known. `expected` describes them in messages.
Board read_faces(TextReader& in, Grid::Squares size, const char* expected,
                 std::optional<FaceCode> (*code_of)(char));
/// Throws Error if more than blanks follow.
void expect_end(TextReader& in, const Board& board);

}  // namespace eyehand::slitherlink
