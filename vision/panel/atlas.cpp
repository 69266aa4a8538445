#include "vision/panel/atlas.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <opencv2/imgproc.hpp>

#include "puzzle/panel/symbols.hpp"

namespace eyehand::panel {
namespace {

/// Each pixel at an edge is sampled at this many places across and down.
constexpr int kPlaces = 3;
constexpr double kFar = 1e9;
/// How far at most a walker's frame reaches into neighbouring cells, in cells.
constexpr double kFringe = 0.05;

// The distance of a point from the edge of a shape; negative inside.

/// std::hypot guards against overflow, and would take longer than everything else here.
double length(double x, double y) {
  return std::sqrt(x * x + y * y);
}
double disc(double x, double y, double radius) {
  return length(x, y) - radius;
}
double box(double x, double y, double half_width, double half_height) {
  return std::max(std::abs(x) - half_width, std::abs(y) - half_height);
}
/// Close to its edge; by the gradient.
double ellipse(double x, double y, double a, double b) {
  const double f = length(x / a, y / b);
  const double gradient = length(x / (a * a), y / (b * b));
  return gradient < 1e-9 ? -std::min(a, b) : f * (f - 1) / gradient;
}
double rounded_box(double x, double y, double half, double corner) {
  const double dx = std::abs(x) - (half - corner), dy = std::abs(y) - (half - corner);
  return length(std::max(dx, 0.0), std::max(dy, 0.0)) + std::min(std::max(dx, dy), 0.0) - corner;
}

double from_nearest(const DotPattern& dots, double x, double y) {
  double least = kFar;
  for (const auto& middle : dots.centres) {
    const double dx = x - middle.x, dy = y - middle.y;
    least = std::min(least, dx * dx + dy * dy);
  }
  return std::sqrt(least);
}

struct Distances {
  double main = kFar, rest = kFar;
};

/// Of a point from the edges of a symbol, in tiles.
Distances from_symbol(Symbol symbol, int value, const DotPattern& dots, double x, double y) {
  Distances from;
  switch (symbol) {
    case Symbol::none:
      break;
    case Symbol::dot:
      // The discs are of one size: the nearest is the one with the nearest middle.
      from.main = from_nearest(dots, x, y) - dots.radius;
      if (value < 0) from.main = std::max(from.main, -(1 - kDotHole) * dots.radius - from.main);
      break;
    case Symbol::diamond:
      from.main = (std::abs(x) + std::abs(y) - kDiamondReach) * std::sqrt(0.5);
      break;
    case Symbol::bar:
      from.main = box(x, y, kBarHalfLength, kBarHalfWidth);
      break;
    case Symbol::slash:
      from.main =
          box((x - y) * std::sqrt(0.5), (x + y) * std::sqrt(0.5), kBarHalfLength, kBarHalfWidth);
      break;
    case Symbol::flower: {
      // From the top clockwise, the yellow ones first.
      constexpr double a = kPetalHalfWidth, b = kPetalHalfLength, far = kPetalDistance;
      const double petals[4] = {ellipse(x, y + far, a, b), ellipse(x - far, y, b, a),
                                ellipse(x, y - far, a, b), ellipse(x + far, y, b, a)};
      for (int i = 0; i < 4; ++i) {
        double& nearest = i < value ? from.main : from.rest;
        nearest = std::min(nearest, petals[i]);
      }
      break;
    }
  }
  return from;
}

/// Whether the edge at this distance may cross the pixel around a place.
bool is_near(double distance) {
  return std::abs(distance) < 0.65;
}

class Painter {
 public:
  explicit Painter(const AtlasSize& size) : size_(size) {}

  cv::Mat empty() const { return cv::Mat::zeros(size_.side, size_.side, CV_32F); }

  /// `distance` says how far a place around the middle is outside of a shape; all in pixels.
  template <class Distance>
  cv::Mat layer(int side, Distance&& distance) const {
    cv::Mat covered = cv::Mat::zeros(side, side, CV_32F);
    for (int row = 0; row < side; ++row)
      for (int column = 0; column < side; ++column) {
        const double x = column + 0.5 - side / 2.0, y = row + 0.5 - side / 2.0;
        const double middle = distance(x, y);
        double sum = middle < 0 ? 1 : 0;
        if (is_near(middle)) {
          sum = 0;
          each_place(x, y,
                     [&](double px, double py) { sum += kPlaceWeight * share(distance(px, py)); });
        }
        covered.at<float>(row, column) = static_cast<float>(sum);
      }
    soften(covered);
    return covered;
  }

  /// Programs draw circles of a pixel's width as polygons, as a pixel for each row or column that
  /// is crossed, shared by the two nearest.
  cv::Mat thin_circle(double radius) const {
    constexpr int kSides = 16;
    constexpr double kStep = 2 * std::numbers::pi / kSides;
    cv::Mat covered = empty();
    for (int row = 0; row < size_.side; ++row)
      for (int column = 0; column < size_.side; ++column) {
        const double x = std::abs(column + 0.5 - size_.side / 2.0);
        const double y = std::abs(row + 0.5 - size_.side / 2.0);
        const double far = std::max(x, y), near = std::min(x, y);
        double circle = 0;  // this far out where it is as near to the axis
        for (int side = 0; side < kSides / 4; ++side) {
          const double x0 = radius * std::cos(side * kStep), y0 = radius * std::sin(side * kStep);
          const double x1 = radius * std::cos((side + 1) * kStep);
          const double y1 = radius * std::sin((side + 1) * kStep);
          if (near >= y0 && near <= y1) circle = x0 + (x1 - x0) * (near - y0) / (y1 - y0);
        }
        covered.at<float>(row, column) =
            static_cast<float>(std::max(0.0, 1 - std::abs(far - circle) / size_.unit));
      }
    soften(covered);
    return covered;
  }

  SymbolLayers symbol(Symbol symbol, int value, double scale) const {
    SymbolLayers layers{symbol, value, empty(), empty(), empty()};
    const double thickness = outline_of(size_);
    const DotPattern dots = symbol == Symbol::dot ? dot_pattern(std::abs(value)) : DotPattern{};
    const auto from = [&](double x, double y) {
      return from_symbol(symbol, value, dots, x / scale, y / scale);
    };
    const double reach = kSymbolExtent * scale + 3;
    for (int row = 0; row < size_.side; ++row)
      for (int column = 0; column < size_.side; ++column) {
        const double x = column + 0.5 - size_.side / 2.0, y = row + 0.5 - size_.side / 2.0;
        if (x * x + y * y > reach * reach) continue;
        double main = 0, rest = 0, outline = 0;
        const auto add = [&](const Distances& d, double weight) {
          const double m = share(d.main * scale), r = share(d.rest * scale);
          const double whole = share(std::min(d.main, d.rest) * scale - thickness);
          main += weight * m;
          rest += weight * r;
          outline += weight * std::max(whole - m - r, 0.0);
        };
        const Distances middle = from(x, y);
        const double nearest = std::min(middle.main, middle.rest) * scale - thickness;
        if (is_near(middle.main * scale) || is_near(middle.rest * scale) || is_near(nearest))
          each_place(x, y, [&](double px, double py) { add(from(px, py), kPlaceWeight); });
        else
          add(middle, 1);
        layers.main.at<float>(row, column) = static_cast<float>(main);
        layers.rest.at<float>(row, column) = static_cast<float>(rest);
        layers.outline.at<float>(row, column) = static_cast<float>(outline);
      }
    soften(layers.main);
    if (symbol == Symbol::flower) soften(layers.rest);
    soften(layers.outline);
    return layers;
  }

 private:
  static constexpr double kPlaceWeight = 1.0 / (kPlaces * kPlaces);

  /// The places of a pixel around (x, y).
  template <class Visit>
  static void each_place(double x, double y, Visit&& visit) {
    for (int i = 0; i < kPlaces; ++i)
      for (int j = 0; j < kPlaces; ++j)
        visit(x + (j + 0.5) / kPlaces - 0.5, y + (i + 0.5) / kPlaces - 0.5);
  }

  /// The share of a place that lies within a shape at this distance.
  static double share(double distance) { return std::clamp(0.5 - distance * kPlaces, 0.0, 1.0); }

  void soften(cv::Mat& layer) const {
    if (size_.blur > 0)
      cv::GaussianBlur(layer, layer, {}, size_.blur, size_.blur, cv::BORDER_REPLICATE);
  }

  const AtlasSize& size_;
};

void draw_trails(Atlas& atlas, const Painter& painter) {
  const AtlasSize& size = atlas.size;
  const double half = trail_width(size) / 2;
  // One bit per way out: right, down, left, up. A walk has one or two, or none where it begins.
  for (int ways = 0; ways < 16; ++ways) {
    const int count = (ways & 1) + (ways >> 1 & 1) + (ways >> 2 & 1) + (ways >> 3 & 1);
    if (count > 2) continue;
    atlas.trails.push_back(painter.layer(size.side, [&](double x, double y) {
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

void draw_tile(Atlas& atlas, const Painter& painter, const Shape& shape) {
  const AtlasSize& size = atlas.size;
  const double half = size.tile / 2;
  const double corner = std::min(shape.corner * size.side, half);
  const auto from_tile = [&](double x, double y) { return rounded_box(x, y, half, corner); };
  atlas.tile = painter.layer(size.side, from_tile);

  const double line = std::max(kStartLine * size.side, size.unit) / 2;
  const double radius = half - kStartInset * size.side, bolt = shape.bolt * size.side;
  const auto from_bolts = [&](double x, double y) {
    return disc(std::abs(x) - bolt, std::abs(y) - bolt, kBoltRadius * size.side);
  };
  const cv::Mat lock = painter.layer(size.side, from_bolts);
  const cv::Mat start = line <= size.unit / 2 ? painter.thin_circle(radius)
                                              : painter.layer(size.side, [&](double x, double y) {
                                                  return std::abs(disc(x, y, radius)) - line;
                                                });
  atlas.marks[0] = painter.empty();
  atlas.marks[1] = start;
  atlas.marks[2] = lock;
  atlas.marks[3] = start + lock - start.mul(lock);

  const double width = std::max(kFrameWidth * size.side, 2 * size.unit);
  atlas.frame_reach = half + width - kFrameOverlap * size.side;
  atlas.fringe = static_cast<int>(std::ceil(kFringe * size.side + size.unit + size.blur));
  atlas.frame = painter.layer(size.side + 2 * atlas.fringe, [&](double x, double y) {
    return std::abs(from_tile(x, y) - (width / 2 - kFrameOverlap * size.side)) - width / 2;
  });

  atlas.distance = painter.empty();
  atlas.inside = painter.empty();
  for (int row = 0; row < size.side; ++row)
    for (int column = 0; column < size.side; ++column) {
      const double x = column + 0.5 - size.side / 2.0, y = row + 0.5 - size.side / 2.0;
      atlas.distance.at<float>(row, column) = static_cast<float>(length(x, y));
      atlas.inside.at<float>(row, column) = static_cast<float>(-from_tile(x, y));
    }
}

}  // namespace

double outline_of(const AtlasSize& size) {
  return symbol_outline(size.side, size.unit);
}

double trail_width(const AtlasSize& size) {
  return std::max(kTrailWidth * size.side, size.unit);
}

double symbol_free(const AtlasSize& size, const Shape& shape) {
  return kSymbolClearance * shape.symbol * size.side;
}

Atlas draw_atlas(const AtlasSize& size, const Shape& shape) {
  Atlas atlas;
  atlas.size = size;
  const Painter painter(atlas.size);
  const double scale = shape.symbol * size.side;
  for (int value = 1; value <= 9; ++value)
    for (const int sign : {1, -1})
      atlas.symbols.push_back(painter.symbol(Symbol::dot, sign * value, scale));
  for (const Symbol symbol : {Symbol::diamond, Symbol::bar, Symbol::slash})
    atlas.symbols.push_back(painter.symbol(symbol, 0, scale));
  for (int petals = 0; petals <= 4; ++petals)
    atlas.symbols.push_back(painter.symbol(Symbol::flower, petals, scale));
  draw_trails(atlas, painter);
  draw_tile(atlas, painter, shape);
  return atlas;
}

}  // namespace eyehand::panel
