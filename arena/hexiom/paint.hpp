// Draws Hexiom boards. Pure functions of board, theme and area that need no window or display: the
// window shows their pictures, and tests and readers use them.
//
// A theme draws the hexagons either pointy-topped, like the rows of a level's text (neighbours side
// by side), or flat-topped, like the original game: then the board is rotated 90 degrees clockwise,
// so its first row runs down the right side, with its left end on top.
#pragma once

#include <QPointF>
#include <QRectF>
#include <vector>

#include "arena/board.hpp"
#include "arena/hexiom/theme.hpp"
#include "puzzle/hexiom/board.hpp"

namespace eyehand::arena {

/// The whole hexagon, holes included, centred in `area` and as large as possible.
BoardLayout lay_out(const hexiom::Board& board, const HexiomTheme& theme, const QRectF& area);

/// The cell whose hexagon (half-way to each neighbour) contains a point; -1 if there is none or it
/// is a hole. O(cells).
int cell_at(const hexiom::Board& board, const BoardLayout& layout, QPointF at);

/// What the player's interaction adds to the board. -1: none.
struct HexiomMarks {
  /// A piece drawn away from its cell, which appears empty.
  struct Away {
    int cell = -1;
    QPointF at;              ///< its centre
    bool is_lifted = false;  ///< drawn slightly larger, above all others, with a shadow
  };
  std::vector<Away> away;
  int hovered = -1;  ///< under the pointer, and can be lifted
  int target = -1;   ///< where the lifted piece would be dropped
};

/// Draws cells and pieces, but not the background. A piece's colour shows whether it touches as
/// many pieces as its number says, too few or too many; pieces that are away count at their cells.
/// A few milliseconds for a board of side 6 in a window of 800x800.
void paint(QPainter& painter, const hexiom::Board& board, const HexiomTheme& theme,
           const BoardLayout& layout, const HexiomMarks& marks = {});

}  // namespace eyehand::arena
