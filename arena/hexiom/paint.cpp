#include "arena/hexiom/paint.hpp"

#include <QLinearGradient>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "puzzle/index.hpp"

namespace eyehand::arena {
namespace {

using hexiom::Board;
using hexiom::Cell;

/// What a theme draws with on this screen: lengths in pixels.
struct Brush {
  QPainter& painter;
  const HexiomTheme& theme;
  double pitch;

  /// Never so thin that it fades.
  double line(double share) const { return std::max(share * pitch, 1.0); }
};

QPointF turned(double radius, double degrees) {
  const double angle = degrees * std::numbers::pi / 180;
  return {radius * std::cos(angle), radius * std::sin(angle)};
}

/// A regular polygon around (0, 0) with its first corner at `degrees` clockwise from the right. The
/// rounded corners take the share `rounding` of each side at both of its ends.
QPainterPath polygon(int corners, double radius, double degrees, double rounding) {
  QPainterPath path;
  for (int i = 0; i < corners; ++i) {
    const auto corner = [&](int k) { return turned(radius, degrees + 360.0 * k / corners); };
    const QPointF here = corner(i);
    const QPointF in = here + (corner(i - 1) - here) * rounding;
    const QPointF out = here + (corner(i + 1) - here) * rounding;
    if (i == 0)
      path.moveTo(in);
    else
      path.lineTo(in);
    if (rounding > 0) path.quadTo(here, out);
  }
  path.closeSubpath();
  return path;
}

/// A cell's hexagon, `width` (of the pitch) from side to side.
QPainterPath hexagon(const Brush& brush, double width) {
  const double radius = width * brush.pitch / std::numbers::sqrt3;
  return polygon(6, radius, brush.theme.is_flat_topped ? 0 : 30, brush.theme.corner);
}

QColor with_alpha(QColor colour, double alpha) {
  colour.setAlphaF(static_cast<float>(alpha));
  return colour;
}

bool is_dark(const QColor& colour) {
  return colour.lightness() < 128;
}

QLinearGradient from_above(const QPainterPath& path, const QColor& top, const QColor& bottom) {
  const QRectF box = path.boundingRect();
  QLinearGradient gradient(box.topLeft(), box.bottomLeft());
  gradient.setColorAt(0, top);
  gradient.setColorAt(1, bottom);
  return gradient;
}

/// The original's grips: pentagons that hold the upper edge at both of its ends.
void paint_claws(const Brush& brush) {
  const HexiomTheme& theme = brush.theme;
  const double pitch = brush.pitch;
  const QPainterPath grip = polygon(5, 0.135 * pitch, 90, 0.06);
  for (const double side : {-1.0, 1.0}) {
    brush.painter.save();
    brush.painter.translate(side * 0.25 * pitch, -0.37 * pitch);
    brush.painter.rotate(-side * 14);
    QLinearGradient light(-0.12 * pitch, -0.1 * pitch, 0.1 * pitch, 0.12 * pitch);
    light.setColorAt(0, theme.lock_foreground.lighter(135));
    light.setColorAt(0.5, theme.lock_foreground);
    light.setColorAt(1, theme.lock_foreground.darker(130));
    draw_path(brush.painter, grip, QPen(QColor(0x3c, 0x3c, 0x3c), 0.024 * pitch), light);
    brush.painter.restore();
  }
}

void paint_padlock(const Brush& brush, double y) {
  const double unit = brush.pitch * 0.95;
  QPainter& painter = brush.painter;
  painter.setPen(QPen(brush.theme.lock_foreground, brush.line(0.028), Qt::SolidLine, Qt::FlatCap));
  painter.setBrush(Qt::NoBrush);
  const QRectF bow(-0.05 * unit, (y - 0.085) * unit, 0.1 * unit, 0.12 * unit);
  painter.drawArc(bow, 0, 180 * 16);
  painter.setPen(Qt::NoPen);
  painter.setBrush(brush.theme.lock_foreground);
  painter.drawRoundedRect(QRectF(-0.085 * unit, (y - 0.028) * unit, 0.17 * unit, 0.115 * unit),
                          0.02 * unit, 0.02 * unit);
}

void paint_cell(const Brush& brush, bool is_locked) {
  const HexiomTheme& theme = brush.theme;
  QPainter& painter = brush.painter;
  const QPainterPath shape = hexagon(brush, theme.width);
  switch (theme.piece) {
    case HexiomTheme::Piece::bevelled:
      // Sunk into the background: dark above, lit below.
      draw_path(painter, shape, Qt::NoPen,
                from_above(shape, theme.cell.darker(116), theme.cell_rim.lighter(108)));
      painter.setBrush(theme.cell);
      painter.drawPath(hexagon(brush, theme.width - 0.07));
      break;
    case HexiomTheme::Piece::tile:
      draw_path(painter, shape, QPen(theme.cell_rim, brush.line(0.02)), theme.cell);
      break;
    case HexiomTheme::Piece::outlined:
      draw_path(painter, shape,
                QPen(is_locked ? theme.lock_foreground : theme.cell_rim, brush.line(0.025)),
                theme.cell);
      break;
  }
}

void paint_numeral(const Brush& brush, Cell piece, const QColor& foreground, double down = 0) {
  const HexiomTheme& theme = brush.theme;
  const double height = theme.numeral * brush.pitch;
  QPainterPath path = letters(QString::number(piece), theme.style, height);
  path = QTransform::fromScale(theme.squeeze, 1).map(path);
  path.translate(-path.boundingRect().center().x(), height / 2 + down * brush.pitch);
  // A thin font stays a line of a pixel when it gets small.
  const double thickened =
      theme.style.weight < QFont::Normal ? std::max(1.25 - 0.055 * height, 0.0) : 0;
  draw_path(brush.painter, path, thickened > 0 ? QPen(foreground, thickened) : QPen(Qt::NoPen),
            foreground);
}

void paint_bevelled(const Brush& brush, const QColor& colour) {
  QPainter& painter = brush.painter;
  const QPainterPath shape = hexagon(brush, brush.theme.width);
  draw_path(painter, shape, Qt::NoPen, from_above(shape, colour.lighter(125), colour.darker(150)));
  const QPainterPath inner = hexagon(brush, brush.theme.width - 0.09);
  painter.setBrush(from_above(inner, mixed(colour, Qt::white, 0.14), colour.darker(108)));
  painter.drawPath(inner);
}

void paint_tile(const Brush& brush, const QColor& colour, bool is_locked) {
  QPainter& painter = brush.painter;
  const HexiomTheme& theme = brush.theme;
  draw_path(painter, hexagon(brush, theme.width + 0.03).translated(0, 0.03 * brush.pitch),
            Qt::NoPen, QColor(0x50, 0x40, 0x20, 0x28));
  const double rim = 0.075;
  draw_path(painter, hexagon(brush, theme.width - rim),
            QPen(colour, rim * brush.pitch, Qt::SolidLine, Qt::SquareCap, Qt::RoundJoin),
            is_locked ? QColor(0xee, 0xe8, 0xda) : QColor(0xff, 0xfd, 0xf8));
}

void paint_outlined(const Brush& brush, const QColor& colour, bool is_locked) {
  QPainter& painter = brush.painter;
  const HexiomTheme& theme = brush.theme;
  const QPainterPath shape = hexagon(brush, theme.width);
  painter.setBrush(Qt::NoBrush);
  for (const double glow : {0.15, 0.09}) {
    painter.setPen(QPen(with_alpha(colour, 0.13), glow * brush.pitch));
    painter.drawPath(shape);
  }
  draw_path(painter, shape, QPen(colour, brush.line(0.032)), mixed(theme.cell, colour, 0.12));
  if (!is_locked) return;
  painter.setBrush(Qt::NoBrush);
  painter.drawPath(hexagon(brush, theme.width - 0.16));
}

void paint_piece(const Brush& brush, Cell piece, const QColor& colour, bool is_locked) {
  const HexiomTheme& theme = brush.theme;
  switch (theme.piece) {
    case HexiomTheme::Piece::bevelled:
      paint_bevelled(brush, colour);
      paint_numeral(brush, piece, theme.numeral_foreground);
      break;
    case HexiomTheme::Piece::tile:
      paint_tile(brush, colour, is_locked);
      paint_numeral(brush, piece, theme.numeral_foreground, is_locked ? 0.065 : 0);
      break;
    case HexiomTheme::Piece::outlined:
      paint_outlined(brush, colour, is_locked);
      paint_numeral(brush, piece, mixed(colour, theme.numeral_foreground, 0.55));
      break;
  }
}

void paint_lock(const Brush& brush, bool is_piece) {
  switch (brush.theme.lock) {
    case HexiomTheme::Lock::claws:
      paint_claws(brush);
      break;
    case HexiomTheme::Lock::padlock:
      paint_padlock(brush, is_piece ? -0.285 : 0);
      break;
    case HexiomTheme::Lock::double_line:
      if (is_piece) break;  // drawn with the piece, in its colour
      draw_path(brush.painter, hexagon(brush, brush.theme.width - 0.16),
                QPen(brush.theme.lock_foreground, brush.line(0.025)), Qt::NoBrush);
      break;
  }
}

const QColor& colour_of(const HexiomTheme& theme, int touched, int wanted) {
  if (touched == wanted) return theme.content;
  return touched < wanted ? theme.too_few : theme.too_many;
}

}  // namespace

BoardLayout lay_out(const Board& board, const HexiomTheme& theme, const QRectF& area) {
  const Hexagon cells(board.side);
  // The board's extent in pitches, along the rows of the level's text and across them.
  const double along = 2 * board.side - 1 + 0.2;
  const double across = (2 * board.side - 2) * std::sqrt(0.75) + 2 / std::numbers::sqrt3 + 0.2;
  BoardLayout layout;
  layout.pitch = theme.is_flat_topped ? std::min(area.width() / across, area.height() / along)
                                      : std::min(area.width() / along, area.height() / across);
  for (int cell = 0; cell < cells.size(); ++cell) {
    const Hexagon::Point p = cells.middle(cell);
    const QPointF place = theme.is_flat_topped ? QPointF(-p.y, p.x) : QPointF(p.x, p.y);
    layout.middles.push_back(area.center() + place * layout.pitch);
  }
  return layout;
}

int cell_at(const Board& board, const BoardLayout& layout, QPointF point) {
  // In a hexagonal lattice, a point belongs to the cell with the nearest centre. At the rim, points
  // farther away than a corner belong to none.
  int best = -1;
  double least = layout.pitch * layout.pitch / 3;
  for (int cell = 0; cell < static_cast<int>(layout.middles.size()); ++cell) {
    const QPointF way = point - layout.middles[at(cell)];
    const double distance = QPointF::dotProduct(way, way);
    if (distance >= least) continue;
    least = distance;
    best = cell;
  }
  return best >= 0 && board.cells[at(best)] == hexiom::kHole ? -1 : best;
}

void paint(QPainter& painter, const Board& board, const HexiomTheme& theme,
           const BoardLayout& layout, const HexiomMarks& marks) {
  const Hexagon cells(board.side);
  painter.setRenderHint(QPainter::Antialiasing);
  const auto with_brush = [&](QPointF middle, double scale, auto&& draw_it) {
    painter.save();
    painter.translate(middle);
    painter.scale(scale, scale);
    draw_it(Brush{painter, theme, layout.pitch});
    painter.restore();
  };
  const auto piece_at = [&](int cell, QPointF middle, double scale) {
    int touched = 0;
    for (const int other : cells.neighbours(cell))
      touched += other >= 0 && hexiom::is_piece(board.cells[at(other)]) ? 1 : 0;
    const Cell piece = board.cells[at(cell)];
    const bool is_locked = board.locked[at(cell)] != 0;
    with_brush(middle, scale, [&](const Brush& brush) {
      paint_piece(brush, piece, colour_of(theme, touched, piece), is_locked);
      if (is_locked) paint_lock(brush, true);
      if (cell != marks.hovered) return;
      draw_path(painter, hexagon(brush, theme.width), Qt::NoPen,
                with_alpha(theme.style.foreground, is_dark(theme.style.foreground) ? 0.06 : 0.15));
    });
  };
  const auto is_away = [&](int cell) {
    return std::ranges::any_of(marks.away, [&](const auto& one) { return one.cell == cell; });
  };

  for (int cell = 0; cell < cells.size(); ++cell) {
    if (board.cells[at(cell)] == hexiom::kHole) continue;
    const bool is_piece = hexiom::is_piece(board.cells[at(cell)]) && !is_away(cell);
    const bool is_locked = board.locked[at(cell)] != 0;
    with_brush(layout.middles[at(cell)], 1, [&](const Brush& brush) {
      paint_cell(brush, is_locked);
      if (is_locked && !is_piece) paint_lock(brush, false);
    });
  }
  for (int cell = 0; cell < cells.size(); ++cell)
    if (hexiom::is_piece(board.cells[at(cell)]) && !is_away(cell))
      piece_at(cell, layout.middles[at(cell)], 1);
  if (marks.target >= 0)
    with_brush(layout.middles[at(marks.target)], 1, [&](const Brush& brush) {
      draw_path(painter, hexagon(brush, theme.width),
                QPen(with_alpha(theme.style.foreground, 0.7), brush.line(0.04)), Qt::NoBrush);
    });
  for (const HexiomMarks::Away& one : marks.away)
    if (!one.is_lifted) piece_at(one.cell, one.at, 1);
  for (const HexiomMarks::Away& one : marks.away) {
    if (!one.is_lifted) continue;
    for (const double softness : {0.18, 0.13, 0.08, 0.03, -0.02})
      with_brush(one.at + QPointF(0.06, 0.12) * layout.pitch, 1, [&](const Brush& brush) {
        draw_path(painter, hexagon(brush, theme.width + softness), Qt::NoPen, QColor(0, 0, 0, 24));
      });
    piece_at(one.cell, one.at, 1.07);
  }
}

}  // namespace eyehand::arena
