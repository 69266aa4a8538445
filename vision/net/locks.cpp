#include "vision/net/locks.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "vision/statistics.hpp"

namespace eyehand::net {
namespace {

/// The median over a side of how much brighter the tile is than what lies beyond that side.
double step_at(const TileReader& tiles, const Lattice& lattice, cv::Point2d middle,
               const Direction& d) {
  const double cell = lattice.pitch;
  std::vector<double> ratios;
  // A wire may run through the middle of a side.
  for (double along = 0.15 * cell; along < 0.42 * cell; ++along)
    for (const double sign : {-1.0, 1.0}) {
      const auto light = [&](double out) {
        const cv::Point2d at(middle.x + d.dx * out + d.dy * sign * along,
                             middle.y + d.dy * out + d.dx * sign * along);
        return brightness(tiles.at(at.x, at.y)) + 3.0;  // black divides by nothing
      };
      ratios.push_back(light(cell / 2 - 2) / light(cell / 2 + 2));
    }
  return median(std::move(ratios));
}

}  // namespace

std::vector<std::uint8_t> shaded_tiles(const TileReader& tiles, const Lattice& lattice,
                                       double shade) {
  const int size = lattice.columns * lattice.rows;
  const double border = std::sqrt(shade);  // half way between no border and a full one
  std::vector<std::uint8_t> seen(static_cast<std::size_t>(size), 0), shaded(seen);
  for (int first = 0; first < size; ++first) {
    if (seen[static_cast<std::size_t>(first)]) continue;
    seen[static_cast<std::size_t>(first)] = 1;
    std::vector<int> area = {first};
    bool open = false;  // goes on beyond the board
    int darker = 0, brighter = 0;
    for (std::size_t i = 0; i < area.size(); ++i) {
      const int x = area[i] % lattice.columns, y = area[i] / lattice.columns;
      for (const Direction& d : kDirections) {
        const double step = step_at(tiles, lattice, lattice.centre(x, y), d);
        darker += step < border;
        brighter += step > 1 / border;
        if (step < border || step > 1 / border) continue;
        const int nx = x + d.dx, ny = y + d.dy;
        if (nx < 0 || ny < 0 || nx >= lattice.columns || ny >= lattice.rows) {
          open = true;
          continue;
        }
        const int next = ny * lattice.columns + nx;
        if (std::exchange(seen[static_cast<std::size_t>(next)], std::uint8_t{1})) continue;
        area.push_back(next);
      }
    }
    if (!open && darker > brighter)
      for (const int t : area) shaded[static_cast<std::size_t>(t)] = 1;
  }
  return shaded;
}

}  // namespace eyehand::net
