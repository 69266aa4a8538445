// How Hexiom may look: colours, shapes and fonts, by name.
#pragma once

#include <QColor>
#include <span>
#include <string_view>

#include "arena/style.hpp"

namespace eyehand::arena {

/// Lengths are in distances between the middles of neighbours.
struct HexiomTheme {
  std::string_view name;
  bool is_flat_topped = false;  ///< the text's board turned by 90 degrees clockwise

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
  double corner = 0;     ///< how much of each side is taken by the rounding of a corner
  double numeral = 0.5;  ///< height
  double squeeze = 1;    ///< of the numerals' width

  QColor cell, cell_rim;
  QColor numeral_foreground;
  QColor content, too_few, too_many;  ///< pieces, by the pieces that they touch
  QColor lock_foreground;
  Style style;  ///< ground, and what is around the board
};

/// The default is the first.
std::span<const HexiomTheme> hexiom_themes();

/// Throws Error, which lists the names there are, for any other.
const HexiomTheme& hexiom_theme(std::string_view name);

}  // namespace eyehand::arena
