#include "puzzle/slitherlink/loopy_grids.hpp"

#include <array>
#include <cassert>
#include <cmath>
#include <vector>

#include "puzzle/index.hpp"
#include "puzzle/slitherlink/grid_builder.hpp"

// Which faces there are, their order, and the corner at which each begins are facts of Loopy's IDs
// and saved games; they were found out from its grid.c.

namespace eyehand::slitherlink {
namespace {

using Corner = GridBuilder::Corner;

/// Of an edge along one of twelve directions: half of it, and half of it times the root of 3.
constexpr int kA = 15, kB = 26;
constexpr std::array<Corner, 12> kTwelve = {{{2 * kA, 0},
                                             {kB, kA},
                                             {kA, kB},
                                             {0, 2 * kA},
                                             {-kA, kB},
                                             {-kB, kA},
                                             {-2 * kA, 0},
                                             {-kB, -kA},
                                             {-kA, -kB},
                                             {0, -2 * kA},
                                             {kA, -kB},
                                             {kB, -kA}}};

/// Draws around the origin of a cell, one cell after the other.
class Plotter {
 public:
  Plotter(int w, int h) : columns(w), rows(h) {}

  /// Calls `draw(x, y)` row by row.
  template <class Draw>
  void each_cell(Draw draw) {
    for (int y = 0; y < rows; ++y)
      for (int x = 0; x < columns; ++x) draw(x, y);
  }
  void go_to(int x, int y) { origin_ = {x, y}; }
  /// A regular polygon, clockwise from a corner on, the first edge along this one of the
  /// directions.
  template <std::size_t n>
  void polygon(int sides, Corner from, int direction, const std::array<Corner, n>& directions) {
    std::vector<Corner> corners;
    const int turn = static_cast<int>(n) / sides;
    for (; std::ssize(corners) < sides; direction += turn) {
      corners.push_back(from);
      const Corner& edge = directions[at(direction) % n];
      from = {from.x + edge.x, from.y + edge.y};
    }
    face(corners);
  }
  void polygon(int sides, Corner from, int direction) { polygon(sides, from, direction, kTwelve); }
  void dodecagon() { polygon(12, {kA, -2 * kA - kB}, 1); }
  void face(std::vector<Corner> corners) {
    for (auto& [x, y] : corners) x += origin_.x, y += origin_.y;
    if (first_.empty()) first_ = corners;
    builder_.add(corners);
  }

  std::shared_ptr<const Grid> grid() const {
    const double unit = std::hypot(first_[1].x - first_[0].x, first_[1].y - first_[0].y);
    return builder_.grid([unit](int x, int y) { return Point{x / unit, y / unit}; });
  }

  const int columns, rows;

 private:
  GridBuilder builder_;
  Corner origin_{0, 0};
  std::vector<Corner> first_;  ///< face
};

void triangular(Plotter& plot) {
  for (int y = 0; y < plot.rows; ++y) {
    const bool is_even = y % 2 == 0;
    const int base = is_even ? kB : 0, other = kB - base;  // of the triangles that come first
    const bool has_ears = plot.rows % 2 == 1 && y == plot.rows - 1;
    plot.go_to(0, y * kB);
    for (int x = 0; x <= plot.columns; ++x)
      if (!has_ears || (x > 0 && x < plot.columns))
        plot.polygon(3, {2 * kA * x, base}, is_even ? 10 : 0);
    for (int x = 0; x < plot.columns; ++x)
      plot.polygon(3, {2 * kA * x + kA, other}, is_even ? 0 : 10);
  }
}

void honeycomb(Plotter& plot) {
  plot.each_cell([&](int x, int y) {
    plot.go_to(3 * kA * x, 2 * kB * y + x % 2 * kB);
    plot.polygon(6, {-kA, -kB}, 0);
  });
}

void snub_square(Plotter& plot) {
  plot.each_cell([&](int x, int y) {
    const bool is_odd = (x + y) % 2 == 1;
    plot.go_to((kA + kB) * x, (kA + kB) * y);
    is_odd ? plot.polygon(4, {kA, 0}, 1) : plot.polygon(4, {kB, 0}, 2);
    if (x > 0) is_odd ? plot.polygon(3, {kA, 0}, 4) : plot.polygon(3, {0, kA}, 2);
    if (y > 0) is_odd ? plot.polygon(3, {kA, 0}, 11) : plot.polygon(3, {0, -kA}, 1);
  });
}

void cairo(Plotter& plot) {
  constexpr int p = 14, q = 31;
  plot.each_cell([&](int x, int y) {
    const bool is_odd = (x + y) % 2 == 1;
    plot.go_to(2 * q * x, 2 * q * y);
    if (y > 0 && is_odd) plot.face({{p, -q}, {2 * q - p, -q}, {2 * q, 0}, {q, p}, {0, 0}});
    if (y > 0 && !is_odd) plot.face({{0, 0}, {q, -p}, {2 * q, 0}, {2 * q - p, q}, {p, q}});
    if (x > 0 && is_odd) plot.face({{0, 0}, {q, p}, {q, 2 * q - p}, {0, 2 * q}, {-p, q}});
    if (x > 0 && !is_odd) plot.face({{0, 0}, {p, q}, {0, 2 * q}, {-q, 2 * q - p}, {-q, p}});
  });
}

void great_hexagonal(Plotter& plot) {
  plot.each_cell([&](int x, int y) {
    const bool has_left = x > 0, has_right = x < plot.columns - 1, has_below = y < plot.rows - 1;
    plot.go_to((3 * kA + kB) * x, (2 * kA + 2 * kB) * y + x % 2 * (kA + kB));
    plot.polygon(6, {-kA, -kB}, 0);
    if (has_below) plot.polygon(4, {-kA, kB}, 0);
    if (has_right && (x % 2 == 0 || has_below)) plot.polygon(4, {2 * kA, 0}, 1);
    if (has_left && (x % 2 == 0 || has_below)) plot.polygon(4, {-2 * kA, 0}, 2);
    if (has_right && has_below) plot.polygon(3, {kA, kB}, 1);
    if (has_left && has_below) plot.polygon(3, {-kA, kB}, 3);
  });
}

void octagonal(Plotter& plot) {
  constexpr int p = 29, q = 41;  // q is the side
  constexpr std::array<Corner, 8> kEight = {
      {{q, 0}, {p, p}, {0, q}, {-p, p}, {-q, 0}, {-p, -p}, {0, -q}, {p, -p}}};
  plot.each_cell([&](int x, int y) {
    plot.go_to((2 * p + q) * x, (2 * p + q) * y);
    plot.polygon(8, {p, 0}, 0, kEight);
    if (x > 0 && y > 0) plot.polygon(4, {0, -p}, 1, kEight);
  });
}

void kites(Plotter& plot) {
  constexpr std::array<Corner, 6> kSpokes = {
      {{2 * kB, 0}, {kB, 3 * kA}, {-kB, 3 * kA}, {-2 * kB, 0}, {-kB, -3 * kA}, {kB, -3 * kA}}};
  plot.each_cell([&](int x, int y) {
    plot.go_to(4 * kB * x + y % 2 * 2 * kB, 6 * kA * y);
    for (std::size_t k = 0; k < 6; ++k) {
      const Corner& one = kSpokes[k];
      const Corner& next = kSpokes[(k + 1) % 6];
      plot.face({{0, 0}, one, {(one.x + next.x) * 2 / 3, (one.y + next.y) * 2 / 3}, next});
    }
  });
}

void floret(Plotter& plot) {
  constexpr Corner p = {75, -26}, q = {60, 52}, r = {q.x - p.x, q.y - p.y};
  constexpr std::array<Corner, 6> kSpokes = {
      {r, q, p, {-r.x, -r.y}, {-q.x, -q.y}, {-p.x, -p.y}}};  // halves of them
  constexpr int across = (6 * p.x + 3 * q.x) / 2, up = 5 * q.y - 4 * p.y;
  plot.each_cell([&](int x, int y) {
    if (x % 2 == 0 && y > 0 && y == plot.rows - 1 && plot.columns > 1) return;
    plot.go_to(across * x, -up * y + x % 2 * (up / 2));
    for (std::size_t k = 0; k < 6; ++k) {
      const Corner& s = kSpokes[k];
      const Corner& t = kSpokes[(k + 1) % 6];
      plot.face({{0, 0},
                 {2 * s.x, 2 * s.y},
                 {2 * s.x + t.x, 2 * s.y + t.y},
                 {2 * t.x + s.x, 2 * t.y + s.y},
                 {2 * t.x, 2 * t.y}});
    }
  });
}

/// Where a dodecagon is in a grid whose odd rows are shifted by half a cell.
struct Neighbours {
  Neighbours(const Plotter& plot, int x, int y)
      : above(y > 0),
        below(y < plot.rows - 1),
        left(x > 0 || y % 2 == 1),
        right(x < plot.columns - 1 || y % 2 == 0) {}
  bool above, below;
  bool left, right;  ///< in the rows above and below
  bool both() const { return left && right; }
};

void dodecagonal(Plotter& plot) {
  plot.each_cell([&](int x, int y) {
    const Neighbours has(plot, x, y);
    plot.go_to((4 * kA + 2 * kB) * x + y % 2 * (2 * kA + kB), (3 * kA + 2 * kB) * y);
    plot.dodecagon();
    if (has.below && has.both()) plot.polygon(3, {kA, 2 * kA + kB}, 4);
    if (has.above && has.both()) plot.polygon(3, {-kA, -2 * kA - kB}, 10);
  });
}

void great_dodecagonal(Plotter& plot) {
  plot.each_cell([&](int x, int y) {
    const Neighbours has(plot, x, y);
    plot.go_to((6 * kA + 2 * kB) * x + y % 2 * (3 * kA + kB), (3 * kA + 3 * kB) * y);
    plot.dodecagon();
    if (has.below && has.both()) plot.polygon(6, {kA, 2 * kA + kB}, 2);
    if (has.above && has.both()) plot.polygon(6, {-kA, -2 * kA - kB}, 8);
    if (x < plot.columns - 1) plot.polygon(4, {2 * kA + kB, -kA}, 0);
    if (has.above && has.right) plot.polygon(4, {kA, -2 * kA - kB}, 10);
    if (has.above && has.left) plot.polygon(4, {-kA - kB, -kA - kB}, 8);
  });
}

void great_great_dodecagonal(Plotter& plot) {
  plot.each_cell([&](int x, int y) {
    const Neighbours has(plot, x, y);
    const bool has_left = x > 0, has_right = x < plot.columns - 1;  // in the same row
    plot.go_to((4 * kA + 4 * kB) * x + y % 2 * (2 * kA + 2 * kB), (6 * kA + 2 * kB) * y);
    plot.dodecagon();
    if (has.above && has.right) plot.polygon(6, {kA + 2 * kB, -4 * kA - kB}, 3);
    if (has_right) plot.polygon(6, {2 * kA + 3 * kB, -kA}, 3);
    if (has.below && has.right) plot.polygon(6, {kA + 2 * kB, 2 * kA + kB}, 3);
    if (has.above && has_right) plot.polygon(4, {kA + 2 * kB, -2 * kA - kB}, 2);
    if (has.below && has_right) plot.polygon(4, {2 * kA + 2 * kB, 2 * kA}, 4);
    if (has.below && has.both()) plot.polygon(4, {kA, 2 * kA + kB}, 3);
    if (has.below && has_left) plot.polygon(4, {-2 * kA - kB, kA}, 2);
    if (has.above && has_left) plot.polygon(4, {-kA - kB, -kA - kB}, 4);
    if (has.above && has.both()) plot.polygon(4, {kA, -4 * kA - kB}, 3);
    if (has.above && has_right) plot.polygon(3, {3 * kA + 2 * kB, -2 * kA - kB}, 4);
    if (has.below && has_right) plot.polygon(3, {3 * kA + 2 * kB, 2 * kA + kB}, 6);
  });
}

void kagome(Plotter& plot) {
  plot.each_cell([&](int x, int y) {
    const bool is_odd = y % 2 == 1, has_right = x < plot.columns - 1;
    const bool has_below = y < plot.rows - 1;
    plot.go_to(4 * kA * x + y % 2 * 2 * kA, 2 * kB * y);
    plot.polygon(6, {kA, -kB}, 2);
    if (has_right || (!is_odd && y > 0)) plot.polygon(3, {3 * kA, -kB}, 4);
    if (has_right || (!is_odd && has_below)) plot.polygon(3, {3 * kA, kB}, 6);
    if (x == 0 && is_odd) plot.polygon(3, {-kA, -kB}, 4);
    if (x == 0 && is_odd && has_below) plot.polygon(3, {-kA, kB}, 6);
  });
}

void compass_dodecagonal(Plotter& plot) {
  plot.each_cell([&](int x, int y) {
    plot.go_to((4 * kA + 2 * kB) * x, (4 * kA + 2 * kB) * y);
    plot.dodecagon();
    if (x == plot.columns - 1 || y == plot.rows - 1) return;
    plot.polygon(3, {2 * kA + kB, kA}, 2);
    plot.polygon(3, {3 * kA + 2 * kB, 2 * kA + kB}, 5);
    plot.polygon(3, {3 * kA + kB, 3 * kA + kB}, 4);
    plot.polygon(3, {kA + kB, kA + kB}, 3);
    plot.polygon(4, {3 * kA + kB, kA + kB}, 3);
  });
}

constexpr std::array<void (*)(Plotter&), 16> kByType = {nullptr,
                                                        triangular,
                                                        honeycomb,
                                                        snub_square,
                                                        cairo,
                                                        great_hexagonal,
                                                        octagonal,
                                                        kites,
                                                        floret,
                                                        dodecagonal,
                                                        great_dodecagonal,
                                                        nullptr,
                                                        nullptr,
                                                        great_great_dodecagonal,
                                                        kagome,
                                                        compass_dodecagonal};

}  // namespace

bool is_periodic_in_loopy(int type) {
  return at(type) < kByType.size() && kByType[at(type)];
}

std::shared_ptr<const Grid> loopy_grid(int type, int columns, int rows) {
  assert(is_periodic_in_loopy(type));
  Plotter plot(columns, rows);
  kByType[at(type)](plot);
  return plot.grid();
}

}  // namespace eyehand::slitherlink
