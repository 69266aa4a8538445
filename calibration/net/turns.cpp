#include "calibration/net/turns.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "calibration/changes.hpp"

namespace eyehand::calibration {
namespace {

/// Half the width of a wire's core, and where the background beside it is, in cells.
constexpr double kWireCore = 0.03, kBackgroundFrom = 0.14, kBackgroundTo = 0.22;

constexpr std::array kContrasts = {25.0, 40.0, 60.0, 90.0};

/// For each tile and turn, the sides at which there seems to be a wire.
using TurnedWires = std::vector<std::array<net::Sides, 4>>;

/// The wires that agree best with the observations if each turn were by this many quarters.
Wires agree(const TurnedWires& seen, int quarter) {
  Wires wires;
  wires.quarter = quarter;
  int against_all = 0;
  for (const auto& tile : seen) {
    net::Sides best = 0;
    int fewest = 17;
    for (unsigned guess = 0; guess < 16; ++guess) {
      int against = 0;
      for (std::size_t k = 0; k < 4; ++k) {
        const auto turned =
            net::turned(static_cast<net::Sides>(guess), quarter * static_cast<int>(k));
        against += net::degree(static_cast<net::Sides>(turned ^ tile[k]));
      }
      if (against < fewest) {
        fewest = against;
        best = static_cast<net::Sides>(guess);
      }
    }
    wires.found.push_back(best);
    against_all += fewest;
  }
  wires.disagreement =
      against_all / (16.0 * static_cast<double>(std::max<std::size_t>(1, seen.size())));
  return wires;
}

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
  const int tiles = turns.lattice.columns * turns.lattice.rows;
  Wires best;
  for (const auto& [from, to] : kWirePaths) {
    std::vector<std::array<std::array<double, 4>, 4>> contrast(static_cast<std::size_t>(tiles));
    for (int t = 0; t < tiles; ++t)
      for (std::size_t k = 0; k < 4; ++k)
        for (std::size_t side = 0; side < 4; ++side) {
          const Across across = sample_across(turns.pictures[k], turns.lattice, t, side, from, to);
          contrast[static_cast<std::size_t>(t)][k][side] =
              apart(across.core(kWireCore), across.background);
        }
    for (const double min_contrast : kContrasts) {
      TurnedWires seen(contrast.size());
      for (std::size_t t = 0; t < seen.size(); ++t)
        for (std::size_t k = 0; k < 4; ++k)
          for (std::size_t side = 0; side < 4; ++side)
            if (contrast[t][k][side] >= min_contrast) seen[t][k] |= net::kEachSide[side];
      for (const int quarter : {1, -1}) {
        Wires wires = agree(seen, quarter);
        wires.from = from;
        wires.to = to;
        const bool any = std::any_of(wires.found.begin(), wires.found.end(),
                                     [](net::Sides s) { return s != 0 && s != net::kAllSides; });
        if (any && wires.disagreement < best.disagreement) best = std::move(wires);
      }
    }
  }
  return best;
}

}  // namespace eyehand::calibration
