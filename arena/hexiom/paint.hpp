// Draws Hexiom boards. Pure functions of board, theme and area, without a window or a display: the
// window shows their pictures, tests and readers learn from them.
//
// A theme may draw the hexagons pointy-topped, as the rows of a level's text lie (neighbours side
// by side), or flat-topped, as the original game did: then the text's board is turned by 90 degrees
// clockwise, its first row runs down the right side, and its left end is on top.
#pragma once

#include <QImage>
#include <QPointF>
#include <QRectF>
#include <QSize>
#include <vector>

#include "arena/hexiom/theme.hpp"
#include "puzzle/hexiom/board.hpp"

class QPainter;

namespace eyehand::arena {

/// Where a board's cells are, in pixels.
struct HexiomLayout {
  double pitch = 0;              ///< between the middles of neighbours
  std::vector<QPointF> middles;  ///< by cell; holes have one too
};

/// The whole hexagon, holes included, as large as it fits into the middle of `area`.
HexiomLayout lay_out(const hexiom::Board& board, const HexiomTheme& theme, const QRectF& area);

/// The cell whose hexagon (half the way to each neighbour) is at a point; -1 for none, and for
/// holes. O(cells).
int cell_at(const hexiom::Board& board, const HexiomLayout& layout, QPointF at);

/// What a player's hand adds to the board. All cells -1: nothing.
struct HexiomMarks {
  /// A piece that is drawn elsewhere than on its cell, which looks empty.
  struct Away {
    int cell = -1;
    QPointF at;              ///< its middle
    bool is_lifted = false;  ///< drawn a little larger, above all others, with its shadow
  };
  std::vector<Away> away;
  int hovered = -1;  ///< under the pointer and could be lifted
  int target = -1;   ///< where the lifted piece would be dropped
};

/// Draws cells and pieces, not the ground. A piece's colour says whether it touches as many pieces
/// as its number says, too few or too many; pieces that are away count where they were.
/// Some milliseconds for a board of side 6 in a window of 800 by 800.
void paint(QPainter& painter, const hexiom::Board& board, const HexiomTheme& theme,
           const HexiomLayout& layout, const HexiomMarks& marks = {});

/// The board alone on its ground, in a picture of any size. Needs a QGuiApplication for the fonts
/// (the platform may be `offscreen`).
QImage draw(const hexiom::Board& board, const HexiomTheme& theme, QSize size,
            const HexiomMarks& marks = {});

}  // namespace eyehand::arena
