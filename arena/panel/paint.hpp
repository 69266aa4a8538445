// Draws panels. Pure functions of board, theme and area that need no window or display: the window
// shows their pictures, and tests and readers use them.
//
// A tile is drawn lit or unlit; a missing one is not drawn. A locked tile has four bolts, a start a
// thin circle along its rim, and linked neighbours are joined by a bridge in their colour. Symbols
// are drawn in their hue, with an outline where the hue is too similar to the tile. The walker is a
// frame around its tile, followed by the trail of its walk, a line; neither covers a symbol, and
// the frame does not cover bridges.
#pragma once

#include <QPointF>
#include <QRectF>
#include <span>

#include "arena/board.hpp"
#include "arena/panel/theme.hpp"
#include "puzzle/panel/board.hpp"

namespace eyehand::arena {

/// The whole panel, centred in `area` and as large as possible.
BoardLayout lay_out(const panel::Board& board, const PanelTheme& theme, const QRectF& area);

/// The tile whose cell (half-way to each neighbour) contains a point; -1 if there is none or it is
/// missing. O(1).
int tile_at(const panel::Board& board, const BoardLayout& layout, QPointF at);

/// What is drawn on top of the board.
struct PanelMarks {
  /// The tiles walked, in the order of steps, with the walker on the last. Empty: no walker.
  std::span<const int> walk{};
  /// Progress of the pulse of a solved panel, 0 to 1; invisible at both ends.
  double pulse = 0;
};

/// Draws the tiles and what is on them, but not the background. About 15 ms for 10x10 tiles full of
/// symbols in a window of 800x800.
void paint(QPainter& painter, const panel::Board& board, const PanelTheme& theme,
           const BoardLayout& layout, const PanelMarks& marks = {});

}  // namespace eyehand::arena
