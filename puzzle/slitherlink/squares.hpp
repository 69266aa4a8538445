// What the text formats for boards of squares have in common.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "puzzle/slitherlink/board.hpp"
#include "puzzle/text_reader.hpp"

namespace eyehand::slitherlink {

/// The greatest number accepted in a text; `fits` checks the size.
inline constexpr int kMaxSide = static_cast<int>(kMaxEdges);
inline constexpr const char* kSizeAllowed =
    "a board has at least one row and one column, and at most 8388608 edges";
static_assert(kMaxEdges == 8388608);

/// Whether a board of squares may have this size. To be asked before anything is allocated.
bool fits(int columns, int rows);
/// Whether any edge is known to be a line or a cross.
bool has_marks(const Board& board);
/// A board without marks.
Board squares_with(int columns, int rows, std::vector<std::int8_t> clues);
/// The size of a board of squares; throws Error for other grids, which `format` cannot express.
Grid::Squares squares_of(const Board& board, const std::string& format);

/// Reads `10x10`, or the same with another character between the two.
Grid::Squares read_size(TextReader& in, char between);
/// What a character stands for: a clue or none, followed by so many faces without a clue.
struct FaceCode {
  std::int8_t clue;
  std::size_t empty;
};
/// Reads characters until the clues of this many faces are known. `expected` describes the
/// characters in messages.
std::vector<std::int8_t> read_faces(TextReader& in, std::size_t faces, const char* expected,
                                    std::optional<FaceCode> (*code_of)(char));
/// Appends letters for a run of faces without a clue: `first` stands for one, the next letter for
/// two, and so on to 'z'.
void append_run(std::string& text, int run, char first);

}  // namespace eyehand::slitherlink
