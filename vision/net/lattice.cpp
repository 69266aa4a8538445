#include <vector>

#include "vision/net/tile.hpp"

namespace eyehand::net {
namespace {

/// Wires that fit so well say where the lattice is.
constexpr double kClearFit = 0.4;

/// Places along one axis: the cell, and where a wire through it runs.
struct Places {
  std::vector<double> cell, at;

  double mean(const std::vector<double>& values) const {
    double sum = 0;
    for (const double v : values) sum += v;
    return sum / static_cast<double>(values.size());
  }
};

}  // namespace

Lattice centred_on_wires(const cv::Mat& image, const Lattice& lattice,
                         const Appearance& appearance) {
  Lattice now = lattice;
  for (const double slack : {1.5, 0.75}) {
    const TileReader tiles(image, now, appearance);
    Places x, y;
    for (int row = 0; row < now.rows; ++row)
      for (int column = 0; column < now.columns; ++column)
        for (const Direction& d : kDirections) {
          const auto middle = now.centre(column, row);
          const SectionFit best =
              tiles.match_wire(middle, d, appearance.wire_from, 0.5, slack, 1).best();
          if (best.fit < kClearFit) continue;
          // Offsets grow downwards across a horizontal wire, and to the left across a vertical one.
          (d.dx ? y : x).cell.push_back((d.dx ? row : column) + 0.5);
          (d.dx ? y : x).at.push_back(d.dx ? middle.y + best.shift : middle.x - best.shift);
        }
    if (x.cell.empty() || y.cell.empty()) return now;
    // Least squares, with one pitch for both axes.
    double common = 0, spread = 0;
    for (const Places* places : {&x, &y}) {
      const double cell = places->mean(places->cell), at = places->mean(places->at);
      for (std::size_t i = 0; i < places->cell.size(); ++i) {
        common += (places->cell[i] - cell) * (places->at[i] - at);
        spread += (places->cell[i] - cell) * (places->cell[i] - cell);
      }
    }
    if (spread > 0) now.pitch = common / spread;
    now.origin = {x.mean(x.at) - now.pitch * x.mean(x.cell),
                  y.mean(y.at) - now.pitch * y.mean(y.cell)};
  }
  return now;
}

}  // namespace eyehand::net
