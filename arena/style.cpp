#include "arena/style.hpp"

#include <QPainter>
#include <QTransform>
#include <cmath>

namespace eyehand::arena {

QPainterPath letters(const QString& text, const Style& style, double height) {
  // Drawn large, then scaled, so that nothing is rounded to whole pixels.
  constexpr int kDrawn = 200;
  QFont font(QString::fromLatin1(style.family));
  font.setPixelSize(kDrawn);
  font.setWeight(style.weight);
  font.setStretch(style.stretch);
  font.setHintingPreference(QFont::PreferNoHinting);
  font.setKerning(true);

  QPainterPath capital;
  capital.addText(0, 0, font, QStringLiteral("I"));
  const double drawn = capital.boundingRect().height();
  QPainterPath path;
  path.addText(0, 0, font, text);
  // A missing family is substituted; without any font there are no outlines.
  const double scale = drawn > 0 ? height / drawn : 0;
  return QTransform::fromScale(scale, scale).map(path);
}

QColor mixed(const QColor& a, const QColor& b, double share_of_b) {
  const auto mix = [&](int x, int y) {
    return static_cast<int>(std::lround(x + (y - x) * share_of_b));
  };
  return {mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue())};
}

void draw_path(QPainter& painter, const QPainterPath& path, const QPen& outline,
               const QBrush& filling) {
  painter.setPen(outline);
  painter.setBrush(filling);
  painter.drawPath(path);
}

}  // namespace eyehand::arena
