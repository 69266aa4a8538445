#include "vision/panel_sheet.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <opencv2/imgproc.hpp>

namespace eyehand::panel {
namespace {

/// Each pixel is looked at in so many places across and down.
constexpr int kPlaces = 3;
/// Nothing of a symbol is farther from its middle, in tiles of a symbol's size.
constexpr double kSymbolReach = 0.43;
constexpr double kFar = 1e9;

// How far a point is outside of a shape; less than 0 inside.

double disc(double x, double y, double radius) {
  return std::hypot(x, y) - radius;
}
double box(double x, double y, double half_width, double half_height) {
  return std::max(std::abs(x) - half_width, std::abs(y) - half_height);
}
/// Close to its edge; by the gradient.
double ellipse(double x, double y, double a, double b) {
  const double f = std::hypot(x / a, y / b);
  const double gradient = std::hypot(x / (a * a), y / (b * b));
  return gradient < 1e-9 ? -std::min(a, b) : f * (f - 1) / gradient;
}
double rounded_box(double x, double y, double half, double corner) {
  const double dx = std::abs(x) - (half - corner), dy = std::abs(y) - (half - corner);
  return std::hypot(std::max(dx, 0.0), std::max(dy, 0.0)) + std::min(std::max(dx, dy), 0.0) -
         corner;
}

/// Rows of dots, one above the other, each centred: "232" are seven.
struct Dots {
  double radius;
  std::vector<cv::Point2d> middles;
};
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
Dots dots_of(int count) {
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

struct Distances {
  double main = kFar, rest = kFar;
};

/// Of a point from the edges of a symbol, in tiles.
Distances from_symbol(Symbol symbol, int value, const Dots& dots, double x, double y) {
  Distances from;
  switch (symbol) {
    case Symbol::none:
      break;
    case Symbol::dot:
      for (const auto& middle : dots.middles) {
        const double r = std::hypot(x - middle.x, y - middle.y);
        double d = r - dots.radius;
        if (value < 0) d = std::max(d, 0.54 * dots.radius - r);
        from.main = std::min(from.main, d);
      }
      break;
    case Symbol::diamond:
      from.main = (std::abs(x) + std::abs(y) - 0.27) * std::sqrt(0.5);
      break;
    case Symbol::bar:
      from.main = box(x, y, 0.29, 0.085);
      break;
    case Symbol::slash:
      from.main = box((x - y) * std::sqrt(0.5), (x + y) * std::sqrt(0.5), 0.29, 0.085);
      break;
    case Symbol::flower: {
      // From the top clockwise, the yellow ones first.
      const double petals[4] = {
          ellipse(x, y + 0.185, 0.108, 0.145), ellipse(x - 0.185, y, 0.145, 0.108),
          ellipse(x, y - 0.185, 0.108, 0.145), ellipse(x + 0.185, y, 0.145, 0.108)};
      for (int i = 0; i < 4; ++i) {
        double& nearest = i < value ? from.main : from.rest;
        nearest = std::min(nearest, petals[i]);
      }
      break;
    }
  }
  return from;
}

class Painter {
 public:
  explicit Painter(const SheetSize& size) : size_(size) {}

  cv::Mat empty() const { return cv::Mat::zeros(size_.side, size_.side, CV_32F); }

  /// Visits all places within a reach of the middle: pixel, and place around the middle in pixels.
  template <class Visit>
  void each_place(int side, double reach, Visit&& visit) const {
    for (int row = 0; row < side * kPlaces; ++row)
      for (int column = 0; column < side * kPlaces; ++column) {
        const double x = (column + 0.5) / kPlaces - side / 2.0;
        const double y = (row + 0.5) / kPlaces - side / 2.0;
        if (x * x + y * y <= reach * reach) visit(row / kPlaces, column / kPlaces, x, y);
      }
  }

  /// The share of a place that lies within a shape so far away.
  static double share(double distance) { return std::clamp(0.5 - distance * kPlaces, 0.0, 1.0); }

  void soften(cv::Mat& layer) const {
    layer *= 1.0 / (kPlaces * kPlaces);
    if (size_.blur > 0)
      cv::GaussianBlur(layer, layer, {}, size_.blur, size_.blur, cv::BORDER_REPLICATE);
  }

  /// `distance` says how far a place is outside of a shape, in pixels.
  template <class Distance>
  cv::Mat layer(int side, Distance&& distance) const {
    cv::Mat covered = cv::Mat::zeros(side, side, CV_32F);
    each_place(side, kFar, [&](int row, int column, double x, double y) {
      covered.at<float>(row, column) += static_cast<float>(share(distance(x, y)));
    });
    soften(covered);
    return covered;
  }

  SymbolLayers symbol(Symbol symbol, int value, double scale) const {
    SymbolLayers layers{symbol, value, empty(), empty(), empty()};
    const double thickness = outline_of(size_);
    const Dots dots = symbol == Symbol::dot ? dots_of(std::abs(value)) : Dots{0, {}};
    each_place(size_.side, kSymbolReach * scale + 3, [&](int row, int column, double x, double y) {
      const auto from = from_symbol(symbol, value, dots, x / scale, y / scale);
      const double main = share(from.main * scale), rest = share(from.rest * scale);
      const double whole = share(std::min(from.main, from.rest) * scale - thickness);
      layers.main.at<float>(row, column) += static_cast<float>(main);
      layers.rest.at<float>(row, column) += static_cast<float>(rest);
      layers.outline.at<float>(row, column) +=
          static_cast<float>(std::max(whole - main - rest, 0.0));
    });
    for (cv::Mat* one : {&layers.main, &layers.rest, &layers.outline}) soften(*one);
    return layers;
  }

 private:
  const SheetSize& size_;
};

void draw_trails(Sheet& sheet, const Painter& painter) {
  const SheetSize& size = sheet.size;
  const double half = std::max(0.05 * size.side, size.unit) / 2;
  // One bit per way out: right, down, left, up. A walk has one or two, or none where it begins.
  for (int ways = 0; ways < 16; ++ways) {
    const int count = (ways & 1) + (ways >> 1 & 1) + (ways >> 2 & 1) + (ways >> 3 & 1);
    if (count > 2) continue;
    sheet.trails.push_back(painter.layer(size.side, [&](double x, double y) {
      double nearest = disc(x, y, half);
      const double far = size.side;
      if (ways & 1) nearest = std::min(nearest, box(x - far / 2, y, far / 2, half));
      if (ways & 2) nearest = std::min(nearest, box(x, y - far / 2, half, far / 2));
      if (ways & 4) nearest = std::min(nearest, box(x + far / 2, y, far / 2, half));
      if (ways & 8) nearest = std::min(nearest, box(x, y + far / 2, half, far / 2));
      return nearest;
    }));
  }
}

void draw_tile(Sheet& sheet, const Painter& painter, const Shape& shape) {
  const SheetSize& size = sheet.size;
  const double half = size.tile / 2;
  const double corner = std::min(shape.corner * size.side, half);
  const auto from_tile = [&](double x, double y) { return rounded_box(x, y, half, corner); };
  sheet.tile = painter.layer(size.side, from_tile);

  const double line = std::max(0.032 * size.side, size.unit) / 2;
  // Programs draw lines of a pixel a pixel wide across or down, and so thinner where they slope.
  const bool is_thin = 0.032 * size.side <= size.unit;
  const double radius = half - 0.055 * size.side;
  const double bolt = shape.bolt * size.side;
  const auto start = [&](double x, double y) {
    const double r = std::hypot(x, y);
    const double slope = is_thin ? std::max(std::abs(x), std::abs(y)) / r : 1;
    return std::abs(r - radius) - line * slope;
  };
  const auto lock = [&](double x, double y) {
    return disc(std::abs(x) - bolt, std::abs(y) - bolt, 0.05 * size.side);
  };
  sheet.marks[0] = painter.empty();
  sheet.marks[1] = painter.layer(size.side, start);
  sheet.marks[2] = painter.layer(size.side, lock);
  sheet.marks[3] = painter.layer(
      size.side, [&](double x, double y) { return std::min(start(x, y), lock(x, y)); });

  const double width = std::max(0.085 * size.side, 2 * size.unit);
  sheet.fringe = static_cast<int>(std::ceil(0.05 * size.side + size.unit + size.blur));
  sheet.frame = painter.layer(size.side + 2 * sheet.fringe, [&](double x, double y) {
    return std::abs(from_tile(x, y) - (width / 2 - 0.02 * size.side)) - width / 2;
  });

  sheet.distance = painter.empty();
  sheet.inside = painter.empty();
  for (int row = 0; row < size.side; ++row)
    for (int column = 0; column < size.side; ++column) {
      const double x = column + 0.5 - size.side / 2.0, y = row + 0.5 - size.side / 2.0;
      sheet.distance.at<float>(row, column) = static_cast<float>(std::hypot(x, y));
      sheet.inside.at<float>(row, column) = static_cast<float>(-from_tile(x, y));
    }
}

}  // namespace

double outline_of(const SheetSize& size) {
  return std::clamp(0.018 * size.side, 0.75 * size.unit, 3 * size.unit);
}

Sheet draw_sheet(const SheetSize& size, const Shape& shape) {
  Sheet sheet;
  sheet.size = size;
  const Painter painter(sheet.size);
  const double scale = shape.symbol * size.side;
  for (int value = 1; value <= 9; ++value)
    for (const int sign : {1, -1})
      sheet.symbols.push_back(painter.symbol(Symbol::dot, sign * value, scale));
  for (const Symbol symbol : {Symbol::diamond, Symbol::bar, Symbol::slash})
    sheet.symbols.push_back(painter.symbol(symbol, 0, scale));
  for (int petals = 0; petals <= 4; ++petals)
    sheet.symbols.push_back(painter.symbol(Symbol::flower, petals, scale));
  draw_trails(sheet, painter);
  draw_tile(sheet, painter, shape);
  return sheet;
}

}  // namespace eyehand::panel
