#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <queue>
#include <set>

#include "vision/hexiom/lattice.hpp"
#include "vision/statistics.hpp"

namespace eyehand {
namespace {

/// The distance between neighbours, as a multiple of a cell's width from side to side.
constexpr double kNearest = 0.98, kFarthest = 1.35;
/// A shape is on a place of the lattice if it is off by at most this many pixels plus this many
/// pitches.
constexpr double kSlackPixels = 0.8, kSlackPitches = 0.03;
/// Neighbours are within this many degrees of one of six directions.
constexpr double kDirection = 6;

/// As if the lattice were pointy-topped.
cv::Point2d as_pointy_topped(cv::Point2d v, bool flat_topped) {
  return flat_topped ? cv::Point2d(v.y, -v.x) : v;
}

HexStep nearest_step(cv::Point2d v, double pitch) {
  const double r = v.y / (pitch * std::sqrt(0.75)), q = v.x / pitch - r / 2;
  // Of the places around, the nearest: rounding each coordinate alone is wrong near corners.
  HexStep best;
  double least = 1e300;
  for (int dr = 0; dr <= 1; ++dr)
    for (int dq = 0; dq <= 1; ++dq) {
      const HexStep step{static_cast<int>(std::floor(q)) + dq,
                         static_cast<int>(std::floor(r)) + dr};
      const auto p = step.point();
      const double off = std::hypot(v.x / pitch - p.x, v.y / pitch - p.y);
      if (off < least) {
        least = off;
        best = step;
      }
    }
  return best;
}

struct Neighbours {
  bool flat_topped = false;
  double reach = 0;
  double pitch = 0;
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
};

/// The pairs of neighbours if the lattice has this orientation.
Neighbours neighbours(const std::vector<HexShape>& shapes, bool flat_topped) {
  Neighbours all;
  all.flat_topped = flat_topped;
  for (const HexShape& shape : shapes)
    all.reach +=
        (flat_topped ? shape.height : shape.width) / 2.0 / static_cast<double>(shapes.size());
  std::vector<double> lengths;
  for (std::size_t i = 0; i < shapes.size(); ++i)
    for (std::size_t j = i + 1; j < shapes.size(); ++j) {
      const cv::Point2d v = as_pointy_topped(shapes[j].middle - shapes[i].middle, flat_topped);
      const double length = std::hypot(v.x, v.y);
      if (length < 2 * kNearest * all.reach || length > 2 * kFarthest * all.reach) continue;
      const double sixth = std::atan2(v.y, v.x) * 3 / CV_PI;
      if (std::abs(sixth - std::round(sixth)) * 60 > kDirection + 60 / length) continue;
      lengths.push_back(length);
      all.pairs.emplace_back(i, j);
    }
  if (!lengths.empty()) all.pitch = median(std::move(lengths));
  return all;
}

/// Counts places from one shape along pairs of neighbours; those out of reach are left out.
std::map<std::size_t, HexStep> places_from(std::size_t start, const Neighbours& all,
                                           const std::vector<HexShape>& shapes,
                                           const std::vector<std::vector<std::size_t>>& beside) {
  std::map<std::size_t, HexStep> places{{start, {}}};
  std::queue<std::size_t> open({start});
  while (!open.empty()) {
    const std::size_t i = open.front();
    open.pop();
    for (const std::size_t j : beside[i]) {
      if (places.contains(j)) continue;
      const HexStep step = nearest_step(
          as_pointy_topped(shapes[j].middle - shapes[i].middle, all.flat_topped), all.pitch);
      places[j] = {places[i].q + step.q, places[i].r + step.r};
      open.push(j);
    }
  }
  return places;
}

/// Least squares for middle and pitch, the directions being known.
void refine(HexLattice& lattice, const std::vector<HexStep>& places,
            const std::vector<cv::Point2d>& middles) {
  HexLattice unit;
  unit.pitch = 1;
  unit.flat_topped = lattice.flat_topped;
  cv::Point2d from, to;
  const auto n = static_cast<double>(places.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    from += unit.at(places[i].point()) / n;
    to += middles[i] / n;
  }
  double along = 0, length = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const cv::Point2d u = unit.at(places[i].point()) - from;
    along += u.dot(middles[i] - to);
    length += u.dot(u);
  }
  if (length > 0) lattice.pitch = along / length;
  lattice.middle = to - lattice.pitch * from;
}

}  // namespace

std::optional<HexFit> fit_hex_lattice(const std::vector<HexShape>& shapes) {
  if (shapes.size() < 2) return std::nullopt;
  const Neighbours pointy = neighbours(shapes, false), flat = neighbours(shapes, true);
  const Neighbours& all = flat.pairs.size() > pointy.pairs.size() ? flat : pointy;
  if (all.pairs.empty()) return std::nullopt;

  std::vector<std::vector<std::size_t>> beside(shapes.size());
  for (const auto& [i, j] : all.pairs) {
    beside[i].push_back(j);
    beside[j].push_back(i);
  }
  std::map<std::size_t, HexStep> connected;
  std::set<std::size_t> seen;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    if (seen.contains(i)) continue;
    auto places = places_from(i, all, shapes, beside);
    for (const auto& [j, unused] : places) seen.insert(j);
    if (places.size() > connected.size()) connected = std::move(places);
  }

  HexFit fit;
  fit.lattice.flat_topped = all.flat_topped;
  fit.lattice.pitch = all.pitch;
  fit.reach = all.reach;
  std::vector<cv::Point2d> middles;
  for (const auto& [i, step] : connected) {
    fit.places.push_back(step);
    middles.push_back(shapes[i].middle);
  }
  // What lies off is left out, and the rest counts again.
  for (int round = 0; round < 3; ++round) {
    refine(fit.lattice, fit.places, middles);
    const double slack = kSlackPixels + kSlackPitches * fit.lattice.pitch;
    const std::size_t before = fit.places.size();
    for (std::size_t i = fit.places.size(); i-- > 0;)
      if (cv::norm(middles[i] - fit.lattice.at(fit.places[i].point())) > slack) {
        fit.places.erase(fit.places.begin() + static_cast<std::ptrdiff_t>(i));
        middles.erase(middles.begin() + static_cast<std::ptrdiff_t>(i));
      }
    if (fit.places.size() < 2) return std::nullopt;
    if (fit.places.size() == before) break;
  }
  std::sort(fit.places.begin(), fit.places.end());
  fit.places.erase(std::unique(fit.places.begin(), fit.places.end()), fit.places.end());
  return fit;
}

std::optional<std::pair<HexStep, int>> hexagon_around(const std::vector<HexStep>& places) {
  if (places.empty()) return std::nullopt;
  // Steps along three axes, the third being minus the sum of the other two.
  std::array<int, 3> least, most;
  least.fill(1 << 20);
  most.fill(-(1 << 20));
  for (const HexStep p : places) {
    const std::array axes{p.q, p.r, -p.q - p.r};
    for (std::size_t k = 0; k < 3; ++k) {
      least[k] = std::min(least[k], axes[k]);
      most[k] = std::max(most[k], axes[k]);
    }
  }
  for (int side = 1; side <= Hexagon::kMaxSide; ++side) {
    std::vector<HexStep> middles;
    for (int q = most[0] - side + 1; q <= least[0] + side - 1; ++q)
      for (int r = most[1] - side + 1; r <= least[1] + side - 1; ++r)
        if (-q - r >= most[2] - side + 1 && -q - r <= least[2] + side - 1)
          middles.push_back({q, r});
    if (middles.size() == 1) return std::pair{middles.front(), side};
    if (middles.size() > 1) return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace eyehand
