#include "arena/panel/symbol.hpp"

#include <QPointF>
#include <QTransform>
#include <cstdlib>
#include <vector>

namespace eyehand::arena {
namespace {

using panel::Symbol;

struct Dots {
  double radius;
  std::vector<QPointF> middles;
};

/// Rows of dots, one above the other, each centred: "232" are seven.
Dots rows(double radius, const char* counts, double across, double down) {
  Dots dots{radius, {}};
  int lines = 0;
  while (counts[lines] != '\0') ++lines;
  for (int line = 0; line < lines; ++line) {
    const int count = counts[line] - '0';
    for (int i = 0; i < count; ++i)
      dots.middles.emplace_back((i - (count - 1) / 2.0) * across,
                                (line - (lines - 1) / 2.0) * down);
  }
  return dots;
}

Dots pattern(int count) {
  constexpr double kSmall = 0.083, kStep = 0.218;
  switch (count) {
    case 1:
      return rows(0.135, "1", 0, 0);
    case 2:
      return rows(0.115, "2", 0.31, 0);
    case 3:
      return rows(0.108, "12", 0.29, 0.252);
    case 4:
      return rows(0.1, "22", 0.27, 0.27);
    case 5:
      return rows(0.094, "212", 0.38, 0.19);
    case 6:
      return rows(0.09, "33", 0.235, 0.25);
    case 7:
      return rows(kSmall, "232", kStep, 0.2);
    case 8:
      return rows(kSmall, "323", kStep, 0.2);
    default:
      return rows(kSmall, "333", kStep, kStep);
  }
}

QPainterPath dots(int value) {
  QPainterPath path;  // odd-even: a disc in a disc is a ring
  const Dots dots = pattern(std::abs(value));
  for (const QPointF& middle : dots.middles) {
    path.addEllipse(middle, dots.radius, dots.radius);
    if (value < 0) path.addEllipse(middle, 0.54 * dots.radius, 0.54 * dots.radius);
  }
  return path;
}

QPainterPath diamond() {
  constexpr double kReach = 0.27;
  QPainterPath path;
  path.moveTo(0, -kReach);
  path.lineTo(kReach, 0);
  path.lineTo(0, kReach);
  path.lineTo(-kReach, 0);
  path.closeSubpath();
  return path;
}

QPainterPath bar() {
  QPainterPath path;
  path.addRect(-0.29, -0.085, 0.58, 0.17);
  return path;
}

SymbolPath flower(int yellow) {
  QPainterPath petal;
  petal.addEllipse(QPointF(0, -0.185), 0.108, 0.145);
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
