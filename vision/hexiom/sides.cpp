#include "vision/hexiom/sides.hpp"

#include <algorithm>
#include <cmath>

#include "vision/statistics.hpp"

namespace eyehand {
namespace {

/// Sides are searched for between, pitches from the middle; gaps are beyond kInside.
constexpr double kFrom = 0.36, kInside = 0.46, kTo = 0.58, kStep = 0.01;
/// Along a side this far from its middle; a side is 0.58 pitches long.
constexpr double kAlong = 0.15;
/// Gaps that blur nearly closes are seen still: such a part of the least foreground is enough.
constexpr double kFaint = 0.12;
/// In the least squares, a side may be off by this many times the middle one's distance, and
/// pitches.
constexpr double kOffTimes = 3, kOffPitches = 0.012;

}  // namespace

HexSides sides_of(const HexView& view, const HexLattice& lattice, cv::Point2d middle) {
  constexpr std::size_t kCount = 23;
  static_assert(kFrom + (kCount - 1) * kStep < kTo + 1e-9);
  constexpr auto kFirstGap = static_cast<std::size_t>((kInside - kFrom) / kStep + 0.5);
  HexSides sides{};
  std::size_t k = 0;
  for (const cv::Point2d& way : hex_directions(lattice.flat_topped)) {
    const cv::Point2d across(-way.y, way.x);
    std::array<double, kCount> foreground{};
    for (std::size_t i = 0; i < kCount; ++i)
      for (const double along : {-kAlong, 0.0, kAlong})
        foreground[i] +=
            view.at(middle + lattice.pitch * ((kFrom + kStep * static_cast<double>(i)) * way +
                                              along * across)) /
            3;
    // From the gap inwards to half of the strongest foreground.
    const auto gap = static_cast<std::size_t>(
        std::min_element(foreground.begin() + kFirstGap, foreground.end()) - foreground.begin());
    const double most = *std::max_element(foreground.begin(),
                                          foreground.begin() + static_cast<std::ptrdiff_t>(gap));
    const double half = (most + foreground[gap]) / 2;
    if (most - foreground[gap] >= kFaint * view.foreground_min) {
      std::size_t i = gap;
      while (foreground[i] < half) --i;
      const double part = (foreground[i] - half) / (foreground[i] - foreground[i + 1]);
      sides[k] = lattice.pitch * (kFrom + kStep * (static_cast<double>(i) + part));
    }
    ++k;
  }
  return sides;
}

double settle_by_sides(const HexView& view, HexLattice& lattice, const Hexagon& hexagon,
                       const std::vector<int>& drawn) {
  struct SeenSide {
    cv::Vec4d factors;  ///< of middle's x, y, pitch and the distance of sides
    double distance = 0;
  };
  double reach = 0;
  for (int round = 0; round < 3; ++round) {
    HexLattice unit = lattice;
    unit.middle = {};
    unit.pitch = 1;
    const auto ways = hex_directions(lattice.flat_topped);
    std::vector<SeenSide> all;
    for (const int cell : drawn) {
      const cv::Point2d place = unit.at(hexagon.middle(cell));
      const HexSides sides = sides_of(view, lattice, lattice.at(hexagon.middle(cell)));
      for (std::size_t k = 0; k < 6; ++k)
        if (sides[k] > 0) all.push_back({{ways[k].x, ways[k].y, ways[k].dot(place), 1}, sides[k]});
    }
    if (all.size() < 6) return 0;
    std::vector<double> off(all.size());
    std::vector<double> distances;
    for (const SeenSide& one : all) distances.push_back(one.distance);
    cv::Vec4d answer(0, 0, 0, median(distances));
    for (int pass = 0; pass < 4; ++pass) {
      for (std::size_t i = 0; i < all.size(); ++i)
        off[i] = std::abs(all[i].distance - all[i].factors.dot(answer));
      // The first guess knows nothing of middle and pitch yet.
      const double limit = kOffTimes * median(off) + kOffPitches * lattice.pitch;
      cv::Matx44d squares = cv::Matx44d::zeros();
      cv::Vec4d right;
      for (std::size_t i = 0; i < all.size(); ++i) {
        if (off[i] > limit) continue;
        squares += all[i].factors * all[i].factors.t();
        right += all[i].distance * all[i].factors;
      }
      // One cell alone says nothing of the pitch: without change, then.
      squares(2, 2) += 1e-6;
      answer = squares.solve(right, cv::DECOMP_SVD);
    }
    lattice.middle += cv::Point2d(answer[0], answer[1]);
    lattice.pitch += answer[2];
    reach = answer[3];
    if (std::abs(answer[0]) + std::abs(answer[1]) + hexagon.side() * std::abs(answer[2]) < 0.05)
      break;
  }
  return reach;
}

}  // namespace eyehand
