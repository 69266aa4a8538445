#include "arena/panel/paint.hpp"

#include <QPainter>
#include <QPainterPath>
#include <QPolygonF>
#include <QTransform>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>

#include "puzzle/index.hpp"
#include "puzzle/panel/symbols.hpp"

namespace eyehand::arena {
namespace {

using panel::Board;
using panel::Symbol;
using panel::Tile;

/// Relative luminance and contrast as in the guidelines for web content (WCAG 2.1).
double luminance(const QColor& colour) {
  const auto linear = [](double c) {
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) +
         0.0722 * linear(colour.blueF());
}
double contrast(const QColor& a, const QColor& b) {
  const double x = luminance(a), y = luminance(b);
  return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

/// A panel on the screen, with lengths in pixels.
struct Canvas {
  QPainter& painter;
  const Board& board;
  const PanelTheme& theme;
  const BoardLayout& layout;
  double pulse;

  double length(double share) const { return share * layout.pitch; }
  /// At least a pixel.
  double line(double share) const { return std::max(length(share), 1.0); }
  const Tile& tile(int i) const { return board.tiles[at(i)]; }
  bool is_there(int i) const { return tile(i).exists; }
  QPointF middle(int i) const { return layout.middles[at(i)]; }
  const QColor& foreground_on(const Tile& tile) const {
    return tile.lit ? theme.on_lit : theme.on_unlit;
  }

  /// Half a tile's width: whole pixels, so that straight sides are sharp.
  double half() const {
    const double gap = (1 - theme.width) * layout.pitch;
    return (layout.pitch - (layout.pitch >= 12 ? std::max(std::round(gap), 1.0) : gap)) / 2;
  }
  /// A tile's outline, grown by `more` pixels on all sides.
  QPainterPath shape(int i, double more) const {
    const double reach = half() + more;
    const double corner = theme.corner > 0 ? std::min(length(theme.corner) + more, reach) : 0;
    QPainterPath path;
    const QRectF box(middle(i) - QPointF(reach, reach), QSizeF(2 * reach, 2 * reach));
    path.addRoundedRect(box, corner, corner);
    return path;
  }
  QColor colour(const Tile& tile) const {
    const QColor& plain = tile.lit ? theme.lit : theme.unlit;
    const double share = (tile.lit ? 0.6 : 0.35) * std::sin(pulse * std::numbers::pi);
    return mixed(plain, theme.style.good, share);
  }
};

void paint_tile(const Canvas& canvas, int i) {
  draw_path(canvas.painter, canvas.shape(i, 0), Qt::NoPen, canvas.colour(canvas.tile(i)));
}

/// Draws a bridge from inside a tile (whose rim may be round) to `share` of the way to its linked
/// neighbour.
void paint_bridge(const Canvas& canvas, int i, QPointF way, double share) {
  const QPointF from = canvas.middle(i);
  const double half = canvas.length(canvas.theme.bridge) / 2;
  const QPointF aside = std::abs(way.x()) > 0 ? QPointF(0, half) : QPointF(half, 0);
  const QRectF box = QRectF(from + way * 0.3 - aside, from + way * share + aside).normalized();
  canvas.painter.setPen(Qt::NoPen);
  canvas.painter.setBrush(canvas.colour(canvas.tile(i)));
  canvas.painter.drawRect(box);
}

void paint_bridges(const Canvas& canvas) {
  const int width = canvas.board.width, tiles = static_cast<int>(canvas.board.size());
  const auto join = [&](int i, int other) {
    if (!canvas.is_there(i) || !canvas.is_there(other)) return;
    const QPointF way = canvas.middle(other) - canvas.middle(i);
    // If their states differ, each tile has its own half.
    paint_bridge(canvas, i, way, 0.7);
    if (canvas.tile(i).lit != canvas.tile(other).lit) paint_bridge(canvas, other, -way, 0.5);
  };
  for (int i = 0; i < tiles; ++i) {
    if (canvas.tile(i).linked_left && i % width > 0) join(i, i - 1);
    if (canvas.tile(i).linked_up && i >= width) join(i, i - width);
  }
}

void paint_marks(const Canvas& canvas, int i) {
  const Tile& tile = canvas.tile(i);
  QPainter& painter = canvas.painter;
  if (tile.start) {
    painter.setPen(QPen(canvas.foreground_on(tile), canvas.line(panel::kStartLine)));
    painter.setBrush(Qt::NoBrush);
    const double radius = canvas.half() - canvas.length(panel::kStartInset);
    painter.drawEllipse(canvas.middle(i), radius, radius);
  }
  if (!tile.locked) return;
  painter.setPen(Qt::NoPen);
  painter.setBrush(canvas.foreground_on(tile));
  const double far = canvas.length(canvas.theme.bolt), radius = canvas.length(panel::kBoltRadius);
  for (const QPointF corner : {QPointF(-1, -1), QPointF(1, -1), QPointF(-1, 1), QPointF(1, 1)})
    painter.drawEllipse(canvas.middle(i) + far * corner, radius, radius);
}

/// A flower's purple petals are separate, in `rest`.
struct SymbolPath {
  QPainterPath main, rest;
};

QPainterPath dots(int value) {
  QPainterPath path;  // odd-even: a disc in a disc is a ring
  const panel::DotPattern pattern = panel::dot_pattern(std::abs(value));
  const double radius = pattern.radius, hole = panel::kDotHole * radius;
  for (const auto& [x, y] : pattern.centres) {
    path.addEllipse(QPointF(x, y), radius, radius);
    if (value < 0) path.addEllipse(QPointF(x, y), hole, hole);
  }
  return path;
}

QPainterPath diamond() {
  constexpr double kReach = panel::kDiamondReach;
  QPainterPath path;
  path.addPolygon(QPolygonF({{0, -kReach}, {kReach, 0}, {0, kReach}, {-kReach, 0}}));
  path.closeSubpath();
  return path;
}

QPainterPath bar() {
  constexpr double kLength = panel::kBarHalfLength, kWidth = panel::kBarHalfWidth;
  QPainterPath path;
  path.addRect(-kLength, -kWidth, 2 * kLength, 2 * kWidth);
  return path;
}

SymbolPath flower(int yellow) {
  QPainterPath petal;
  petal.addEllipse(QPointF(0, -panel::kPetalDistance), panel::kPetalHalfWidth,
                   panel::kPetalHalfLength);
  SymbolPath flower;
  for (int i = 0; i < 4; ++i)
    (i < yellow ? flower.main : flower.rest).addPath(QTransform().rotate(90.0 * i).map(petal));
  return flower;
}

/// The outline of a symbol around (0, 0), in pitches (puzzle/panel/symbols.hpp). A dot has as many
/// discs as its value says, or rings if it is negative; a flower's yellow petals go clockwise from
/// the top. Empty for Symbol::none.
SymbolPath symbol_path(Symbol symbol, int value) {
  switch (symbol) {
    case Symbol::none:
      break;
    case Symbol::dot:
      return {dots(value), {}};
    case Symbol::diamond:
      return {diamond(), {}};
    case Symbol::bar:
      return {bar(), {}};
    case Symbol::slash:
      return {QTransform().rotate(-45).map(bar()), {}};
    case Symbol::flower:
      return flower(value);
  }
  return {};
}

void fill(const Canvas& canvas, const QPainterPath& path, const QColor& colour,
          const QColor* outline) {
  if (path.isEmpty()) return;
  QPainter& painter = canvas.painter;
  if (outline != nullptr) {
    // On both sides of the edge; the inner half is painted over.
    const double thickness = panel::symbol_outline(canvas.layout.pitch);
    draw_path(painter, path,
              QPen(*outline, 2 * thickness, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin),
              Qt::NoBrush);
  }
  draw_path(painter, path, Qt::NoPen, colour);
}

bool is_symbol_drawn(const Tile& tile) {
  return tile.symbol != Symbol::none && !tile.hidden;
}

void paint_symbol(const Canvas& canvas, int i) {
  const Tile& tile = canvas.tile(i);
  const auto& hues = canvas.theme.hues;
  const QColor& background = tile.lit ? canvas.theme.lit : canvas.theme.unlit;
  const bool is_flower = tile.symbol == Symbol::flower;
  const QColor& main = is_flower ? hues[at(int(panel::Hue::yellow))] : hues[at(int(tile.hue))];
  const QColor& rest = hues[at(int(panel::Hue::purple))];

  const double scale = canvas.length(canvas.theme.symbol);
  const QTransform place(scale, 0, 0, scale, canvas.middle(i).x(), canvas.middle(i).y());
  const SymbolPath path = symbol_path(tile.symbol, tile.value);
  // Below this contrast a shape is hard to distinguish from its background.
  constexpr double kMinContrast = 1.6;
  const bool needs_outline = contrast(main, background) < kMinContrast ||
                             (is_flower && contrast(rest, background) < kMinContrast);
  const QColor* outline = needs_outline ? &canvas.foreground_on(tile) : nullptr;
  fill(canvas, place.map(path.main), main, outline);
  fill(canvas, place.map(path.rest), rest, outline);
}

void paint_trail(const Canvas& canvas, std::span<const int> walk) {
  QPainter& painter = canvas.painter;
  // The trail has gaps around symbols.
  QPainterPath whole, symbols;
  whole.addRect(QRectF(canvas.layout.middles.front(), canvas.layout.middles.back())
                    .adjusted(-canvas.layout.pitch, -canvas.layout.pitch, canvas.layout.pitch,
                              canvas.layout.pitch));
  QPainterPath line(canvas.middle(walk[0]));
  const double radius = canvas.length(panel::kSymbolClearance * canvas.theme.symbol);
  for (const int i : walk) {
    line.lineTo(canvas.middle(i));
    if (is_symbol_drawn(canvas.tile(i))) symbols.addEllipse(canvas.middle(i), radius, radius);
  }
  painter.save();
  if (!symbols.isEmpty()) painter.setClipPath(whole.subtracted(symbols), Qt::IntersectClip);
  draw_path(painter, line,
            QPen(canvas.theme.walker, canvas.line(panel::kTrailWidth), Qt::SolidLine, Qt::RoundCap,
                 Qt::RoundJoin),
            Qt::NoBrush);
  painter.restore();
}

void paint_walker(const Canvas& canvas, int i) {
  QPainter& painter = canvas.painter;
  const double width = std::max(canvas.length(panel::kFrameWidth), 2.0);
  draw_path(painter, canvas.shape(i, width / 2 - canvas.length(panel::kFrameOverlap)),
            QPen(canvas.theme.walker, width, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin),
            Qt::NoBrush);
}

}  // namespace

BoardLayout lay_out(const Board& board, const PanelTheme&, const QRectF& area) {
  const double margin = 0.35;  // of both sides together, in tiles
  BoardLayout layout;
  layout.pitch =
      std::min(area.width() / (board.width + margin), area.height() / (board.height + margin));
  const bool is_whole = layout.pitch >= 12;
  if (is_whole) layout.pitch = std::floor(layout.pitch);
  QPointF corner =
      area.center() - QPointF(board.width * layout.pitch, board.height * layout.pitch) / 2;
  if (is_whole) corner = corner.toPoint();
  for (int y = 0; y < board.height; ++y)
    for (int x = 0; x < board.width; ++x)
      layout.middles.push_back(corner + QPointF(x + 0.5, y + 0.5) * layout.pitch);
  return layout;
}

int tile_at(const Board& board, const BoardLayout& layout, QPointF point) {
  const QPointF way = (point - layout.middles.front()) / layout.pitch + QPointF(0.5, 0.5);
  if (!(way.x() >= 0 && way.y() >= 0 && way.x() < board.width && way.y() < board.height)) return -1;
  const int tile = static_cast<int>(way.y()) * board.width + static_cast<int>(way.x());
  return board.tiles[at(tile)].exists ? tile : -1;
}

void paint(QPainter& painter, const Board& board, const PanelTheme& theme,
           const BoardLayout& layout, const PanelMarks& marks) {
  painter.setRenderHint(QPainter::Antialiasing);
  const Canvas canvas{painter, board, theme, layout, marks.pulse};
  std::vector<int> tiles;
  for (int i = 0; i < static_cast<int>(board.size()); ++i)
    if (canvas.is_there(i)) tiles.push_back(i);
  for (const int i : tiles) paint_tile(canvas, i);
  // Before the bridges, which the walker's frame must not cover.
  if (!marks.walk.empty()) paint_walker(canvas, marks.walk.back());
  paint_bridges(canvas);
  for (const int i : tiles) paint_marks(canvas, i);
  if (!marks.walk.empty()) paint_trail(canvas, marks.walk);
  for (const int i : tiles)
    if (is_symbol_drawn(canvas.tile(i))) paint_symbol(canvas, i);
}

}  // namespace eyehand::arena
