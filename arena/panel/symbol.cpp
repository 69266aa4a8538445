#include "arena/panel/symbol.hpp"

#include <QPolygonF>
#include <QTransform>
#include <cstdlib>

#include "puzzle/panel/symbols.hpp"

namespace eyehand::arena {
namespace {

using panel::Symbol;

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

}  // namespace

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

}  // namespace eyehand::arena
