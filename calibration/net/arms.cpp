#include "calibration/net/arms.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <tuple>

#include "puzzle/index.hpp"
#include "vision/statistics.hpp"

namespace eyehand::calibration {
namespace {

using net::Sides;

/// Whatever changes by less than this share of the strongest change on a tile is not a wire but
/// shading that turns with it.
constexpr double kWireShare = 0.4;
/// A pixel belongs to wires if it changes on at least this share of the tiles.
constexpr double kTileShare = 0.25;
/// A side is classified from here outwards, in cells: closer to the centre there may be an end.
constexpr double kQuadrantFrom = 0.2;
/// Some arms reach no farther than this from the centre: glyphs are taller than they are wide.
/// Those of a narrow font between wide margins lie wholly between the next two.
constexpr double kShortArm = 0.3;
constexpr double kShortestFrom = 0.08, kShortestArm = 0.17;
/// Ends may be wide and stand out on all sides; from this share of the distance that wires reach
/// outwards, there are only wires.
constexpr double kBesideEnds = 0.8;
/// Wires reach as far from the centre as at least this share of the most pixels at any distance.
constexpr double kReachShare = 0.25;
/// That far out, sides with and without a wire differ by at least this share of their overall
/// difference.
constexpr double kOuterShare = 0.5;
/// If sides with and without a wire differ by this many times the spread within each class, all
/// arms are of one length.
constexpr double kEven = 5;
/// Sides with and without a wire must differ by at least this many times the spread within each
/// class.
constexpr double kClear = 1.5;
/// ... and by this much, 0 to 255.
constexpr double kLeastGap = 5;
/// Where a side's contrast lies between that of sides without a wire (0) and with one (1): below
/// the first value it has none, above the second it has one.
constexpr double kSurelyNone = 0.3, kSurelyWire = 0.5;
/// Where a tile's corners are, beside all wires but within any gap, from its centre, and how large
/// they are, pixels.
constexpr int kCornerAt = 16, kCornerSize = 4;
/// A tile's direction of turning is undecided if the shares of its changes that the two directions
/// explain differ by less than this.
constexpr double kOtherWay = 0.2;

cv::Mat rotated(const cv::Mat& picture, int quarters) {
  cv::Mat result = picture;
  for (int i = 0; i < (quarters & 3); ++i) {
    cv::Mat next;
    cv::rotate(result, next, cv::ROTATE_90_COUNTERCLOCKWISE);
    result = next;
  }
  return result;
}

/// The largest difference of any channel.
cv::Mat difference(const cv::Mat& a, const cv::Mat& b) {
  std::array<cv::Mat, 3> channels;
  cv::split(cv::abs(a - b), channels.data());
  return cv::max(channels[0], cv::max(channels[1], channels[2]));
}

/// Where wires may be, in any orientation of a tile: 8-bit.
cv::Mat footprint(const std::vector<TurningTile>& tiles) {
  cv::Mat votes = cv::Mat::zeros(kTilePixels, kTilePixels, CV_32F);
  int turning = 0;
  for (const TurningTile& tile : tiles) {
    cv::Mat change = cv::Mat::zeros(kTilePixels, kTilePixels, CV_32F);
    for (std::size_t k = 0; k < tile.size(); ++k)
      change = cv::max(change, difference(tile[(k + 1) % tile.size()], tile[k]));
    double most = 0;
    cv::minMaxLoc(change, nullptr, &most);
    if (most < 20) continue;
    cv::Mat any = change;
    for (int quarters = 1; quarters < 4; ++quarters) any = cv::max(any, rotated(change, quarters));
    votes += cv::Mat(any > kWireShare * most) / 255.0;
    ++turning;
  }
  return votes > kTileShare * std::max(turning, 1) - 1e-3;
}

/// The quadrant of a tile that belongs to a side, by number, from one distance from the centre to
/// another.
cv::Mat quadrant(int side, double from, double to) {
  cv::Mat mask = cv::Mat::zeros(kTilePixels, kTilePixels, CV_8U);
  for (int y = 0; y < kTilePixels; ++y)
    for (int x = 0; x < kTilePixels; ++x) {
      const double u = (x + 0.5) / kTilePixels - 0.5, v = (y + 0.5) / kTilePixels - 0.5;
      if (u > from && u < to && std::abs(v) < u) mask.at<std::uint8_t>(y, x) = 255;
    }
  return rotated(mask, side);
}

/// How far wires reach from the centre, in cells.
double reach_of(const cv::Mat& wires) {
  std::vector<double> counts;
  for (int ring = 0; 2 * ring < kTilePixels; ++ring) {
    const int from = kTilePixels / 2 - 1 - ring, side = 2 * ring + 2;
    const cv::Rect outer(from, from, side, side), inner(from + 1, from + 1, side - 2, side - 2);
    counts.push_back(cv::countNonZero(wires(outer)) - cv::countNonZero(wires(inner)));
  }
  auto ring = counts.size();
  const double most = *std::max_element(counts.begin(), counts.end());
  while (ring > 0 && counts[ring - 1] < kReachShare * most) --ring;
  return static_cast<double>(ring) / kTilePixels;
}

/// How poorly rotating the changes of one step by `quarters` reproduces those of the next: the sum
/// of squared residuals.
double residual(const std::array<cv::Mat, 4>& changes, int quarters) {
  double sum = 0;
  for (std::size_t k = 0; k < 4; ++k) {
    const double norm = cv::norm(changes[(k + 1) & 3], rotated(changes[k], quarters), cv::NORM_L2);
    sum += norm * norm;
  }
  return sum;
}

/// Which way a tile turns; 0 if that makes no difference. The places that change decide, except on
/// a corner: there, how they change must be considered as well, which power makes less reliable.
int direction_of(const TurningTile& tile) {
  std::array<cv::Mat, 4> changes, where;
  for (std::size_t k = 0; k < 4; ++k) {
    changes[k] = tile[(k + 1) & 3] - tile[k];
    where[k] = difference(tile[(k + 1) & 3], tile[k]);
  }
  for (const auto& each : {where, changes}) {
    const double anticlockwise = residual(each, 1), clockwise = residual(each, -1);
    double all = 0;
    for (const cv::Mat& change : each) all += cv::norm(change, cv::NORM_L2SQR);
    if (clockwise - anticlockwise > kOtherWay * all) return 1;
    if (anticlockwise - clockwise > kOtherWay * all) return -1;
  }
  return 0;
}

/// The widest gap between four values.
struct Gap {
  double width = 0, range = 0;  ///< range: from the least value to the largest
  double above = 0;             ///< the least value above it
};
Gap widest_gap(std::array<double, 4> values) {
  std::sort(values.begin(), values.end());
  Gap gap{-1, values[3] - values[0], 0};
  for (std::size_t i = 1; i < values.size(); ++i)
    if (values[i] - values[i - 1] > gap.width) {
      gap.width = values[i] - values[i - 1];
      gap.above = values[i];
    }
  return gap;
}

}  // namespace

double ArmFinder::stands_out(const cv::Mat& tile, std::size_t side, const Masks& masks) {
  const cv::Mat &inner = masks.inner[side], &outer = masks.outer[side];
  if (cv::countNonZero(inner) == 0 || cv::countNonZero(outer) == 0) return 0;
  return cv::norm(cv::mean(tile, inner) - cv::mean(tile, outer));
}

ArmFinder::Judgement ArmFinder::judge(const TurningTile& tile, int quarters_known,
                                      const Masks& masks) {
  Judgement judgement;
  double most = 0, other = 0;
  int way = 0;
  for (const int quarters : {1, -1}) {
    if (quarters_known == -quarters) continue;
    // How much each arm stands out, in all positions.
    std::array<double, 4> means{};
    for (int arm = 0; arm < 4; ++arm)
      for (int k = 0; k < 4; ++k)
        means[at(arm)] += stands_out(tile[at(k)], at((arm + quarters * k) & 3), masks) / 4;
    const double gap = widest_gap(means).width;
    other = std::max(other, std::min(gap, most));
    if (gap <= most) continue;
    most = gap;
    judgement.means = means;
    way = quarters;
  }
  // If the direction seems to make no difference, take the one in which wires stand out more.
  judgement.quarters = quarters_known == 0 && most > kClear * other ? way : quarters_known;
  const Gap gap = widest_gap(judgement.means);
  judgement.gap = gap.width;
  judgement.clearness =
      gap.width > kLeastGap ? gap.width / std::max(gap.range - gap.width, 1e-3) : 0;
  for (int arm = 0; arm < 4; ++arm)
    if (judgement.means[at(arm)] >= gap.above) judgement.wires |= net::kEachSide[at(arm)];
  return judgement;
}

bool ArmFinder::is_clearer(const Judgement& judgement, const Judgement& than) {
  return judgement.clearness > kEven && judgement.gap > kClear * than.gap;
}

/// Whether a tile has arms that only show near its centre, and it is not one with an end there,
/// which shows one farther out.
bool ArmFinder::has_shortest_arms(const TurningTile& tile, int direction,
                                  const Masks& nearest) const {
  const Judgement whole = judge(tile, direction, whole_), near = judge(tile, direction, nearest);
  const Sides seen = whole.clearness > kClear ? whole.wires : Sides{0};
  return near.clearness > kEven && std::popcount(seen) != 1 && (near.wires & seen) == seen &&
         near.wires != seen;
}

ArmFinder::ArmFinder(const std::vector<TurningTile>& tiles) {
  const cv::Mat wires = footprint(tiles);
  cv::Mat beside;
  cv::dilate(wires, beside, cv::Mat::ones(5, 5, CV_8U));
  beside &= ~wires;
  const double reach = reach_of(wires);
  Masks near_middle, nearest, far_out;
  for (int side = 0; side < 4; ++side)
    for (const auto& [masks, from, to] : {std::tuple(&whole_, kQuadrantFrom, 0.5),
                                          std::tuple(&near_middle, kQuadrantFrom, kShortArm),
                                          std::tuple(&nearest, kShortestFrom, kShortestArm),
                                          std::tuple(&far_out, kBesideEnds * reach, reach)}) {
      masks->inner[at(side)] = wires & quadrant(side, from, to);
      masks->outer[at(side)] = beside & quadrant(side, from, to);
    }
  std::vector<int> directions;
  bool are_shortest = false;
  for (const TurningTile& tile : tiles) {
    const int changes = direction_of(tile);
    // Power that comes or goes meanwhile changes more than the turns do.
    const bool is_misled =
        changes != 0 && is_clearer(judge(tile, -changes, whole_), judge(tile, changes, whole_));
    directions.push_back(is_misled ? -changes : changes);
    are_shortest = are_shortest || has_shortest_arms(tile, directions.back(), nearest);
  }
  if (are_shortest) whole_ = near_middle = nearest;
  struct StandsOut {
    std::vector<double> with_wire, without;
  };
  StandsOut as_a_whole, far_only;  // the latter of tiles with wide ends, or with wide wires
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    const TurningTile& tile = tiles[i];
    const int direction = directions[i];
    const Judgement whole = judge(tile, direction, whole_);
    const Judgement near = judge(tile, direction, near_middle);
    const Judgement far = judge(tile, direction, far_out);
    // The whole of each side is more reliable, unless some arms are short. But if there are wires
    // farther out just where none seem to be, a wide end stands out on the other sides.
    const bool is_inverted = far.clearness > kEven && far.gap >= kOuterShare * whole.gap &&
                             (far.wires & whole.wires) == 0;
    const Judgement& best =
        is_inverted ? far
        : whole.clearness < kEven && near.clearness > whole.clearness && near.gap >= whole.gap
            ? near
            : whole;
    // Unless it is a straight, a tile whose direction is undecided has been misread: part of it is
    // hidden, or did not turn.
    const bool is_decided = best.quarters != 0 || best.wires == net::opposite(best.wires);
    const Arms arms{best.wires, best.quarters, best.clearness > kClear && is_decided};
    auto& [with_wire, without] = is_inverted ? far_only : as_a_whole;
    for (int arm = 0; arm < 4 && arms.is_clear; ++arm)
      (arms.wires & net::kEachSide[at(arm)] ? with_wire : without)
          .push_back((is_inverted ? far : whole).means[at(arm)]);
    arms_.push_back(arms);
  }
  // Where wires are wide, sides without one stand out more on nearly all tiles.
  const bool are_inverted = far_only.with_wire.size() > as_a_whole.with_wire.size();
  if (are_inverted) whole_ = far_out;
  const auto& [with_wire, without] = are_inverted ? far_only : as_a_whole;
  if (with_wire.empty() || without.empty()) return;
  wire_ = median(with_wire);
  none_ = median(without);
}

std::optional<Sides> ArmFinder::wires_of_still(const cv::Mat& tile) const {
  if (wire_ - none_ < kLeastGap) return std::nullopt;
  double least = stands_out(tile, 0, whole_), most = least;
  for (std::size_t side = 1; side < 4; ++side) {
    least = std::min(least, stands_out(tile, side, whole_));
    most = std::max(most, stands_out(tile, side, whole_));
  }
  // Where wires are nearly as wide as tiles, a side without one may stand out more; but the centre
  // of an empty tile looks like its corners, and that of a cross does not.
  const auto mean_at = [&](int x, int y) {
    const cv::Point corner =
        cv::Point(x, y) + cv::Point(kTilePixels - kCornerSize, kTilePixels - kCornerSize) / 2;
    return cv::mean(tile(cv::Rect(corner, cv::Size(kCornerSize, kCornerSize))));
  };
  double most_apart = 0;
  for (const int x : {-kCornerAt, kCornerAt})
    for (const int y : {-kCornerAt, kCornerAt})
      most_apart = std::max(most_apart, cv::norm(mean_at(0, 0) - mean_at(x, y)));
  const bool is_plain = most_apart <= std::max(kLeastGap, kSurelyNone * std::max(wire_, none_));
  if (!is_plain && least > none_ + kSurelyWire * (wire_ - none_)) return net::kAllSides;
  if (is_plain && most < none_ + kSurelyNone * (wire_ - none_)) return Sides{0};
  return std::nullopt;
}

}  // namespace eyehand::calibration
