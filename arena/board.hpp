// Where the cells of a practice game's board are, and drawing the board alone.
#pragma once

#include <QImage>
#include <QPainter>
#include <QPointF>
#include <QRectF>
#include <QSize>
#include <vector>

namespace eyehand::arena {

/// Where a board's cells are, in pixels.
struct BoardLayout {
  double pitch = 0;              ///< between the centres of neighbours
  std::vector<QPointF> middles;  ///< the centres, by cell, including holes
};

/// Draws the board alone on its background, in a picture of any size; `lay_out` for the whole
/// picture returns the positions of its cells. `marks`: as for the game's `paint`. A game that
/// draws numerals needs a QGuiApplication for the fonts (the platform may be `offscreen`).
template <class Board, class Theme, class... Marks>
QImage draw(const Board& board, const Theme& theme, QSize size, const Marks&... marks) {
  QImage image(size, QImage::Format_RGB32);
  image.fill(theme.style.background);
  QPainter painter(&image);
  paint(painter, board, theme, lay_out(board, theme, QRectF(QPointF(), QSizeF(size))), marks...);
  return image;
}

}  // namespace eyehand::arena
