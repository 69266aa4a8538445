// Draws panels. Pure functions of board, theme and area, without a window or a display: the window
// shows their pictures, tests and readers learn from them.
//
// A tile is drawn lit or unlit, whatever it is; a missing one is not drawn. A locked one has four
// bolts, a start a thin circle along its rim, linked neighbours are joined by a bridge of their
// colour. On it is its symbol in its hue, with an outline where that is too like the tile. The
// walker is a frame around its tile, with the trail of its walk, a line, behind; neither covers a
// symbol, nor the frame a bridge.
#pragma once

#include <QImage>
#include <QPointF>
#include <QRectF>
#include <QSize>
#include <span>
#include <vector>

#include "arena/panel/theme.hpp"
#include "puzzle/panel/board.hpp"

class QPainter;

namespace eyehand::arena {

/// Where a board's tiles are, in pixels.
struct PanelLayout {
  double pitch = 0;              ///< between the middles of neighbours; whole unless it is small
  std::vector<QPointF> middles;  ///< by tile; missing ones have one too
};

/// The whole panel, as large as it fits into the middle of `area`.
PanelLayout lay_out(const panel::Board& board, const PanelTheme& theme, const QRectF& area);

/// The tile whose cell (half the way to each neighbour) is at a point; -1 for none, and for missing
/// ones. O(1).
int tile_at(const panel::Board& board, const PanelLayout& layout, QPointF at);

/// What is drawn on top of the board.
struct PanelMarks {
  /// The tiles walked, in the order of steps; the walker is on the last. Empty: there is none.
  std::span<const int> walk{};
  /// How far the pulse of a panel that is content has come, 0 to 1. It is not to be seen at either
  /// end.
  double pulse = 0;
};

/// Draws the tiles and what is on them, not the ground. Some 15 ms for 10 by 10 tiles full of
/// symbols in a window of 800 by 800.
void paint(QPainter& painter, const panel::Board& board, const PanelTheme& theme,
           const PanelLayout& layout, const PanelMarks& marks = {});

/// The board alone on its ground, in a picture of any size; `lay_out` for the whole picture says
/// where its tiles are. Needs no QGuiApplication.
QImage draw(const panel::Board& board, const PanelTheme& theme, QSize size,
            const PanelMarks& marks = {});

}  // namespace eyehand::arena
