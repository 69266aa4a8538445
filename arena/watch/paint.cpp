#include "arena/watch/paint.hpp"

#include <QFont>
#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace eyehand::arena::watch {
namespace {

/// What a cell shows may be that far outside its outline, in units of the board.
constexpr double kBeyond = 6;
constexpr double kFrame = 3;  ///< around cells, likewise
constexpr double kMargin = 16;
const QColor kBackground(0xf7, 0xf7, 0xf9), kInk(0x22, 0x22, 0x33), kFaint(0x66, 0x66, 0x77),
    kRim(0xcc, 0xcc, 0xdd), kDone(0x1e, 0x78, 0xeb);

QByteArray document(const Walkthrough& walkthrough, const QByteArray& elements) {
  return QStringLiteral(R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1 %2">)")
             .arg(walkthrough.size.width())
             .arg(walkthrough.size.height())
             .toUtf8() +
         elements + "</svg>";
}

QFont font_of(double pixels, bool is_bold = false) {
  QFont font(QStringLiteral("DejaVu Sans"));
  font.setStyleHint(QFont::SansSerif);
  font.setPixelSize(std::max(1, static_cast<int>(std::lround(pixels))));
  font.setBold(is_bold);
  return font;
}

/// The largest font up to this size in which the text fits.
QFont fitting_font(const QString& text, QSizeF room, double pixels) {
  constexpr double kLeast = 7;
  for (; pixels > kLeast; pixels -= 1) {
    const QRectF taken =
        QFontMetricsF(font_of(pixels))
            .boundingRect(QRectF({}, QSizeF(room.width(), 1e6)), Qt::TextWordWrap, text);
    if (taken.height() <= room.height()) break;
  }
  return font_of(pixels);
}

void paint_frames(QPainter& painter, const Walkthrough& walkthrough, const std::vector<int>& cells,
                  const QColor& colour) {
  QColor inside = colour;
  inside.setAlphaF(0.2F);
  painter.setPen(QPen(colour, kFrame, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
  painter.setBrush(inside);
  for (const int cell : cells)
    painter.drawPolygon(walkthrough.cells[static_cast<std::size_t>(cell)].outline);
}

void paint_slider(QPainter& painter, const QRectF& area, double share) {
  const double y = area.center().y(), x = area.left() + share * area.width();
  const double radius = area.height() * 0.32;
  painter.setPen(QPen(kRim, 4, Qt::SolidLine, Qt::RoundCap));
  painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
  painter.setPen(QPen(kDone, 4, Qt::SolidLine, Qt::RoundCap));
  painter.drawLine(QPointF(area.left(), y), QPointF(x, y));
  painter.setPen(Qt::NoPen);
  painter.setBrush(kDone);
  painter.drawEllipse(QPointF(x, y), radius, radius);
}

/// What the colours mean, and the keys.
void paint_footer(QPainter& painter, const Layout& layout, const Walkthrough& walkthrough,
                  const Playback& playback) {
  const QFont font = font_of(layout.font * 0.8);
  const QFontMetricsF metrics(font);
  painter.setFont(font);
  const double line = layout.footer.height() / (playback.has_controls ? 2 : 1);
  double x = layout.footer.left();
  const double y = layout.footer.top();
  const auto add = [&](const QColor& colour, const QString& what) {
    const double side = metrics.capHeight();
    QColor inside = colour;
    inside.setAlphaF(0.3F);
    painter.setPen(QPen(colour, 1.5));
    painter.setBrush(inside);
    painter.drawRect(QRectF(x + 1, y + (line - side) / 2, side, side));
    x += 1.7 * side;
    painter.setPen(kFaint);
    painter.drawText(QRectF(x, y, layout.footer.right() - x, line), Qt::AlignVCenter, what);
    x += metrics.horizontalAdvance(what) + 1.5 * side;
  };
  add(walkthrough.reasons, QStringLiteral("what the reason looks at"));
  add(walkthrough.decided, QStringLiteral("what it decides"));
  if (!playback.has_controls) return;
  const QString keys =
      QStringLiteral("space %1   ← → step   + − speed (%2/s)   q quit")
          .arg(playback.is_playing ? QStringLiteral("pause") : QStringLiteral("play"))
          .arg(playback.speed, 0, 'g', 3);
  const QRectF room(layout.footer.left(), y + line, layout.footer.width(), line);
  painter.setFont(fitting_font(keys, room.size(), layout.font * 0.8));
  painter.drawText(room, Qt::AlignVCenter, keys);
}

}  // namespace

Layout lay_out(const Walkthrough& walkthrough, QSizeF window) {
  Layout layout;
  const double margin = std::min(kMargin, window.width() * 0.04);
  const double width = std::max(1.0, window.width() - 2 * margin);
  layout.font = std::clamp(std::min(window.width() / 32, window.height() / 40), 8.0, 20.0);
  const double line = layout.font * 1.45;
  double top = margin * 0.6;
  layout.header = QRectF(margin, top, width, line * 1.2);
  top = layout.header.bottom() + margin * 0.4;
  double bottom = window.height() - margin * 0.5;
  const auto from_below = [&](double height) {
    bottom -= height;
    return QRectF(margin, bottom, width, height);
  };
  layout.footer = from_below(line * 1.9);
  layout.slider = from_below(line * 1.1);
  layout.sentence = from_below(line * 4 + margin * 0.5).adjusted(0, margin * 0.5, 0, 0);
  const double height = std::max(1.0, bottom - top);
  const QSizeF board = walkthrough.size.scaled(width, height, Qt::KeepAspectRatio);
  layout.board = QRectF(margin + (width - board.width()) / 2, top + (height - board.height()) / 2,
                        board.width(), board.height());
  return layout;
}

QSize preferred_size(const Walkthrough& walkthrough, QSizeF room) {
  constexpr double kEnlarged = 1.4, kLeast = 460, kMost = 1000, kRest = 220;
  const double least = std::min(kLeast, room.width());
  const double width = std::clamp(walkthrough.size.width() * kEnlarged + 2 * kMargin, least,
                                  std::max(least, std::min(kMost, room.width())));
  const double board = (width - 2 * kMargin) / walkthrough.size.width();
  const double height =
      std::min(room.height(), walkthrough.size.height() * std::min(board, 3.0) + kRest);
  return QSizeF(width, height).toSize();
}

BoardPicture::BoardPicture(const Walkthrough& walkthrough)
    : walkthrough_(walkthrough),
      background_(document(walkthrough, walkthrough.background)),
      states_(walkthrough.cells.size()) {
  for (const Cell& cell : walkthrough.cells)
    bounds_.push_back(cell.outline.boundingRect().adjusted(-kBeyond, -kBeyond, kBeyond, kBeyond));
}

QSvgRenderer* BoardPicture::state(std::size_t cell, int number) {
  const auto& states = walkthrough_.cells[cell].states;
  if (number < 0 || states[static_cast<std::size_t>(number)].svg.isEmpty()) return nullptr;
  states_[cell].resize(states.size());
  auto& made = states_[cell][static_cast<std::size_t>(number)];
  if (!made)
    made = std::make_unique<QSvgRenderer>(
        document(walkthrough_, states[static_cast<std::size_t>(number)].svg));
  return made.get();
}

void BoardPicture::draw(const QRectF& part) {
  QPainter painter(&board_);
  painter.setRenderHint(QPainter::Antialiasing);
  const double scale = board_.width() / walkthrough_.size.width();
  const QRect pixels =
      QRectF(part.topLeft() * scale, part.size() * scale).toAlignedRect() & board_.rect();
  painter.setClipRect(pixels);
  painter.drawImage(pixels.topLeft(), empty_, pixels);
  painter.scale(scale, scale);
  const QRectF all({}, walkthrough_.size);
  for (std::size_t cell = 0; cell < bounds_.size(); ++cell)
    if (bounds_[cell].intersects(part))
      if (QSvgRenderer* svg = state(cell, shown_[cell])) svg->render(&painter, all);
}

const QImage& BoardPicture::at(int step, QSize size) {
  const bool is_new = board_.size() != size;
  if (is_new) {
    empty_ = QImage(size, QImage::Format_RGB32);
    empty_.fill(Qt::white);
    QPainter painter(&empty_);
    painter.setRenderHint(QPainter::Antialiasing);
    background_.render(&painter, QRectF({}, QSizeF(size)));
    board_ = empty_;
    shown_.assign(walkthrough_.cells.size(), -1);
  }
  std::vector<std::size_t> changed;
  for (std::size_t cell = 0; cell < shown_.size(); ++cell)
    if (const int now = walkthrough_.cells[cell].state_at(step); now != shown_[cell]) {
      shown_[cell] = now;
      changed.push_back(cell);
    }
  // Many parts take longer than everything.
  if (is_new || changed.size() > 12 + shown_.size() / 20)
    draw(QRectF({}, walkthrough_.size));
  else
    for (const std::size_t cell : changed) draw(bounds_[cell]);
  return board_;
}

QImage picture(const Walkthrough& walkthrough, BoardPicture& board, const Playback& playback,
               QSize window, double scale) {
  const Layout layout = lay_out(walkthrough, window);
  QImage image(window * scale, QImage::Format_RGB32);
  image.fill(kBackground);
  image.setDevicePixelRatio(scale);
  QPainter painter(&image);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(kInk);
  painter.setFont(font_of(layout.font * 1.1, true));
  painter.drawText(layout.header, Qt::AlignVCenter | Qt::AlignLeft, walkthrough.title);
  painter.setFont(font_of(layout.font));
  painter.setPen(kFaint);
  painter.drawText(layout.header, Qt::AlignVCenter | Qt::AlignRight,
                   walkthrough.place(playback.step));

  painter.setPen(QPen(kRim, 1));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(layout.board.adjusted(-0.5, -0.5, 0.5, 0.5));
  painter.drawImage(
      layout.board,
      board.at(playback.step, (layout.board.size() * scale).toSize().expandedTo({1, 1})));
  if (playback.step > 0 && playback.step < walkthrough.end()) {
    const Step& step = walkthrough.steps[static_cast<std::size_t>(playback.step - 1)];
    painter.save();
    painter.setClipRect(layout.board);
    painter.translate(layout.board.topLeft());
    const double units = layout.board.width() / walkthrough.size.width();
    painter.scale(units, units);
    paint_frames(painter, walkthrough, step.reasons, walkthrough.reasons);
    paint_frames(painter, walkthrough, step.decided, walkthrough.decided);
    painter.restore();
  }

  const QString sentence = walkthrough.sentence(playback.step);
  painter.setFont(fitting_font(sentence, layout.sentence.size(), layout.font));
  painter.setPen(kInk);
  painter.drawText(layout.sentence, Qt::TextWordWrap, sentence);
  paint_slider(painter, layout.slider.adjusted(layout.font / 2, 0, -layout.font / 2, 0),
               static_cast<double>(playback.step) / walkthrough.end());
  paint_footer(painter, layout, walkthrough, playback);
  return image;
}

}  // namespace eyehand::arena::watch
