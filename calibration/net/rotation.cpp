#include "calibration/net/rotation.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <utility>
#include <vector>

#include "puzzle/index.hpp"

namespace eyehand::calibration {
namespace {

/// Within a square around the centre, the difference between the change and its rotation must be
/// less than this share of the change; by chance it would be nearly 1.
constexpr float kMostResidual = 0.6F;
/// The search begins on pictures reduced by this factor; this many of their best centres are
/// refined, which are at least so many half pixels apart.
constexpr int kReduced = 4, kRefinedApart = 3;
constexpr std::size_t kRefined = 3;
/// Something that turns around a centre farther from the click than its own reach may be wires
/// elsewhere that form a square and change colour: its weight is multiplied by this.
constexpr float kElsewhere = 0.25F;
constexpr double kWithin = 1.2;
/// The least that must turn at each step, pixels: wires may be 2 pixels thick and 8 long.
constexpr double kLeastTurning = 20;
/// A centre farther than this, in cells, from its lattice position belongs to something else.
constexpr double kOffLattice = 0.15;

/// A picture of changes, 0 to 1, and the pixels that are not 0: few are.
struct Mask {
  cv::Mat value;  ///< CV_32F
  std::vector<cv::Point> changed;

  explicit Mask(cv::Mat picture) : value(std::move(picture)) { cv::findNonZero(value, changed); }
  float at(cv::Point p) const {
    return p.x < 0 || p.y < 0 || p.x >= value.cols || p.y >= value.rows ? 0.0F : value.at<float>(p);
  }
  /// With the changes in this box only.
  Mask within(const cv::Rect& box) const {
    Mask part = *this;
    std::erase_if(part.changed, [&](cv::Point p) { return !box.contains(p); });
    return part;
  }
};
using Masks = std::vector<Mask>;  ///< four, all of one size

/// A centre, in half pixels: both coordinates are even or both odd, so that pixels map to pixels.
struct Middle {
  cv::Point twice;
  int reach = 0;
  float turning =
      0;  ///< at the step where it is least: what changed, minus what the rotation does not explain
  float clarity = 0;  ///< of Rotation
};

/// The best reach for this centre, in the better of the two directions.
Middle judge(const Masks& masks, cv::Point twice, int most) {
  Middle best{twice, 0, 0};
  const int odd = twice.x & 1;
  using Steps = std::array<float, 4>;
  struct Ring {
    Steps turning{}, changed{};
  };
  std::vector<Ring> rings(at(most + 1));  // squares around the centre
  for (const int way : {1, -1}) {
    std::ranges::fill(rings, Ring{});
    for (std::size_t step = 0; step < 4; ++step) {
      const Mask &now = masks[(step + 1) & 3], &before = masks[step];
      const auto ring_of = [&](cv::Point from_centre) {
        return (std::max(std::abs(from_centre.x), std::abs(from_centre.y)) - odd) / 2;
      };
      const auto add = [&](int ring, float a, float b) {
        rings[at(ring)].changed[step] += kMostResidual * (a + b);
        rings[at(ring)].turning[step] += kMostResidual * (a + b) - std::abs(a - b);
      };
      for (const cv::Point p : now.changed) {
        const cv::Point d = 2 * p - twice;  // a quarter turn earlier: -way * d.y, way * d.x
        const int ring = ring_of(d);
        if (ring > most) continue;
        add(ring, now.at(p), before.at((twice + way * cv::Point(-d.y, d.x)) / 2));
      }
      for (const cv::Point p : before.changed) {
        const cv::Point d = 2 * p - twice;
        const int ring = ring_of(d);
        if (ring > most) continue;
        const float later = now.at((twice + way * cv::Point(d.y, -d.x)) / 2);
        if (later == 0) add(ring, 0, before.at(p));
      }
    }
    Steps turning{}, changed{};
    for (int ring = 0; ring <= most; ++ring) {
      for (std::size_t step = 0; step < 4; ++step) {
        turning[step] += rings[at(ring)].turning[step];
        changed[step] += rings[at(ring)].changed[step];
      }
      const auto least = std::ranges::min_element(turning) - turning.begin();
      const float turns = turning[at(static_cast<int>(least))];
      if (turns > 1.005F * best.turning)
        best = {twice, ring, turns, turns / changed[at(static_cast<int>(least))]};
    }
  }
  return best;
}

/// The centres within `around` pixels of a point, best first. The click was in the middle of the
/// masks.
std::vector<Middle> search(const Masks& whole, cv::Point twice, int around, int most) {
  const int half = around + most + 1;
  Masks masks;
  for (const Mask& mask : whole)
    masks.push_back(
        mask.within({twice / 2 - cv::Point(half, half), cv::Size(2 * half + 1, 2 * half + 1)}));
  std::vector<Middle> all;
  const cv::Point click(masks[0].value.size());
  for (int y = twice.y - 2 * around; y <= twice.y + 2 * around; ++y)
    for (int x = twice.x - 2 * around; x <= twice.x + 2 * around; ++x) {
      if ((x + y) & 1) continue;
      Middle middle = judge(masks, {x, y}, most);
      if (std::max(std::abs(x - click.x), std::abs(y - click.y)) > 2 * kWithin * middle.reach)
        middle.turning *= kElsewhere;
      if (middle.turning > 0) all.push_back(middle);
    }
  std::sort(all.begin(), all.end(),
            [](const Middle& a, const Middle& b) { return a.turning > b.turning; });
  return all;
}

}  // namespace

std::optional<Rotation> find_rotation(const std::array<cv::Mat, 4>& changes, cv::Point near,
                                      int reach) {
  const int blocks = (2 * reach + kReduced - 1) / kReduced, half = blocks * kReduced;
  const cv::Rect window(near.x - half, near.y - half, 2 * half, 2 * half);
  const cv::Rect inside = window & cv::Rect({}, changes[0].size());
  Masks fine, coarse;
  for (const cv::Mat& change : changes) {
    cv::Mat whole = cv::Mat::zeros(window.size(), CV_32F), reduced;
    change(inside).convertTo(whole(inside - window.tl()), CV_32F, 1 / 255.0);
    cv::resize(whole, reduced, {2 * blocks, 2 * blocks}, 0, 0, cv::INTER_AREA);
    fine.emplace_back(whole);
    coarse.emplace_back(reduced);
  }
  const std::vector<Middle> rough =
      search(coarse, {2 * blocks, 2 * blocks}, reach / kReduced, reach / kReduced);
  std::optional<Middle> best;
  std::vector<cv::Point> refined;
  for (const Middle& middle : rough) {
    const bool is_near = std::ranges::any_of(refined, [&](cv::Point other) {
      const cv::Point off = other - middle.twice;
      return std::max(std::abs(off.x), std::abs(off.y)) < kRefinedApart;
    });
    if (is_near || refined.size() == kRefined) continue;
    refined.push_back(middle.twice);
    // The centre of a reduced pixel lies between pixels.
    const cv::Point start = kReduced * middle.twice + cv::Point(kReduced - 1, kReduced - 1);
    const auto found =
        search(fine, start, kReduced, std::min(reach, (middle.reach + 2) * kReduced));
    if (!found.empty() && (!best || found[0].turning > best->turning)) best = found[0];
  }
  if (!best || best->turning < kLeastTurning) return std::nullopt;
  return Rotation{cv::Point2d(best->twice) / 2 + cv::Point2d(window.tl()),
                  static_cast<double>(best->reach), best->turning, best->clarity};
}

double fitted_pitch(std::span<const double> offsets, double rough) {
  // Linear regression; the first tile is the point 0, 0.
  double count = 1, steps = 0, squares = 0, sum = 0, products = 0;
  for (const double offset : offsets) {
    const double step = std::round(offset / rough);
    if (std::abs(offset - step * rough) > kOffLattice * rough) continue;
    count += 1;
    steps += step;
    squares += step * step;
    sum += offset;
    products += step * offset;
  }
  const double spread = count * squares - steps * steps;
  return spread > 0 ? (count * products - steps * sum) / spread : rough;
}

}  // namespace eyehand::calibration
