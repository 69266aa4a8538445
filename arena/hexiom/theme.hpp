// The themes of Hexiom: colours, shapes and fonts.
#pragma once

#include <QColor>
#include <span>
#include <string_view>

#include "arena/style.hpp"

namespace eyehand::arena {

/// Lengths are in pitches, from one cell's centre to the next.
struct HexiomTheme {
  std::string_view name;
  bool is_flat_topped = false;  ///< the board of the text, rotated 90 degrees clockwise

  enum class Piece {
    bevelled,  ///< filled with its colour, lit from above
    tile,      ///< a tile of paper with a rim of its colour
    outlined,  ///< a glowing line of its colour
  };
  Piece piece = Piece::bevelled;
  enum class Lock {
    claws,        ///< two grips at the upper edge
    padlock,      ///< a small one above the numeral
    double_line,  ///< a second line within the first
  };
  Lock lock = Lock::claws;

  double width = 0.96;   ///< of a cell, from side to side
  double corner = 0;     ///< share of each side taken by the rounding of a corner
  double numeral = 0.5;  ///< height
  double squeeze = 1;    ///< horizontal scale of the numerals

  QColor cell, cell_rim;
  QColor numeral_foreground;
  QColor content, too_few, too_many;  ///< pieces, by how many pieces they touch
  QColor lock_foreground;
  Style style;  ///< background, and what surrounds the board
};

/// The default is the first.
std::span<const HexiomTheme> hexiom_themes();

}  // namespace eyehand::arena
