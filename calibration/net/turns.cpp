#include "calibration/net/turns.hpp"

#include <algorithm>
#include <cmath>

#include "calibration/changes.hpp"
#include "calibration/net/arms.hpp"
#include "puzzle/index.hpp"
#include "vision/cells/patch.hpp"
#include "vision/statistics.hpp"

namespace eyehand::calibration {
namespace {

/// Half the width of a wire's core, and where the background beside it is, in cells.
constexpr double kWireCore = 0.03, kBackgroundFrom = 0.14, kBackgroundTo = 0.22;

}  // namespace

cv::Vec3d Across::core(double half_width) const {
  cv::Vec3d sum, nearest;
  double distance = 1e9;
  int count = 0;
  for (std::size_t i = 0; i < offset.size(); ++i) {
    if (std::abs(offset[i]) < distance) {
      distance = std::abs(offset[i]);
      nearest = colour[i];
    }
    if (std::abs(offset[i]) > half_width) continue;
    sum += colour[i];
    ++count;
  }
  return count > 0 ? sum / static_cast<double>(count) : nearest;
}

Across sample_across(const cv::Mat& bgr, const Lattice& lattice, int tile, std::size_t side,
                     double from, double to) {
  const cv::Point2d middle = lattice.centre(tile % lattice.columns, tile / lattice.columns);
  const double cell = lattice.pitch;
  const bool level = side % 2 == 0;
  const int sign = side == 0 || side == 3 ? 1 : -1;  // right and down
  const double along_middle = level ? middle.x : middle.y;
  const double across_middle = level ? middle.y : middle.x;
  const auto first = static_cast<int>(std::ceil(from * cell));
  const auto last = std::max(first, static_cast<int>(std::floor(to * cell)));
  const double reach = 0.25 * cell;
  Across across;
  std::vector<cv::Vec3d> backgrounds;
  for (double at = std::ceil(across_middle - reach); at <= across_middle + reach; ++at) {
    cv::Vec3d sum;
    for (int step = first; step <= last; ++step) {
      const int along = cvRound(along_middle + sign * step);
      const int x = std::clamp(level ? along : static_cast<int>(at), 0, bgr.cols - 1);
      const int y = std::clamp(level ? static_cast<int>(at) : along, 0, bgr.rows - 1);
      const Colour c = colour_at(bgr, x, y);
      sum += cv::Vec3d(c.r, c.g, c.b);
    }
    const double offset = (level ? at - across_middle : across_middle - at) / cell;
    across.offset.push_back(offset);
    across.colour.push_back(sum / static_cast<double>(last - first + 1));
    if (std::abs(offset) >= kBackgroundFrom && std::abs(offset) <= kBackgroundTo)
      backgrounds.push_back(across.colour.back());
  }
  across.background = backgrounds.empty() ? cv::Vec3d() : median(backgrounds);
  return across;
}

std::array<std::set<int>, 4> rim_of(const Lattice& lattice) {
  const int right = lattice.columns - 1, low = lattice.rows - 1;
  std::array<std::set<int>, 4> sides;
  for (int i = 1; i < 4; ++i) {
    const int x = right * i / 4, row = low * i / 4 * lattice.columns;
    sides[0].insert(row + right);
    sides[1].insert(x);
    sides[2].insert(row);
    sides[3].insert(low * lattice.columns + x);
  }
  return sides;
}

double changed_share(const Lattice& lattice, int tile, const cv::Mat& a, const cv::Mat& b,
                     int least) {
  if (a.size() != b.size()) return 1;
  const cv::Point2d middle = lattice.centre(tile % lattice.columns, tile / lattice.columns);
  const cv::Point2d half(lattice.pitch / 2, lattice.pitch / 2);
  const cv::Rect box =
      cv::Rect(cv::Point(middle - half), cv::Point(middle + half)) & cv::Rect({}, a.size());
  return cv::countNonZero(changed_pixels(a(box), b(box), least)) / std::max(1.0, box.area() * 1.0);
}

double corner_light(const cv::Mat& bgr, const Lattice& lattice, int tile) {
  const cv::Point2d middle = lattice.centre(tile % lattice.columns, tile / lattice.columns);
  double sum = 0;
  for (const double u : {-0.36, 0.36})
    for (const double v : {-0.36, 0.36}) {
      const cv::Point2d p = middle + cv::Point2d(u, v) * lattice.pitch;
      sum += brightness(colour_at(bgr, cvRound(p.x), cvRound(p.y))) / 4.0;
    }
  return sum;
}

Wires find_wires(const Turns& turns) {
  const Lattice& lattice = turns.lattice;
  std::vector<TurningTile> tiles(at(lattice.columns * lattice.rows));
  for (std::size_t t = 0; t < tiles.size(); ++t) {
    const int tile = static_cast<int>(t);
    const cv::Point2d middle = lattice.centre(tile % lattice.columns, tile / lattice.columns);
    for (std::size_t k = 0; k < 4; ++k)
      tiles[t][k] = cells::cut(turns.pictures[k], middle, lattice.pitch, kTilePixels);
  }
  const ArmFinder finder(tiles);
  Wires wires;
  for (const Arms& arms : finder.arms()) wires.quarter += arms.is_clear ? arms.quarters : 0;
  wires.quarter = wires.quarter >= 0 ? 1 : -1;
  double unclear = 0;
  for (std::size_t t = 0; t < tiles.size(); ++t) {
    const Arms& arms = finder.arms()[t];
    const bool turns_so = arms.is_clear && arms.quarters != -wires.quarter;
    const auto still = turns_so ? std::nullopt : finder.wires_of_still(tiles[t][0]);
    wires.found.push_back(turns_so ? arms.wires : still.value_or(net::Sides{0}));
    if (!turns_so && !still) ++unclear;
  }
  wires.uncertain = unclear / static_cast<double>(tiles.size());
  // Where sides with a wire contrast most with those without.
  double most = 0;
  for (const auto& [from, to] : kWirePaths) {
    std::vector<double> with, without;
    for (std::size_t t = 0; t < tiles.size(); ++t)
      for (std::size_t side = 0; side < 4; ++side) {
        const Across across =
            sample_across(turns.pictures[0], lattice, static_cast<int>(t), side, from, to);
        (wires.found[t] & net::kEachSide[side] ? with : without)
            .push_back(apart(across.core(kWireCore), across.background));
      }
    if (with.empty() || without.empty()) continue;
    const double contrast = median_in_place(with) - median_in_place(without);
    if (contrast > most) most = contrast, wires.from = from, wires.to = to;
  }
  return wires;
}

}  // namespace eyehand::calibration
