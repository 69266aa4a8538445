#include "vision/panel/shape.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <span>

#include "puzzle/index.hpp"
#include "vision/components.hpp"
#include "vision/foreground.hpp"
#include "vision/statistics.hpp"

namespace eyehand::panel {
namespace {

// Lengths are in cells unless they are called pixels. Raising a limit accepts more shapes as that
// symbol; raising a minimum, fewer.
/// The core of a disc or petal is further from its edge than a share of the greatest depth. The
/// number of cores must be the same for this many of these shares in a row.
constexpr double kCoreShares[] = {0.5, 0.55, 0.6, 0.65, 0.7, 0.75};
constexpr std::size_t kSameCores = 3;
/// A core that is longer than this, in radii of a disc, is that of discs that touch. The middles of
/// those are two radii apart.
constexpr double kLongestCore = 1.5;
/// By how much of a radius the middles of two discs that touch may be nearer or farther than two.
constexpr double kPairOff = 0.4;
/// The hole of a ring, as a share of the ring with its hole.
constexpr double kHoleMin = 0.1, kHoleMax = 0.62;
/// Holes smaller than this share of the largest are gaps where rings touch.
constexpr double kSmallHole = 0.35;
/// The largest hole of joined rings is at most this many times as large as the smallest.
constexpr double kHolesAlike = 1.8;
/// A single solid shape is hollow by at most this share.
constexpr double kHollowMax = 0.15;
/// The least share of its box that a hole covers, and the least share of joined rings that is close
/// to their holes.
constexpr double kRoundHole = 0.6, kNearHoles = 0.97;
/// The greatest width of a single disc; wider diamonds in steps cover as much of their box.
constexpr double kDiscWidthMax = 0.4;
/// A component this many times as large as the largest disc within it is not a disc.
constexpr double kNoDisc = 1.7;
/// The area per core of a shape made of discs, as a multiple of that of the largest disc within it.
constexpr double kDiscsMin = 0.6, kDiscsMax = 1.6;
/// What they enclose at most, as a share of all within their outline: a thin ring encloses more.
constexpr double kDiscsHole = 0.22;
/// A hole's centroid is at most this far from its ring's, as a share of the ring's radius.
constexpr double kHoleOff = 0.25;
/// How deep inside a shape with its holes filled the hole of a ring is at least, as a share of the
/// greatest depth, and how many times as far from the next one.
constexpr double kHoleDepth = 0.8, kHolesApart = 1.7;
/// The share of its box that a ring with its hole covers, and by what share of its area the next
/// ring may differ.
constexpr double kRingCover = 0.68, kRingsAlike = 0.35;
/// Degrees between where petals and bars are and where they should be; more for petals that touch.
constexpr double kDegreesOff = 14, kCoreDegreesOff = 18;
/// How many times as large, or as far from the centre, the largest petal is as the smallest.
constexpr double kPetalsAlike = 1.4, kPetalsAsFar = 1.3, kCoresAsFar = 1.5;
/// Bars are at least this many times as long as wide (3.2 was measured, and 2.3 of two discs that
/// touch); discs and diamonds at most.
constexpr double kBarElongation = 2.7, kRoundElongation = 1.3;
/// The share of its box that a diamond covers at most, a small one and a large one, and a disc at
/// least: 0.5 and 0.785 when drawn exactly.
constexpr double kDiamondCover = 0.62, kLargeDiamondCover = 0.76, kDiscCover = 0.69;
/// The least share of its convex hull that a diamond covers. Petals that touch cover less.
constexpr double kDiamondConvex = 0.87;

/// Half the width of rings that are so thin, in pixels, that white or black ones look grey by at
/// most the second, 0 to 255; others of them may be anything.
constexpr double kThinRing = 4;
constexpr double kGreyed = 25;
/// The share of such a ring's pixels that does not show its hue, and how much farther from its
/// average than the rest the pure hue may be.
constexpr double kMixedShare = 0.9, kPurer = 0.5;

class ShapeReader {
 public:
  explicit ShapeReader(const TilePicture& picture) : picture_(picture), bgr_(picture.bgr) {}

  const Tile& tile() const { return tile_; }

  bool read(const cv::Mat& shape, std::size_t colours) {
    const cv::Mat depth = depth_of(shape);
    double deepest = 0;
    cv::minMaxLoc(depth, nullptr, &deepest);
    if (deepest < 1) return false;
    // Thin ones may be broken where they touch at corners.
    cv::Mat closed;
    cv::morphologyEx(shape, closed, cv::MORPH_CLOSE, cv::Mat::ones(3, 3, CV_8U));
    const std::vector<cv::Mat> cores = cores_of(depth, deepest);
    // Discs that nearly touch enclose something, too.
    const bool may_be_discs = are_discs(shape, cores, deepest) && hole_share(closed) <= kDiscsHole;
    if (colours == 1 && (!may_be_discs || are_discs_with_holes(shape)))
      for (const cv::Mat& rings : {shape, closed})
        if (read_rings(rings, deepest) || read_joined_rings(rings, deepest))
          return tile_.hue != Hue::none || deepest > kThinRing;
    if (read_pinwheel(shape, colours)) return true;
    if (cores.empty()) return false;
    if (cores.size() == 4 && are_on_axes(cores)) return read_flower(cores);
    if (colours > 1) return false;
    const Hue hue = hue_under(depth > 0.6 * deepest);
    if (cores.size() == 1) return read_single(shape, hue) || read_pair(shape, depth, deepest, hue);
    if (cores.size() > 9 || !may_be_discs || are_of_joined_discs(cores, deepest)) return false;
    set_symbol(Symbol::dot, static_cast<int>(cores.size()), hue);
    return true;
  }

 private:
  /// The hue of what is under a mask.
  Hue hue_under(const cv::Mat& mask) const { return hue_of(to_colour(cv::mean(bgr_, mask))); }

  void set_symbol(Symbol symbol, int value, Hue hue) {
    tile_.symbol = symbol;
    tile_.value = static_cast<std::int8_t>(value);
    tile_.hue = hue;
  }

  /// The middles of the discs or petals that the shape consists of; none if that is unclear.
  static std::vector<cv::Mat> cores_of(const cv::Mat& depth, double deepest) {
    std::vector<cv::Mat> best, last;
    std::size_t most = 0, in_a_row = 0;
    for (const double share : kCoreShares) {
      const auto now = component_masks(depth > share * deepest, 1);
      in_a_row = now.size() == last.size() ? in_a_row + 1 : 1;
      last = now;
      if (in_a_row <= most) continue;
      most = in_a_row;
      best = now;
    }
    return most < kSameCores ? std::vector<cv::Mat>{} : best;
  }

  /// Whether a shape consists of several discs of one size.
  static bool are_discs(const cv::Mat& shape, const std::vector<cv::Mat>& cores, double deepest) {
    const double each = cv::countNonZero(shape) / static_cast<double>(cores.size());
    const double disc = CV_PI * deepest * deepest;
    return cores.size() > 1 && each <= kDiscsMax * disc && each >= kDiscsMin * disc;
  }

  /// Whether any of the cores is that of discs that touch.
  static bool are_of_joined_discs(const std::vector<cv::Mat>& cores, double deepest) {
    return std::ranges::any_of(cores, [&](const cv::Mat& core) {
      const cv::Rect box = cv::boundingRect(core);
      return std::max(box.width, box.height) > kLongestCore * deepest;
    });
  }

  /// Whether a shape would consist of discs of one size if its holes were filled, with a hole in
  /// the middle of each: rings that touch. The gaps between discs are closer to each other.
  static bool are_discs_with_holes(const cv::Mat& shape) {
    const auto holes = holes_of(shape);
    cv::Mat whole = shape.clone();
    for (const cv::Mat& hole : holes) whole |= hole;
    const cv::Mat depth = depth_of(whole);
    double deepest = 0;
    cv::minMaxLoc(depth, nullptr, &deepest);
    if (!are_discs(whole, holes, deepest)) return false;
    return std::ranges::all_of(holes, [&](const cv::Mat& hole) {
      const cv::Point2d middle = centroid_of(hole);
      return depth.at<float>(cv::Point(middle)) > kHoleDepth * deepest &&
             std::ranges::all_of(holes, [&](const cv::Mat& other) {
               return &other == &hole ||
                      cv::norm(centroid_of(other) - middle) > kHolesApart * deepest;
             });
    });
  }

  static double hole_share(const cv::Mat& shape) {
    return 1 -
           cv::countNonZero(shape) / static_cast<double>(cv::countNonZero(without_holes(shape)));
  }

  /// Dots with holes: negative ones.
  bool read_rings(const cv::Mat& shape, double deepest) {
    const auto rings = component_masks(shape, kSpeck);
    if (rings.empty() || rings.size() > 9 || holes_of(shape).size() != rings.size()) return false;
    double area = 0;
    for (const cv::Mat& ring : rings) {
      const cv::Mat whole = without_holes(ring);
      const cv::Mat hole = whole & ~ring;
      const double all = cv::countNonZero(whole), missing = cv::countNonZero(hole);
      if (missing < kHoleMin * all || missing > kHoleMax * all) return false;
      const double radius = std::sqrt(all / CV_PI);
      const cv::Rect box = cv::boundingRect(whole);
      if (cv::norm(centroid_of(whole) - centroid_of(hole)) > kHoleOff * radius ||
          std::abs(box.width - box.height) > 2 + 0.1 * box.width || all < kRingCover * box.area() ||
          (area > 0 && std::abs(all - area) > kRingsAlike * area))
        return false;
      area = all;
    }
    set_rings(rings.size(), shape, deepest);
    return true;
  }

  /// Their rims are blurred, and do not show the hue.
  void set_rings(std::size_t count, const cv::Mat& shape, double deepest) {
    if (deepest <= kThinRing)
      return set_symbol(Symbol::dot, -static_cast<int>(count), hue_of_thin(shape));
    cv::Mat body;
    cv::erode(shape, body, cv::Mat::ones(3, 3, CV_8U));
    if (cv::countNonZero(body) < 4) body = depth_of(shape) >= 0.8 * deepest;
    set_symbol(Symbol::dot, -static_cast<int>(count), hue_under(body));
  }

  /// Thin rings have the tile's colour mixed in all over: a red one may be orange on average on a
  /// green tile. An outline only darkens its hue. So the pixels decide that are the least like the
  /// tile, whatever their lightness; nothing if with a little less of the tile the hue would be
  /// another.
  Hue hue_of_thin(const cv::Mat& shape) const {
    std::vector<cv::Point> pixels;
    cv::findNonZero(shape, pixels);
    std::vector<float> off;
    for (const cv::Point p : pixels) {
      const cv::Vec3f apart = picture_.seen.at<cv::Vec3f>(p) - picture_.plain.at<cv::Vec3f>(p);
      off.push_back(std::hypot(apart[1], apart[2]));
    }
    const float least = quantile(off, kMixedShare);
    cv::Mat clearest = cv::Mat::zeros(shape.size(), CV_8U);
    for (std::size_t i = 0; i < pixels.size(); ++i)
      if (off[i] >= least) clearest.at<std::uint8_t>(pixels[i]) = 255;
    const cv::Scalar clear = cv::mean(bgr_, clearest);
    const Hue hue = hue_of(to_colour(clear));
    if (hue == Hue::none)
      for (const double clearer : {-kGreyed, kGreyed})
        if (const Hue of = hue_of(to_colour(clear + cv::Scalar::all(clearer))); of != Hue::none)
          return of;
    const cv::Scalar purer = clear + kPurer * (clear - cv::mean(bgr_, shape));
    return hue_of(to_colour(purer)) == hue ? hue : Hue::none;
  }

  /// The holes of a shape, without those that are much smaller than others.
  static std::vector<cv::Mat> holes_of(const cv::Mat& shape) {
    std::vector<cv::Mat> holes = component_masks(without_holes(shape) & ~shape, 1, Corners::part);
    int most = 0;
    for (const cv::Mat& hole : holes) most = std::max(most, cv::countNonZero(hole));
    std::erase_if(holes,
                  [&](const cv::Mat& hole) { return cv::countNonZero(hole) < kSmallHole * most; });
    return holes;
  }

  /// Rings that touch have no other holes than their own.
  bool read_joined_rings(const cv::Mat& shape, double deepest) {
    const auto holes = holes_of(shape);
    if (holes.size() < 2 || holes.size() > 9) return false;
    cv::Mat all = cv::Mat::zeros(shape.size(), CV_8U);
    double least = kCell * kCell, most = 0;
    for (const cv::Mat& hole : holes) {
      const cv::Rect box = cv::boundingRect(hole);
      const double area = cv::countNonZero(hole);
      least = std::min(least, area);
      most = std::max(most, area);
      if (std::abs(box.width - box.height) > 2 || area < kRoundHole * box.area()) return false;
      all |= hole;
    }
    const double share = (least + most) / 2 * static_cast<double>(holes.size()) /
                         cv::countNonZero(without_holes(shape));
    cv::Mat away;
    cv::distanceTransform(~all, away, cv::DIST_L2, 5);
    const int near = cv::countNonZero(shape & (away <= 2 * deepest + 1));
    if (most > kHolesAlike * least || share < kHoleMin ||
        near < kNearHoles * cv::countNonZero(shape))
      return false;
    set_rings(holes.size(), shape, deepest);
    return true;
  }

  /// Four petals around the middle that are no discs, or of two colours, however they are turned.
  bool read_pinwheel(const cv::Mat& shape, std::size_t colours) {
    const auto petals = component_masks(shape, kSpeck);
    if (petals.size() != 4) return false;
    double least = kCell * kCell, most = 0, nearest = kCell, farthest = 0, compact = 0;
    const double first = angle_of(from_centre(centroid_of(petals[0])));
    std::vector<bool> turns(4, false);
    for (const cv::Mat& petal : petals) {
      const double area = cv::countNonZero(petal);
      double deepest = 0;
      cv::minMaxLoc(depth_of(petal), nullptr, &deepest);
      const cv::Point2d at = from_centre(centroid_of(petal));
      least = std::min(least, area);
      most = std::max(most, area);
      nearest = std::min(nearest, cv::norm(at));
      farthest = std::max(farthest, cv::norm(at));
      compact = std::max(compact, CV_PI * deepest * deepest / area);
      const double turn = angle_of(at) - first;
      if (degrees_off(turn, 0, 90) > kDegreesOff) return false;
      turns[at_quarter(turn)] = true;
    }
    if (std::count(turns.begin(), turns.end(), true) != 4 || most > kPetalsAlike * least ||
        farthest > kPetalsAsFar * nearest || (colours == 1 && kNoDisc * compact > 1))
      return false;
    return read_flower(petals);
  }
  static std::size_t at_quarter(double degrees) {
    return static_cast<std::size_t>((cvRound(degrees / 90) % 4 + 4) % 4);
  }

  /// Whether four things are above, below, right and left of the middle, equally far.
  static bool are_on_axes(const std::vector<cv::Mat>& cores) {
    double least = kCell, most = 0;
    int sides = 0;
    for (const cv::Mat& core : cores) {
      const cv::Point2d at = from_centre(centroid_of(core));
      if (degrees_off(angle_of(at), 0, 90) > kCoreDegreesOff) return false;
      sides |= std::abs(at.x) > std::abs(at.y) ? (at.x > 0 ? 1 : 2) : (at.y > 0 ? 4 : 8);
      least = std::min(least, cv::norm(at));
      most = std::max(most, cv::norm(at));
    }
    return sides == 15 && most < kCoresAsFar * least;
  }

  bool read_flower(const std::vector<cv::Mat>& petals) {
    int yellow = 0;
    for (const cv::Mat& petal : petals) {
      const Hue hue = hue_under(petal);
      if (hue != Hue::yellow && hue != Hue::purple) return false;
      yellow += hue == Hue::yellow;
    }
    set_symbol(Symbol::flower, yellow, Hue::none);
    return true;
  }

  static bool is_convex(const cv::Mat& mask) {
    std::vector<cv::Point> pixels, hull;
    cv::findNonZero(mask, pixels);
    cv::convexHull(pixels, hull);
    // The hull passes through the middles of pixels, half a pixel inside.
    const double area = cv::contourArea(hull) + cv::arcLength(hull, true) / 2 + 1;
    return static_cast<double>(pixels.size()) > kDiamondConvex * area;
  }

  bool read_single(const cv::Mat& shape, Hue hue) {
    const cv::Mat whole = without_holes(shape);
    if (cv::countNonZero(whole & ~shape) > kHollowMax * cv::countNonZero(whole)) return false;
    const cv::Moments moments = cv::moments(whole, true);
    const double length = elongation(moments);
    if (length > kBarElongation) {
      const double angle = direction_of(moments);
      if (degrees_off(angle, 0, 180) < kDegreesOff)
        set_symbol(Symbol::bar, 0, hue);
      else if (degrees_off(angle, 45, 180) < kDegreesOff)
        set_symbol(Symbol::slash, 0, hue);
      else
        return false;
      return true;
    }
    const cv::Rect box = cv::boundingRect(whole);
    const double share = static_cast<double>(cv::countNonZero(whole)) / box.area();
    const bool is_large = std::max(box.width, box.height) > kDiscWidthMax * kCell;
    if (length > kRoundElongation) return false;
    if (share < (is_large ? kLargeDiamondCover : kDiamondCover) && is_convex(whole))
      set_symbol(Symbol::diamond, 0, hue);
    else if (share > kDiscCover && !is_large)
      set_symbol(Symbol::dot, 1, hue);
    else
      return false;
    return true;
  }

  /// Two discs that touch so much that they part only with the greater ones of kCoreShares.
  bool read_pair(const cv::Mat& shape, const cv::Mat& depth, double deepest, Hue hue) {
    for (const double share : std::span(kCoreShares).last(kSameCores)) {
      const auto cores = component_masks(depth > share * deepest, 1);
      if (cores.size() != 2 || !are_discs(shape, cores, deepest) ||
          are_of_joined_discs(cores, deepest))
        return false;
      const double apart = cv::norm(centroid_of(cores[0]) - centroid_of(cores[1]));
      if (std::abs(apart - 2 * deepest) > kPairOff * deepest) return false;
    }
    if (hole_share(shape) > 0) return false;
    set_symbol(Symbol::dot, 2, hue);
    return true;
  }

  const TilePicture& picture_;
  const cv::Mat& bgr_;
  Tile tile_;
};

}  // namespace

cv::Point2d centroid_of(const cv::Mat& mask) {
  const cv::Moments moments = cv::moments(mask, true);
  return {moments.m10 / moments.m00, moments.m01 / moments.m00};
}

cv::Point2d from_centre(cv::Point2d p) {
  return p - cv::Point2d((kCellPixels - 1) / 2.0, (kCellPixels - 1) / 2.0);
}

double angle_of(cv::Point2d p) {
  return std::atan2(-p.y, p.x) * 180 / CV_PI;
}

double degrees_off(double angle, double first, double period) {
  return std::abs(std::remainder(angle - first, period));
}

cv::Mat without_holes(const cv::Mat& mask) {
  std::vector<std::vector<cv::Point>> outlines;
  cv::findContours(mask, outlines, cv::RETR_EXTERNAL, cv::CHAIN_APPROX_NONE);
  cv::Mat whole = cv::Mat::zeros(mask.size(), CV_8U);
  cv::drawContours(whole, outlines, -1, cv::Scalar(255), cv::FILLED);
  return whole;
}

cv::Mat depth_of(const cv::Mat& mask) {
  cv::Mat depth;
  cv::distanceTransform(mask, depth, cv::DIST_L2, 5);
  return depth;
}

cv::Mat depth_within(const cv::Mat& mask) {
  cv::Mat framed;
  cv::copyMakeBorder(mask, framed, 1, 1, 1, 1, cv::BORDER_CONSTANT, 0);
  return depth_of(framed)(cv::Rect({1, 1}, mask.size())).clone();
}

double elongation(const cv::Moments& m) {
  const double a = m.mu20 / m.m00, b = m.mu02 / m.m00, c = m.mu11 / m.m00;
  const double root = std::sqrt((a - b) * (a - b) + 4 * c * c);
  return std::sqrt((a + b + root) / std::max(a + b - root, 1e-6));
}

double direction_of(const cv::Moments& m) {
  return -0.5 * std::atan2(2 * m.mu11, m.mu20 - m.mu02) * 180 / CV_PI;
}

float steepness(const cv::Mat& picture, cv::Point p) {
  const auto& here = picture.at<cv::Vec3f>(p);
  float most = 0;
  for (const cv::Point by : {cv::Point(1, 0), cv::Point(-1, 0), cv::Point(0, 1), cv::Point(0, -1)})
    if (const cv::Point other = p + by; cv::Rect({}, picture.size()).contains(other))
      most = std::max(most, static_cast<float>(cv::norm(here - picture.at<cv::Vec3f>(other))));
  return most;
}

std::optional<Tile> read_shape(const cv::Mat& shape, const TilePicture& picture,
                               std::size_t colours) {
  ShapeReader reader(picture);
  return reader.read(shape, colours) ? std::optional(reader.tile()) : std::nullopt;
}

}  // namespace eyehand::panel
