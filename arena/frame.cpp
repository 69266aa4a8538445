#include "arena/frame.hpp"

#include <QPainter>
#include <QPainterPath>
#include <QTransform>
#include <algorithm>

namespace eyehand::arena {
namespace {

using End = FrameState::End;

QString as_clock(std::chrono::seconds span) {
  const auto seconds = span.count();
  const auto two = [](auto number) { return QStringLiteral("%1").arg(number, 2, 10, QChar(u'0')); };
  const QString minutes_on = QStringLiteral(":") + two(seconds % 60);
  if (seconds < 3600) return QString::number(seconds / 60) + minutes_on;
  return QString::number(seconds / 3600) + QStringLiteral(":") + two(seconds / 60 % 60) +
         minutes_on;
}

QString as_moves(int moves) {
  return moves == 1 ? QStringLiteral("1 move") : QStringLiteral("%1 moves").arg(moves);
}

struct Line {
  QPainter& painter;
  const Style& style;
  double height;  ///< of a capital
};

double width_of(const QPainterPath& path) {
  return path.isEmpty() ? 0 : path.boundingRect().right();
}

/// Draws the text vertically centred at `at`, aligned by `share` (0 left, 0.5 centre, 1 right);
/// smaller if it would be wider than `room`.
void put(const Line& line, const QString& text, QPointF at, double share, double room,
         const QColor& foreground) {
  QPainterPath path = letters(text, line.style, line.height);
  const double scale = std::min(1.0, room / std::max(width_of(path), 1.0));
  path = QTransform::fromScale(scale, scale).map(path);
  path.translate(at.x() - share * width_of(path), at.y() + scale * line.height / 2);
  // Keeps thin letters at least a pixel wide.
  const bool is_thin = line.style.weight < QFont::Normal && line.height < 16;
  line.painter.setPen(is_thin ? QPen(foreground, 0.5) : QPen(Qt::NoPen));
  line.painter.setBrush(foreground);
  line.painter.drawPath(path);
}

void paint_header(const Line& line, const QRectF& area, const Game& game, const FrameState& state) {
  const double y = area.center().y(), edge = area.height() * 0.4;
  const double third = (area.width() - 2 * edge) / 3;
  QString clock = as_clock(state.elapsed);
  if (state.limit) clock += QStringLiteral(" / ") + as_clock(*state.limit);
  put(line, clock, {area.left() + edge, y}, 0, third * 0.95, line.style.foreground);
  put(line, game.name(), {area.center().x(), y}, 0.5, third * 0.9, line.style.faint);
  put(line, as_moves(game.moves()), {area.right() - edge, y}, 1, third * 0.95,
      line.style.foreground);
}

void paint_footer(const Line& line, const QRectF& area, const Game& game, const FrameState& state) {
  const double room = area.width() - 2 * area.height();
  if (state.end == End::none) {
    const QString text =
        state.trouble.isEmpty() ? QStringLiteral("N  next game      Q  quit") : state.trouble;
    put(line, text, area.center(), 0.5, room, line.style.faint);
    return;
  }
  const QString text = state.end == End::solved
                           ? QStringLiteral("Solved in %1 with %2")
                                 .arg(as_clock(state.elapsed), as_moves(game.moves()))
                           : QStringLiteral("The time is up");
  const double width = std::min(width_of(letters(text, line.style, line.height)), room);
  const QRectF badge(area.center().x() - width / 2 - area.height() * 0.6, area.top(),
                     width + area.height() * 1.2, area.height() * 0.86);
  line.painter.setPen(Qt::NoPen);
  line.painter.setBrush(state.end == End::solved ? line.style.good : line.style.bad);
  line.painter.drawRoundedRect(badge, badge.height() / 2, badge.height() / 2);
  put(line, text, badge.center(), 0.5, room, line.style.on_message);
}

}  // namespace

FrameLayout lay_out_frame(QSizeF window) {
  const double least = std::min(window.width(), window.height());
  const double header = std::clamp(least * 0.08, 20.0, 48.0);
  const double footer = std::clamp(least * 0.065, 17.0, 40.0);
  const double width = window.width();
  FrameLayout layout;
  layout.header = QRectF(0, 0, width, header);
  layout.footer = QRectF(0, window.height() - footer, width, footer);
  layout.board = QRectF(0, header, width, std::max(window.height() - header - footer, 1.0));
  return layout;
}

FrameState first_state(const Game& game, std::optional<std::chrono::seconds> limit) {
  return {.limit = limit, .end = game.is_solved() ? End::solved : End::none};
}

QImage picture(Game& game, const FrameState& state, QSize size, double scale) {
  const FrameLayout layout = lay_out_frame(size);
  const Style& style = game.style();
  QImage image(size * scale, QImage::Format_RGB32);
  image.fill(style.background);
  image.setDevicePixelRatio(scale);
  QPainter painter(&image);
  painter.setRenderHint(QPainter::Antialiasing);
  const auto line = [&](const QRectF& part) { return Line{painter, style, part.height() * 0.36}; };
  paint_header(line(layout.header), layout.header, game, state);
  paint_footer(line(layout.footer), layout.footer, game, state);
  // Last, since a lifted piece may overlap the rest.
  game.paint(painter);
  if (state.end == End::time_up) {
    QColor veil = style.background;
    veil.setAlphaF(0.55F);
    painter.fillRect(layout.board, veil);
  }
  return image;
}

}  // namespace eyehand::arena
