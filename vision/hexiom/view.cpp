#include "vision/hexiom/view.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <opencv2/imgproc.hpp>

#include "vision/components.hpp"
#include "vision/statistics.hpp"

namespace eyehand {
namespace {

/// A section begins here (a cell's centre is at 0, its neighbour's at 1) and is symmetric. The gap
/// is in the middle, from this step on.
constexpr double kSideFrom = 0.36;
constexpr std::size_t kGapFrom = 5;
/// Along a side this far from its middle; a side is 0.58 pitches long.
constexpr double kAlong = 0.2;
/// A dip between few pairs of neighbours may be chance: with this many pairs it counts half.
constexpr double kFewPairs = 12;
/// The number of pairs sampled while a lattice is moved; more do not change the result.
constexpr int kSettlePairs = 150;
/// The widths of cells, from side to side, that are tried, in pitches.
constexpr std::array kWidths{0.84, 0.88, 0.92, 0.96, 1.0};

/// Sides are looked for from kSidesFrom to kSidesTo, in pitches from the centre; gaps are beyond
/// kInside.
constexpr double kSidesFrom = 0.36, kInside = 0.46, kSidesTo = 0.58, kSidesStep = 0.01;
/// Along a side this far from its middle; a side is 0.58 pitches long.
constexpr double kSidesAlong = 0.15;
/// The least depth of a gap that blur has nearly closed, as a share of foreground_min.
constexpr double kFaint = 0.12;
/// Least squares leave out sides that are off by more than this many times the median plus this
/// many pitches.
constexpr double kStrayTimes = 3, kStrayPitches = 0.012;

/// The foreground along the line between the centres of two neighbours, in even steps around its
/// middle, where their sides and the gap are. Means over the middle of their common side.
constexpr std::size_t kSectionSteps = 15;
using Section = std::array<double, kSectionSteps>;

Section section_between(const HexView& view, cv::Point2d a, cv::Point2d b) {
  const cv::Point2d way = b - a, across(-way.y, way.x);
  Section section{};
  for (std::size_t i = 0; i < section.size(); ++i) {
    const double t = kSideFrom + (1 - 2 * kSideFrom) * static_cast<double>(i) / (kSectionSteps - 1);
    for (const double along : {-kAlong, 0.0, kAlong})
      section[i] += view.at(a + t * way + along * across) / 3;
  }
  return section;
}

/// The foreground near the side of each of two neighbours, and the share of the weaker that is
/// missing between them, 0 to 1.
struct HexGap {
  double here = 0, there = 0;
  double dip = 0;
};

HexGap gap_in(const Section& section) {
  HexGap gap;
  double least = 1e300;
  for (std::size_t i = 0; i < section.size(); ++i) {
    if (i < kGapFrom)
      gap.here = std::max(gap.here, section[i]);
    else if (i >= kSectionSteps - kGapFrom)
      gap.there = std::max(gap.there, section[i]);
    else
      least = std::min(least, section[i]);
  }
  const double weaker = std::min(gap.here, gap.there);
  if (weaker > 0) gap.dip = std::max(0.0, 1 - least / weaker);
  return gap;
}

}  // namespace

double HexView::at(cv::Point2d p) const {
  if (p.x < 0 || p.y < 0) return 0;
  const int x = static_cast<int>(p.x), y = static_cast<int>(p.y);
  if (x + 1 >= foreground.cols || y + 1 >= foreground.rows) return 0;
  const double u = p.x - x, v = p.y - y;
  const auto* above = foreground.ptr<std::uint8_t>(y) + x;
  const auto* below = foreground.ptr<std::uint8_t>(y + 1) + x;
  return (1 - v) * ((1 - u) * above[0] + u * above[1]) + v * ((1 - u) * below[0] + u * below[1]);
}

std::array<cv::Point2d, 6> hex_directions(bool flat_topped) {
  HexLattice unit;
  unit.pitch = 1;
  unit.flat_topped = flat_topped;
  std::array<cv::Point2d, 6> all;
  for (std::size_t i = 0; i < 6; ++i) all[i] = unit.at(kHexSteps[i].point());
  return all;
}

double fitness(const HexView& view, const HexLattice& lattice, const Hexagon& hexagon, int pairs) {
  const int stride = std::max(1, 3 * hexagon.size() / pairs);
  int seen = 0, both = 0, number = 0;
  Section sum{};
  for (int cell = 0; cell < hexagon.size(); ++cell)
    for (std::size_t k = 0; k < 3; ++k) {
      const int other = hexagon.neighbours(cell)[k];
      if (other < 0 || number++ % stride != 0) continue;
      const Section section = section_between(view, lattice.at(hexagon.middle(cell)),
                                              lattice.at(hexagon.middle(other)));
      const HexGap gap = gap_in(section);
      ++seen;
      if (std::min(gap.here, gap.there) < view.foreground_min) continue;
      ++both;
      // Faint neighbours count like strong ones.
      const double mean = std::accumulate(section.begin(), section.end(), 0.0);
      for (std::size_t i = 0; i < section.size(); ++i) sum[i] += section[i] / mean;
    }
  return 3 * both >= seen && both > 0 ? gap_in(sum).dip * both / (both + kFewPairs) : 0;
}

void settle(const HexView& view, HexLattice& lattice, const Hexagon& hexagon) {
  const double rim = std::max(1, hexagon.side() - 1);
  double best = fitness(view, lattice, hexagon, kSettlePairs);
  for (double step = 0.04; step > 0.004; step /= 2) {
    for (bool better = true; better;) {
      better = false;
      for (int k = 0; k < 6; ++k) {
        HexLattice other = lattice;
        const double by = (k % 2 == 0 ? step : -step) * lattice.pitch;
        if (k < 2)
          other.middle.x += by;
        else if (k < 4)
          other.middle.y += by;
        else
          other.pitch += by / rim;
        const double score = fitness(view, other, hexagon, kSettlePairs);
        if (score <= best + 1e-6) continue;
        best = score;
        lattice = other;
        better = true;
      }
    }
  }
}

HexCell cell_at(const HexView& view, cv::Point2d middle, double reach, bool flat_topped) {
  int foreground = 0, rays = 0;
  bool is_background = view.at(middle) < view.foreground_min;
  for (const cv::Point2d& way : hex_directions(flat_topped)) {
    const cv::Point2d across(-way.y, way.x);
    for (const double along : {-0.3, 0.0, 0.3}) {
      double most = 0;
      for (double t = 0.4; t <= 0.95; t += 0.05)
        most = std::max(most, view.at(middle + reach * (t * way + along * across)));
      ++rays;
      if (most >= view.foreground_min) ++foreground;
    }
  }
  is_background = is_background && foreground == 0;
  return is_background        ? HexCell::background
         : foreground == rays ? HexCell::drawn
                              : HexCell::unclear;
}

std::vector<HexLattice> lattices_by_outline(const HexView& view, double pitch_min, int gap) {
  cv::Mat mask = view.foreground >= view.foreground_min;
  if (gap > 0)
    cv::morphologyEx(mask, mask, cv::MORPH_CLOSE,
                     cv::getStructuringElement(cv::MORPH_RECT, {gap + 1, gap + 1}));
  std::vector<HexLattice> all;
  const std::vector<Component> parts = components(mask, Corners::connect);
  if (parts.empty()) return all;
  const cv::Rect box = std::max_element(parts.begin(), parts.end())->box;
  for (const bool flat_topped : {false, true}) {
    // As if pointy-topped. Top and bottom are rows of cells, left and right single ones, which may
    // be holes: then what comes next is half a pitch farther in.
    const double width = flat_topped ? box.height : box.width;
    const double height = flat_topped ? box.width : box.height;
    for (int side = 2; side <= Hexagon::kMaxSide; ++side)
      for (const double cell : kWidths) {
        const double pitch = height / ((2 * side - 2) * std::sqrt(0.75) + cell * 2 / std::sqrt(3));
        if (pitch < pitch_min) break;
        const double missing = (2 * side - 2 + cell) - width / pitch;
        if (missing < -0.15 || missing > 1.15) continue;
        for (const double shift : {0.0, -0.25, 0.25}) {
          if (missing < 0.3 && shift != 0) continue;
          HexLattice lattice;
          lattice.flat_topped = flat_topped;
          lattice.pitch = pitch;
          lattice.side = side;
          lattice.middle = {box.x + (box.width - 1) / 2.0, box.y + (box.height - 1) / 2.0};
          (flat_topped ? lattice.middle.y : lattice.middle.x) += shift * pitch;
          all.push_back(lattice);
        }
      }
  }
  return all;
}

HexSides sides_of(const HexView& view, const HexLattice& lattice, cv::Point2d middle) {
  constexpr std::size_t kCount = 23;
  static_assert(kSidesFrom + (kCount - 1) * kSidesStep < kSidesTo + 1e-9);
  constexpr auto kFirstGap = static_cast<std::size_t>((kInside - kSidesFrom) / kSidesStep + 0.5);
  HexSides sides{};
  std::size_t k = 0;
  for (const cv::Point2d& way : hex_directions(lattice.flat_topped)) {
    const cv::Point2d across(-way.y, way.x);
    std::array<double, kCount> foreground{};
    for (std::size_t i = 0; i < kCount; ++i)
      for (const double along : {-kSidesAlong, 0.0, kSidesAlong})
        foreground[i] +=
            view.at(middle +
                    lattice.pitch * ((kSidesFrom + kSidesStep * static_cast<double>(i)) * way +
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
      sides[k] = lattice.pitch * (kSidesFrom + kSidesStep * (static_cast<double>(i) + part));
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
      const double limit = kStrayTimes * median(off) + kStrayPitches * lattice.pitch;
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
