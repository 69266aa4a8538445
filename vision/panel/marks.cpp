#include "vision/panel/marks.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "puzzle/index.hpp"
#include "vision/statistics.hpp"

namespace eyehand::panel {
namespace {

// Lengths are in cells unless they are called pixels.

constexpr double kCell = kCellPixels;
/// Fewer pixels in one piece are noise, or the rim of something.
constexpr int kSpeck = 6;
/// A bolt is at most so large, and at least this far from the middle.
constexpr double kBoltAreaMax = 0.0105, kBoltDistanceMin = 0.255;
/// ... and near the diagonals, in degrees; one of four may be hard to see.
constexpr double kBoltOffDiagonal = 14;
constexpr int kFewestBolts = 3;
/// A frame encloses the middle, has at least this width, and covers less than this share of what it
/// encloses.
constexpr double kFrameWidthMin = 0.55, kFrameCover = 0.5;
/// ... most of it in one piece; rings that touch enclose several.
constexpr double kFrameHole = 0.3;
/// ... or lies so near the tile's edge, in so many of the directions.
constexpr double kFrameReach = 0.13;
constexpr int kSectors = 48, kFrameSectors = 40;
/// Along the tile's edge, where no symbol reaches, so much of each of its quarters is covered by a
/// hatching; the edge is this wide.
constexpr double kHatchedShare = 0.1, kEdgeWidth = 0.05, kEdgeInset = 0.04;
/// ... by so many lines, which are so long for their width.
constexpr int kFewestLines = 5;
constexpr double kLineElongation = 2;
/// A hatching is fainter than a symbol by this factor.
constexpr float kAboveHatching = 1.3F;
/// What joins a linked tile reaches so far into it, and its middle is so far from its side's.
constexpr double kBridgeReach = 0.09, kBridgeOff = 0.1;
/// No symbol reaches farther.
constexpr double kSymbolReach = 0.45;
/// It is in the middle of its tile; a pointer that a program draws is not. How far off it may be.
constexpr double kSymbolOff = 0.1;
/// The least area of a symbol.
constexpr double kSymbolAreaMin = 0.006;
/// Colours of one thing, in OKLab, and of two.
constexpr float kOneColour = 22, kOtherColour = 45;
/// Pixels that differ less from those beside them are no edges; at least this share of a symbol's
/// are none.
constexpr float kEven = 12;
constexpr double kEvenShare = 0.25;
/// The share of a symbol that its second colour has at least.
constexpr double kSecondShare = 0.09;
/// A pixel has the symbol's colour if it is on more than this share of the way to it.
constexpr float kCovered = 0.5F;
/// The middle of a disc or petal is what is farther from its edge than a share of the most. How
/// many there are must not depend on it: not for so many of these shares in a row.
constexpr double kCoreShares[] = {0.5, 0.55, 0.6, 0.65, 0.7, 0.75};
constexpr std::size_t kSameCores = 3;
/// An outline is at most this wide, pixels; beside it and the symbol nothing else is drawn.
constexpr int kOutline = 3;
constexpr double kElseMax = 0.12;
/// What a symbol encloses differs from the plain tile by less than this, on average, in OKLab.
constexpr double kFaint = 13;
/// The share of a ring that its hole is.
constexpr double kHoleMin = 0.1, kHoleMax = 0.62;
/// Holes that are smaller by this factor than others are left where rings touch.
constexpr double kSmallHole = 0.35;
/// The largest hole of joined rings is larger than the smallest by at most this factor.
constexpr double kHolesAlike = 1.8;
/// What is read as one thing is no more hollow than this.
constexpr double kHollowMax = 0.15;
/// The share of its box that a hole covers, and what of joined rings is near their holes.
constexpr double kRoundHole = 0.6, kNearHoles = 0.97;
/// A disc on its own is no wider; diamonds in steps may cover as much of their box.
constexpr double kDiscWidthMax = 0.4;
/// How much larger than the largest disc within it a piece is that is none.
constexpr double kNoDisc = 1.7;

cv::Point2d middle_of(const cv::Mat& mask) {
  const cv::Moments moments = cv::moments(mask, true);
  return {moments.m10 / moments.m00, moments.m01 / moments.m00};
}

cv::Point2d from_middle(cv::Point2d p) {
  return p - cv::Point2d((kCell - 1) / 2, (kCell - 1) / 2);
}

/// Degrees, 0 to the right, 90 up.
double angle_of(cv::Point2d p) {
  return std::atan2(-p.y, p.x) * 180 / CV_PI;
}

/// How far an angle is from the nearest multiple of `period` plus `first`.
double degrees_off(double angle, double first, double period) {
  return std::abs(std::remainder(angle - first, period));
}

/// The connected pieces of a mask, with all that is smaller left out. Holes are connected by sides
/// only, if what is around them is connected by corners too.
std::vector<cv::Mat> pieces_of(const cv::Mat& mask, int least, int connectivity = 8) {
  cv::Mat labels, stats, middles;
  const int count = cv::connectedComponentsWithStats(mask, labels, stats, middles, connectivity);
  std::vector<cv::Mat> pieces;
  for (int i = 1; i < count; ++i)
    if (stats.at<int>(i, cv::CC_STAT_AREA) >= least) pieces.push_back(labels == i);
  return pieces;
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

/// As depth_of, where beyond the picture is nothing.
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

class MarksReader {
 public:
  explicit MarksReader(const TilePicture& picture) : picture_(picture) {
    cv::Mat difference = picture.seen - picture.plain, squares;
    std::vector<cv::Mat> channels;
    cv::split(difference.mul(difference), channels);
    squares = channels[0] + channels[1] + channels[2];
    cv::sqrt(squares, off_);
    inside_ = depth_within(picture.area);
    marked_ = marked(1);
  }

  MarksReading run() {
    // The outline of several rings that touch is like a frame.
    const cv::Mat all = marked_.clone();
    remove_bridges();
    find_symbol();
    const bool are_rings = reading_.tile.symbol == Symbol::dot && reading_.tile.value < -1;
    const int others = cv::countNonZero(marked_ & ~(near_middle() & picture_.free));
    if (are_rings && reading_.rejection.empty() && others == 0) return std::move(reading_);
    reading_ = {};
    marked_ = all;
    find_hatching();
    if (!reading_.tile.locked) find_frame();
    if (!reading_.tile.locked) find_bolts();
    remove_bridges();
    find_symbol();
    return std::move(reading_);
  }

 private:
  cv::Mat marked(float factor) const {
    cv::Mat mask = (off_ > factor * picture_.tolerance) & (inside_ > 1.5F), clean;
    clean = cv::Mat::zeros(mask.size(), CV_8U);
    for (const cv::Mat& piece : pieces_of(mask, kSpeck)) clean |= piece;
    return clean;
  }

  void reject(const char* what) {
    if (reading_.rejection.empty()) reading_.rejection = what;
  }

  static int largest_hole(const cv::Mat& holes) {
    int most = 0;
    for (const cv::Mat& hole : pieces_of(holes, 1, 4))
      most = std::max(most, cv::countNonZero(hole));
    return most;
  }

  /// What is drawn all around the middle.
  void find_frame() {
    for (const cv::Mat& piece : pieces_of(marked_, kSpeck)) {
      const cv::Rect box = cv::boundingRect(piece);
      if (std::min(box.width, box.height) < kFrameWidthMin * kCell) continue;
      const cv::Mat whole = without_holes(piece);
      const cv::Point middle(kCellPixels / 2, kCellPixels / 2);
      if (whole.at<std::uint8_t>(middle) == 0 ||
          cv::countNonZero(piece) > kFrameCover * cv::countNonZero(whole) ||
          largest_hole(whole & ~piece) < kFrameHole * cv::countNonZero(whole))
        continue;
      // A symbol may touch it.
      cv::Mat near;
      cv::erode(whole, near, cv::Mat::ones(3, 3, CV_8U), {-1, -1}, cvRound(0.06 * kCell));
      marked_.setTo(0, piece & ~near);
      reading_.tile.locked = true;
    }
    if (reading_.tile.locked) return;
    // One that is faint in places: there is something near the edge in nearly all directions.
    const cv::Mat edge = marked_ & (inside_ <= kFrameReach * kCell);
    std::vector<bool> sectors(kSectors, false);
    std::vector<cv::Point> pixels;
    cv::findNonZero(edge, pixels);
    for (const cv::Point p : pixels)
      sectors[at(cvFloor((angle_of(from_middle(p)) + 180) / 360 * kSectors) % kSectors)] = true;
    if (std::count(sectors.begin(), sectors.end(), true) < kFrameSectors) return;
    marked_.setTo(0, edge);
    reading_.tile.locked = true;
  }

  /// Four small discs in the corners.
  void find_bolts() {
    std::vector<cv::Mat> bolts;
    int quarters = 0;
    for (const cv::Mat& piece : pieces_of(marked_, kSpeck)) {
      const cv::Point2d at = from_middle(middle_of(piece));
      if (cv::countNonZero(piece) > kBoltAreaMax * kCell * kCell ||
          cv::norm(at) < kBoltDistanceMin * kCell ||
          degrees_off(angle_of(at), 45, 90) > kBoltOffDiagonal)
        continue;
      bolts.push_back(piece);
      quarters |= 1 << ((at.x > 0 ? 1 : 0) + (at.y > 0 ? 2 : 0));
    }
    if (bolts.size() > 4 || std::popcount(static_cast<unsigned>(quarters)) < kFewestBolts) return;
    for (const cv::Mat& bolt : bolts) marked_.setTo(0, bolt);
    reading_.tile.locked = true;
  }

  /// Something faint all over the tile, up to its edge.
  void find_hatching() {
    const cv::Mat inner = depth_within(picture_.free);
    const cv::Mat edge =
        (inner > kEdgeInset * kCell) & (inner <= (kEdgeInset + kEdgeWidth) * kCell);
    constexpr int kHalf = kCellPixels / 2;
    for (const cv::Point corner :
         {cv::Point(0, 0), cv::Point(kHalf, 0), cv::Point(0, kHalf), cv::Point(kHalf, kHalf)}) {
      const cv::Rect quarter(corner, cv::Size(kHalf, kHalf));
      const int all = cv::countNonZero(edge(quarter));
      if (cv::countNonZero(edge(quarter) & marked_(quarter)) <= kHatchedShare * all) return;
    }
    int lines = 0, others = 0;
    for (const cv::Mat& piece : pieces_of(marked_, kSpeck)) {
      if (cv::countNonZero(piece & edge) == 0) continue;
      elongation(cv::moments(piece, true)) > kLineElongation ? ++lines : ++others;
    }
    if (lines < kFewestLines || lines < 2 * others) return;
    reading_.tile.locked = true;
    std::vector<float> faint;
    for (int i = 0; i < off_.rows * off_.cols; ++i)
      if (edge.data[i] != 0) faint.push_back(off_.at<float>(i / off_.cols, i % off_.cols));
    const float strongest = quantile(faint, 0.95);
    cv::Mat tolerance;
    cv::max(picture_.tolerance, kAboveHatching * strongest, tolerance);
    marked_ &= off_ > tolerance;
    cv::Mat clean = cv::Mat::zeros(marked_.size(), CV_8U);
    for (const cv::Mat& piece : pieces_of(marked_, kSpeck)) clean |= piece;
    marked_ = clean;
  }

  struct CommonColour {
    cv::Vec3f colour;  ///< in OKLab
    int count = 0;     ///< of pixels that have it
    Hue hue = Hue::none;
  };
  /// The most common colour among `pixels` that is none of `others`.
  CommonColour common_colour(const std::vector<cv::Point>& pixels,
                             const std::vector<cv::Vec3f>& others) const {
    CommonColour best;
    const std::size_t step = std::max<std::size_t>(1, pixels.size() / 60);
    for (std::size_t i = 0; i < pixels.size(); i += step) {
      const auto& colour = picture_.seen.at<cv::Vec3f>(pixels[i]);
      if (std::any_of(others.begin(), others.end(), [&](const cv::Vec3f& other) {
            return cv::norm(other - colour) < kOtherColour;
          }))
        continue;
      cv::Vec3f sum, bgr;
      int count = 0;
      for (const cv::Point p : pixels) {
        const auto& other = picture_.seen.at<cv::Vec3f>(p);
        if (cv::norm(other - colour) > kOneColour) continue;
        sum += other;
        bgr += picture_.bgr.at<cv::Vec3f>(p);
        ++count;
      }
      const auto n = static_cast<float>(count);
      if (count > best.count)
        best = {sum / n, count,
                hue_of({cvRound(bgr[2] / n), cvRound(bgr[1] / n), cvRound(bgr[0] / n)})};
    }
    return best;
  }

  /// How much each pixel differs from those beside it.
  float steepness(cv::Point p) const {
    const auto& here = picture_.seen.at<cv::Vec3f>(p);
    float most = 0;
    for (const cv::Point by :
         {cv::Point(1, 0), cv::Point(-1, 0), cv::Point(0, 1), cv::Point(0, -1)}) {
      const cv::Point other = p + by;
      if (cv::Rect(0, 0, kCellPixels, kCellPixels).contains(other))
        most =
            std::max(most, static_cast<float>(cv::norm(here - picture_.seen.at<cv::Vec3f>(other))));
    }
    return most;
  }

  /// The symbol's colour, or both of its petals, without its outline's: those of its evenest
  /// pixels.
  std::vector<cv::Vec3f> colours_of(const cv::Mat& symbol) const {
    std::vector<cv::Point> pixels;
    cv::findNonZero(symbol, pixels);
    std::vector<float> steep;
    for (const cv::Point p : pixels) steep.push_back(steepness(p));
    const float even = std::max(kEven, quantile(steep, kEvenShare));
    std::erase_if(pixels, [&](cv::Point p) { return steepness(p) > even; });
    std::vector<cv::Vec3f> colours;
    const CommonColour first = common_colour(pixels, colours);
    colours.push_back(first.colour);
    const CommonColour second = common_colour(pixels, colours);
    // Only petals have two; another is that of outlines.
    const bool are_petals = (first.hue == Hue::yellow && second.hue == Hue::purple) ||
                            (first.hue == Hue::purple && second.hue == Hue::yellow);
    if (are_petals && second.count > kSecondShare * static_cast<double>(pixels.size()))
      colours.push_back(second.colour);
    return colours;
  }

  /// How far each pixel is on the way from the plain tile to one of these colours, 0 to 1.
  cv::Mat covered_by(const std::vector<cv::Vec3f>& colours, const cv::Mat& within) const {
    cv::Mat covered = cv::Mat::zeros(within.size(), CV_32F);
    for (int y = 0; y < covered.rows; ++y)
      for (int x = 0; x < covered.cols; ++x) {
        if (within.at<std::uint8_t>(y, x) == 0) continue;
        const auto& seen = picture_.seen.at<cv::Vec3f>(y, x);
        const auto& plain = picture_.plain.at<cv::Vec3f>(y, x);
        for (const cv::Vec3f& colour : colours) {
          const double whole = std::max(cv::norm(colour - plain), 1.0);
          covered.at<float>(y, x) = std::max(
              covered.at<float>(y, x), static_cast<float>(1 - cv::norm(seen - colour) / whole));
        }
      }
    return covered;
  }

  /// The ends of bridges to linked tiles lie in the middle of the tile's sides.
  void remove_bridges() {
    for (const cv::Mat& piece : pieces_of(marked_, 1)) {
      double deepest = 0;
      cv::minMaxLoc(inside_, nullptr, &deepest, nullptr, nullptr, piece);
      const cv::Point2d at = from_middle(middle_of(piece));
      if (deepest <= kBridgeReach * kCell &&
          std::min(std::abs(at.x), std::abs(at.y)) < kBridgeOff * kCell)
        marked_.setTo(0, piece);
    }
  }

  /// Where symbols may be.
  static cv::Mat near_middle() {
    cv::Mat near = cv::Mat::zeros(kCellPixels, kCellPixels, CV_8U);
    cv::circle(near, {kCellPixels / 2, kCellPixels / 2}, cvRound(kSymbolReach * kCell), 255,
               cv::FILLED);
    return near;
  }

  void find_symbol() {
    const cv::Mat near = near_middle();
    const cv::Mat symbol = marked_ & near & picture_.free;
    if (cv::countNonZero(marked_ & ~near & picture_.free) > kSpeck) reject("something on the tile");
    if (cv::countNonZero(symbol) < kSymbolAreaMin * kCell * kCell) return;
    const auto colours = colours_of(symbol);
    cv::Mat around;
    cv::dilate(symbol, around, cv::Mat::ones(3, 3, CV_8U));
    const cv::Mat covered = covered_by(colours, around) > kCovered;
    cv::Mat explained;
    cv::dilate(covered, explained, cv::Mat::ones(3, 3, CV_8U), {-1, -1}, kOutline);
    // Within an outline that is seen there may be a symbol hardly different from its tile.
    cv::Mat hole = without_holes(covered) & ~covered & ~symbol;
    cv::erode(hole, hole, cv::Mat::ones(3, 3, CV_8U));  // the rest is blurred
    if (!reading_.tile.locked && cv::countNonZero(hole) > kSpeck &&
        cv::norm(cv::mean(picture_.seen, hole) - cv::mean(picture_.plain, hole)) > kFaint)
      reject("the symbol");
    const int others = cv::countNonZero(symbol & ~explained);
    const cv::Rect box = cv::boundingRect(covered);
    const cv::Point2d off = from_middle(cv::Point2d(box.tl() + box.br() - cv::Point(1, 1)) / 2);
    if (others > kElseMax * cv::countNonZero(symbol) || cv::norm(off) > kSymbolOff * kCell ||
        !read_shape(covered, colours))
      reject("the symbol");
  }

  /// The hue of what is under a mask.
  Hue hue_under(const cv::Mat& mask) const {
    const cv::Scalar mean = cv::mean(picture_.bgr, mask);
    return hue_of({cvRound(mean[2]), cvRound(mean[1]), cvRound(mean[0])});
  }

  void set_symbol(Symbol symbol, int value, Hue hue) {
    reading_.tile.symbol = symbol;
    reading_.tile.value = static_cast<std::int8_t>(value);
    reading_.tile.hue = hue;
  }

  bool read_shape(const cv::Mat& shape, const std::vector<cv::Vec3f>& colours) {
    const cv::Mat depth = depth_of(shape);
    double deepest = 0;
    cv::minMaxLoc(depth, nullptr, &deepest);
    if (deepest < 1) return false;
    // Thin ones may be broken where they touch at corners.
    cv::Mat closed;
    cv::morphologyEx(shape, closed, cv::MORPH_CLOSE, cv::Mat::ones(3, 3, CV_8U));
    const std::vector<cv::Mat> cores = cores_of(depth, deepest);
    // Discs that nearly touch enclose something, too.
    if (colours.size() == 1 && !are_discs(shape, cores, deepest))
      for (const cv::Mat& rings : {shape, closed})
        if (read_rings(rings, deepest) || read_joined_rings(rings, deepest)) return true;
    if (read_pinwheel(shape, colours.size())) return true;
    if (cores.empty()) return false;
    if (cores.size() == 4 && are_on_axes(cores)) return read_flower(cores);
    if (colours.size() > 1) return false;
    const Hue hue = hue_under(depth > 0.6 * deepest);
    if (cores.size() == 1) return read_single(shape, hue);
    if (cores.size() > 9 || !are_discs(shape, cores, deepest)) return false;
    set_symbol(Symbol::dot, static_cast<int>(cores.size()), hue);
    return true;
  }

  /// The middles of the discs or petals that the shape consists of; none if that is unclear.
  static std::vector<cv::Mat> cores_of(const cv::Mat& depth, double deepest) {
    std::vector<cv::Mat> best, last;
    std::size_t most = 0, in_a_row = 0;
    for (const double share : kCoreShares) {
      const auto now = pieces_of(depth > share * deepest, 1);
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
    return cores.size() > 1 && each <= 1.6 * disc && each >= 0.6 * disc;
  }

  /// Dots with holes: negative ones.
  bool read_rings(const cv::Mat& shape, double deepest) {
    const auto rings = pieces_of(shape, kSpeck);
    if (rings.empty() || rings.size() > 9 || holes_of(shape).size() != rings.size()) return false;
    double area = 0;
    for (const cv::Mat& ring : rings) {
      const cv::Mat whole = without_holes(ring);
      const cv::Mat hole = whole & ~ring;
      const double all = cv::countNonZero(whole), missing = cv::countNonZero(hole);
      if (missing < kHoleMin * all || missing > kHoleMax * all) return false;
      const double radius = std::sqrt(all / CV_PI);
      const cv::Rect box = cv::boundingRect(whole);
      if (cv::norm(middle_of(whole) - middle_of(hole)) > 0.25 * radius ||
          std::abs(box.width - box.height) > 2 + 0.1 * box.width || all < 0.68 * box.area() ||
          (area > 0 && std::abs(all - area) > 0.35 * area))
        return false;
      area = all;
    }
    cv::Mat body;
    cv::erode(shape, body, cv::Mat::ones(3, 3, CV_8U));
    if (cv::countNonZero(body) < 4) body = depth_of(shape) >= 0.8 * deepest;
    set_symbol(Symbol::dot, -static_cast<int>(rings.size()), hue_under(body));
    return true;
  }

  /// The holes of a shape, without those that are much smaller than others.
  static std::vector<cv::Mat> holes_of(const cv::Mat& shape) {
    std::vector<cv::Mat> holes = pieces_of(without_holes(shape) & ~shape, 1, 4);
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
    set_symbol(Symbol::dot, -static_cast<int>(holes.size()), hue_under(shape));
    return true;
  }

  /// Four petals around the middle that are no discs, or of two colours, however they are turned.
  bool read_pinwheel(const cv::Mat& shape, std::size_t colours) {
    const auto petals = pieces_of(shape, kSpeck);
    if (petals.size() != 4) return false;
    double least = kCell * kCell, most = 0, nearest = kCell, farthest = 0, compact = 0;
    const double first = angle_of(from_middle(middle_of(petals[0])));
    std::vector<bool> turns(4, false);
    for (const cv::Mat& petal : petals) {
      const double area = cv::countNonZero(petal);
      double deepest = 0;
      cv::minMaxLoc(depth_of(petal), nullptr, &deepest);
      const cv::Point2d at = from_middle(middle_of(petal));
      least = std::min(least, area);
      most = std::max(most, area);
      nearest = std::min(nearest, cv::norm(at));
      farthest = std::max(farthest, cv::norm(at));
      compact = std::max(compact, CV_PI * deepest * deepest / area);
      const double turn = angle_of(at) - first;
      if (degrees_off(turn, 0, 90) > 14) return false;
      turns[at_quarter(turn)] = true;
    }
    if (std::count(turns.begin(), turns.end(), true) != 4 || most > 1.4 * least ||
        farthest > 1.3 * nearest || (colours == 1 && kNoDisc * compact > 1))
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
      const cv::Point2d at = from_middle(middle_of(core));
      if (degrees_off(angle_of(at), 0, 90) > 18) return false;
      sides |= std::abs(at.x) > std::abs(at.y) ? (at.x > 0 ? 1 : 2) : (at.y > 0 ? 4 : 8);
      least = std::min(least, cv::norm(at));
      most = std::max(most, cv::norm(at));
    }
    return sides == 15 && most < 1.5 * least;
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

  bool read_single(const cv::Mat& shape, Hue hue) {
    const cv::Mat whole = without_holes(shape);
    if (cv::countNonZero(whole & ~shape) > kHollowMax * cv::countNonZero(whole)) return false;
    const cv::Moments moments = cv::moments(whole, true);
    const double length = elongation(moments);
    if (length > 2.1) {
      const double angle =
          -0.5 * std::atan2(2 * moments.mu11, moments.mu20 - moments.mu02) * 180 / CV_PI;
      if (degrees_off(angle, 0, 180) < 14)
        set_symbol(Symbol::bar, 0, hue);
      else if (degrees_off(angle, 45, 180) < 14)
        set_symbol(Symbol::slash, 0, hue);
      else
        return false;
      return true;
    }
    const cv::Rect box = cv::boundingRect(whole);
    const double share = static_cast<double>(cv::countNonZero(whole)) / box.area();
    const bool is_large = std::max(box.width, box.height) > kDiscWidthMax * kCell;
    if (length > 1.3) return false;
    if (share < (is_large ? 0.76 : 0.62))
      set_symbol(Symbol::diamond, 0, hue);
    else if (share > 0.69 && !is_large)
      set_symbol(Symbol::dot, 1, hue);
    else
      return false;
    return true;
  }

  const TilePicture& picture_;
  cv::Mat off_;     ///< how far each pixel is from the plain tile, CV_32F
  cv::Mat inside_;  ///< how far from the tile's edge, pixels, CV_32F
  cv::Mat marked_;  ///< where something is drawn
  MarksReading reading_;
};

}  // namespace

MarksReading read_marks(const TilePicture& picture) {
  return MarksReader(picture).run();
}

Hue hue_of(Colour colour) {
  const auto [r, g, b] = colour;
  const auto [least, most] = std::minmax({r, g, b});
  if (most - least < 40) return most < 60 ? Hue::black : least > 225 ? Hue::white : Hue::none;
  const double span = most - least;
  double angle = most == r   ? 60 * (g - b) / span
                 : most == g ? 120 + 60 * (b - r) / span
                             : 240 + 60 * (r - g) / span;
  if (angle < 0) angle += 360;
  if (angle < 13 || angle >= 330) return Hue::red;
  if (angle < 40) return Hue::orange;
  if (angle < 75) return Hue::yellow;
  if (angle < 165) return Hue::green;
  return angle < 252 ? Hue::blue : Hue::purple;
}

}  // namespace eyehand::panel
