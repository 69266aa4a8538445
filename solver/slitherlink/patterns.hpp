// Rules on squares as small pictures: where clues and marks are as in the first, the marks of the
// second follow. They are data, in patterns.txt, which is built into the program.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "puzzle/slitherlink/board.hpp"

namespace eyehand::slitherlink {

struct Pattern {
  std::string name;
  std::string because;  ///< why it holds, a clause for people; empty for contradictions
  bool is_easy = false;
  /// Holds unless the whole solution is a loop within the picture: there must be a clue elsewhere
  /// that such a loop cannot meet.
  bool needs_way_out = false;
  bool is_contradiction = false;   ///< nothing fits the picture; `after` is empty
  int columns = 0, rows = 0;       ///< 1 to 3
  std::vector<std::int8_t> clues;  ///< row by row; kNoClue fits every face
  /// Edges numbered as in Grid::squares. In `before` unknown fits every mark; what lies beyond the
  /// board is a cross. In `after` unknown implies nothing.
  std::vector<Mark> before, after;
  bool operator==(const Pattern&) const = default;
};

/// Reads a file of patterns. Throws Error with the line's number.
std::vector<Pattern> parse_patterns(std::string_view text);

/// The patterns of patterns.txt.
const std::vector<Pattern>& patterns();

/// The pattern turned and mirrored in one of eight ways; 0 leaves it unchanged.
Pattern oriented(const Pattern& pattern, int orientation);

}  // namespace eyehand::slitherlink
