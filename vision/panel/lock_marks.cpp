#include "vision/panel/lock_marks.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <numeric>
#include <opencv2/imgproc.hpp>
#include <utility>
#include <vector>

#include "puzzle/index.hpp"
#include "vision/components.hpp"
#include "vision/panel/cell.hpp"
#include "vision/panel/shape.hpp"
#include "vision/statistics.hpp"

namespace eyehand::panel {
namespace {

// Lengths are in cells unless they are called pixels.

/// The largest area of a bolt, in cells squared, and its least distance from the centre.
constexpr double kBoltAreaMax = 0.0125, kBoltDistanceMin = 0.255;
/// How far a bolt may be from a diagonal, in degrees. One of the four may be hard to see.
constexpr double kBoltOffDiagonal = 14;
constexpr int kFewestBolts = 3;
/// The outermost pixels of a tile are blurred.
constexpr float kRim = 1.5F;
/// In corners, what has the colour of all else is a dot if its size is within the first ratio, and
/// may be one within the second.
constexpr double kDots = 1.35, kPerhapsDots = 3;
/// Bolts behind dots reach this much further than the dots, in pixels, on average. Between the two
/// limits there may be some.
constexpr double kPeeksOut = 0.7, kBarelyPeeksOut = 0.3;
/// Where something is well seen, it differs this many times the tolerance from the plain tile.
constexpr double kWellSeen = 2.5;
/// A frame encloses the centre, is at least this wide, and covers less than this share of the area
/// that it encloses.
constexpr double kFrameWidthMin = 0.55, kFrameCover = 0.5;
/// The largest hole of a frame, as a share of that area; rings that touch enclose several smaller
/// ones.
constexpr double kFrameHole = 0.3;
/// In a corner of a frame, at most this share of what is between its lines is covered.
constexpr double kCornerCover = 0.15;
/// A frame that is faint in places is this close to the tile's edge in this many of the directions.
constexpr double kFrameReach = 0.13;
constexpr int kSectors = 48, kFrameSectors = 40;
/// A hatching covers at least this share of each quarter of a band along the tile's edge, where no
/// symbol reaches. The band is this wide and begins this far inside.
constexpr double kHatchedShare = 0.1, kEdgeWidth = 0.05, kEdgeInset = 0.04;
/// A hatching has at least this many lines this close to the edge, which are this many times as
/// long as wide, and in directions that differ by at most so many degrees.
constexpr int kFewestLines = 5;
constexpr double kLinesWithin = 0.18, kLineElongation = 2, kLineOff = 25;
/// On a hatched tile, a symbol must differ this many times as much as the hatching, and this many
/// times as much as its middle if it comes near the edge.
constexpr float kAboveHatching = 1.3F;
constexpr double kStrong = 2;

cv::Mat without_specks(const cv::Mat& mask) {
  cv::Mat clean = cv::Mat::zeros(mask.size(), CV_8U);
  for (const cv::Mat& piece : component_masks(mask, kSpeck)) clean |= piece;
  return clean;
}

bool is_as_small_as_bolt(const cv::Mat& piece) {
  return cv::countNonZero(piece) <= kBoltAreaMax * kCell * kCell;
}

/// Whether something with its centroid there, in pixels from the cell's centre, is in a corner.
bool is_in_corner(cv::Point2d off) {
  return cv::norm(off) >= kBoltDistanceMin * kCell &&
         degrees_off(angle_of(off), 45, 90) <= kBoltOffDiagonal;
}

/// The pieces of a mask that may be bolts, and in how many corners they are.
struct Bolts {
  std::vector<cv::Mat> found, others;
  int corners = 0;
};
Bolts bolts_among(const cv::Mat& mask, Corners corners = Corners::connect) {
  Bolts bolts;
  unsigned quarters = 0;
  for (const cv::Mat& piece : component_masks(mask, kSpeck, corners)) {
    const cv::Point2d at = from_centre(centroid_of(piece));
    if (!is_as_small_as_bolt(piece) || !is_in_corner(at)) {
      bolts.others.push_back(piece);
      continue;
    }
    bolts.found.push_back(piece);
    quarters |= 1U << ((at.x > 0 ? 1 : 0) + (at.y > 0 ? 2 : 0));
  }
  bolts.corners = std::popcount(quarters);
  return bolts;
}

/// How far something is drawn without a gap from a point of it in some direction, in pixels.
double reach(const DrawnTile& tile, cv::Point2d from, cv::Point2d direction) {
  constexpr double kStep = 0.25;
  for (double way = 0;; way += kStep) {
    const cv::Point2d at = from + way * direction;
    const cv::Point pixel(cvRound(at.x), cvRound(at.y));
    if (!cv::Rect({}, tile.off.size()).contains(pixel) || tile.inside.at<float>(pixel) <= kRim)
      return way;
    cv::Mat1f value;
    cv::getRectSubPix(tile.off, {1, 1}, at, value);
    if (value(0, 0) <= tile.picture.tolerance.at<float>(pixel)) return way;
  }
}

/// How far a pixel is from all colours between the plain tile's there and beside it.
double off_blends(const TilePicture& picture, cv::Point p) {
  const auto &seen = picture.seen.at<cv::Vec3f>(p), &plain = picture.plain.at<cv::Vec3f>(p);
  double least = cv::norm(seen - plain);
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) {
      const cv::Point beside = p + cv::Point(dx, dy);
      if (!cv::Rect({}, picture.plain.size()).contains(beside)) continue;
      const cv::Vec3f way = picture.plain.at<cv::Vec3f>(beside) - plain;
      const float share =
          std::clamp((seen - plain).dot(way) / std::max(way.dot(way), 1.F), 0.F, 1.F);
      least = std::min(least, cv::norm(seen - plain - share * way));
    }
  return least;
}

bool is_round(const cv::Mat& piece) {
  constexpr double kElongation = 1.5, kCover = 0.6;
  return elongation(cv::moments(piece, true)) < kElongation &&
         cv::countNonZero(piece) > kCover * cv::boundingRect(piece).area();
}

class LockFinder {
 public:
  explicit LockFinder(const DrawnTile& tile) : tile_(tile) { marks_.others = tile.drawn_with(0); }

  LockMarks run() {
    find_hatching();
    if (!marks_.is_locked) find_frame();
    if (!marks_.is_locked) find_bolts();
    return std::move(marks_);
  }

 private:
  static int largest_hole(const cv::Mat& holes) {
    int most = 0;
    for (const cv::Mat& hole : component_masks(holes, 1, Corners::part))
      most = std::max(most, cv::countNonZero(hole));
    return most;
  }

  /// Whether lines meet in the corners of a piece's box, with nothing between them. A symbol may
  /// hide the rest of the frame.
  static bool has_frame_corners(const cv::Mat& piece) {
    const cv::Range line(0, kFrameLine), along(kFrameLine, 2 * kFrameLine);
    cv::Mat turned = piece.clone();
    for (int corner = 0; corner < 4; ++corner) {
      cv::rotate(turned, turned, cv::ROTATE_90_CLOCKWISE);
      cv::Mat down, across;
      cv::reduce(turned(line, along), down, 0, cv::REDUCE_MAX);
      cv::reduce(turned(along, line), across, 1, cv::REDUCE_MAX);
      if (cv::countNonZero(down) < kFrameLine || cv::countNonZero(across) < kFrameLine ||
          cv::countNonZero(turned(along, along)) > kCornerCover * kFrameLine * kFrameLine)
        return false;
    }
    return true;
  }

  /// Whether a piece is the outline of a symbol that hardly differs from its tile: all along its
  /// inner side is another colour than on a plain tile.
  bool is_outline(const cv::Mat& piece, const cv::Mat& whole) const {
    const cv::Mat square = cv::Mat::ones(3, 3, CV_8U);
    cv::Mat blurred, near;
    cv::dilate(piece, blurred, square);
    cv::dilate(blurred, near, square, {-1, -1}, 2);
    const cv::Mat along = whole & near & ~blurred & ~marks_.others;
    return cv::countNonZero(along) > 0 && cv::norm(cv::mean(tile_.picture.seen, along) -
                                                   cv::mean(tile_.picture.plain, along)) > kFaint;
  }

  /// A frame all around the centre.
  void find_frame() {
    for (const cv::Mat& piece : component_masks(marks_.others, kSpeck)) {
      const cv::Rect box = cv::boundingRect(piece);
      if (std::min(box.width, box.height) < kFrameWidthMin * kCell) continue;
      const cv::Mat whole = without_holes(piece);
      const cv::Point middle(kCellPixels / 2, kCellPixels / 2);
      const bool is_hollow = cv::countNonZero(piece) <= kFrameCover * cv::countNonZero(whole) &&
                             largest_hole(whole & ~piece) >= kFrameHole * cv::countNonZero(whole);
      if (whole.at<std::uint8_t>(middle) == 0 || (!is_hollow && !has_frame_corners(piece(box))))
        continue;
      if (is_outline(piece, whole)) {
        marks_.others |= whole;
        continue;
      }
      // A symbol may touch it.
      cv::Mat near;
      cv::erode(whole, near, cv::Mat::ones(3, 3, CV_8U), {-1, -1}, cvRound(0.06 * kCell));
      marks_.others.setTo(0, piece & ~near);
      marks_.is_locked = true;
    }
    if (marks_.is_locked || are_dots(component_masks(marks_.others, kSpeck))) return;
    // One that is faint in places: there is something near the edge in nearly all directions that
    // is not a dot.
    cv::Mat edge = marks_.others & (tile_.inside <= kFrameReach * kCell);
    for (const cv::Mat& piece : component_masks(marks_.others, kSpeck))
      if (is_round(piece) && cv::countNonZero(piece & ~edge) > kSpeck) edge.setTo(0, piece);
    std::vector<bool> sectors(kSectors, false);
    std::vector<cv::Point> pixels;
    cv::findNonZero(edge, pixels);
    for (const cv::Point p : pixels)
      sectors[at(cvFloor((angle_of(from_centre(p)) + 180) / 360 * kSectors) % kSectors)] = true;
    if (std::count(sectors.begin(), sectors.end(), true) < kFrameSectors) return;
    marks_.others.setTo(0, edge);
    marks_.is_locked = true;
  }

  /// Whether two pieces have the same colour, and sizes of at most this ratio.
  bool are_alike(const cv::Mat& a, const cv::Mat& b, double sizes) const {
    constexpr double kSameColour = 8;  // OKLab
    const double ratio = static_cast<double>(cv::countNonZero(a)) / cv::countNonZero(b);
    return std::max(ratio, 1 / ratio) < sizes &&
           cv::norm(cv::mean(tile_.picture.seen, a) - cv::mean(tile_.picture.seen, b)) <
               kSameColour;
  }

  /// Whether pieces are so many, and so alike, that they are dots, wherever they lie.
  bool are_dots(const std::vector<cv::Mat>& pieces) const {
    constexpr std::size_t kMany = 5;
    return pieces.size() >= kMany && std::ranges::all_of(pieces, [&](const cv::Mat& piece) {
             return are_alike(pieces.front(), piece, kDots);
           });
  }

  /// Whether bolts have the colour of all that is not a bolt, and sizes of at most this ratio.
  bool are_like_others(const Bolts& bolts, double sizes) const {
    return !bolts.others.empty() && std::ranges::all_of(bolts.others, [&](const cv::Mat& other) {
      return are_alike(bolts.found.front(), other, sizes);
    });
  }

  /// Bolts that blur into a symbol: the only small things where anything is well seen.
  Bolts blurred_bolts() const {
    const cv::Mat square = cv::Mat::ones(3, 3, CV_8U);
    cv::Mat clear = marks_.others & (tile_.off > kWellSeen * tile_.picture.tolerance);
    cv::morphologyEx(clear, clear, cv::MORPH_OPEN, square);
    Bolts bolts = bolts_among(clear, Corners::part);
    if (bolts.corners < 4 || std::ranges::any_of(bolts.others, is_as_small_as_bolt)) return {};
    // Dots that are cut off in the corners are as small, too.
    if (are_like_others(bolts, kPerhapsDots)) return {};
    for (cv::Mat& bolt : bolts.found) cv::dilate(bolt, bolt, square);
    return bolts;
  }

  /// Four small discs in the corners.
  void find_bolts() {
    Bolts bolts = bolts_among(marks_.others);
    if (bolts.corners < kFewestBolts) bolts = blurred_bolts();
    const bool are_on_edges = bolts.corners < kFewestBolts;
    if (are_on_edges) bolts = bolts_among(marks_.others | tile_.drawn_on_edges());
    if (bolts.corners < kFewestBolts || bolts.found.size() > 4) return;
    // Of five or nine dots, four are in the corners, where a round tile may cut them off.
    if (are_like_others(bolts, kDots)) return;
    if (are_like_others(bolts, kPerhapsDots)) marks_.rejection = "whether dots are in the corners";
    if (are_on_edges && bolts.corners < 4) marks_.rejection = "whether bolts are in the corners";
    for (const cv::Mat& bolt : bolts.found) marks_.others.setTo(0, bolt);
    marks_.is_locked = true;
  }

  /// Whether something is drawn all over a band along the tile's edge.
  static bool is_all_over(const cv::Mat& drawn, const cv::Mat& edge) {
    constexpr int kHalf = kCellPixels / 2;
    for (const cv::Point corner :
         {cv::Point(0, 0), cv::Point(kHalf, 0), cv::Point(0, kHalf), cv::Point(kHalf, kHalf)}) {
      const cv::Rect quarter(corner, cv::Size(kHalf, kHalf));
      const int all = cv::countNonZero(edge(quarter));
      if (cv::countNonZero(edge(quarter) & drawn(quarter)) <= kHatchedShare * all) return false;
    }
    return true;
  }
  /// Whether most pieces along the edge are lines in one direction, unlike what is seen of the rims
  /// of dots.
  static bool are_lines(const cv::Mat& drawn, const cv::Mat& edge) {
    std::vector<double> directions;
    int pieces = 0;
    for (const cv::Mat& piece : component_masks(drawn, kSpeck)) {
      if (cv::countNonZero(piece & edge) == 0) continue;
      ++pieces;
      const cv::Moments moments = cv::moments(piece, true);
      if (elongation(moments) > kLineElongation) directions.push_back(direction_of(moments));
    }
    const auto alike = [&](double direction) {
      return std::ranges::count_if(
          directions, [&](double other) { return degrees_off(other, direction, 180) < kLineOff; });
    };
    std::ptrdiff_t lines = 0;
    for (const double direction : directions) lines = std::max(lines, alike(direction));
    return lines >= kFewestLines && lines >= 2 * (pieces - lines);
  }

  /// Something faint all over the tile, up to its edge.
  void find_hatching() {
    const cv::Mat inner = depth_within(tile_.picture.free);
    const cv::Mat edge =
        (inner > kEdgeInset * kCell) & (inner <= (kEdgeInset + kEdgeWidth) * kCell);
    if (!is_all_over(tile_.drawn_with(1), edge)) return;
    // With too low a tolerance, lines run into one another; a symbol joins them, but hardly near
    // the edge. Strong lines are no symbol.
    const cv::Mat band = inner <= kLinesWithin * kCell;
    const cv::Mat symbol = strong_in(edge);
    find_hatching(edge & ~symbol, band & ~symbol);
    if (!marks_.is_locked && cv::countNonZero(symbol & band) > 0) find_hatching(edge, band);
  }
  /// How far pixels are from the plain tile.
  std::vector<float> off_within(const cv::Mat& mask) const {
    std::vector<float> values;
    for (int i = 0; i < tile_.off.rows * tile_.off.cols; ++i)
      if (mask.data[i] != 0)
        values.push_back(tile_.off.at<float>(i / tile_.off.cols, i % tile_.off.cols));
    return values;
  }
  /// What differs much more from the plain tile than most of what is drawn along its edge.
  cv::Mat strong_in(const cv::Mat& edge) const {
    const cv::Mat square = cv::Mat::ones(3, 3, CV_8U);
    cv::Mat strong = tile_.off > kStrong * quantile(off_within(edge & tile_.drawn_with(1)), 0.5);
    cv::morphologyEx(strong, strong, cv::MORPH_OPEN, square);
    cv::dilate(strong, strong, square, {-1, -1}, 2);
    return strong;
  }
  void find_hatching(const cv::Mat& edge, const cv::Mat& band) {
    const auto is_seen_with = [&](double part) {
      const cv::Mat drawn = tile_.drawn_with(part);
      return is_all_over(drawn, edge) && are_lines(drawn & band, edge);
    };
    constexpr double kParts[] = {0, 0.2, 0.4, 0.6, 0.7, 0.8, 0.9, 1};
    if (std::none_of(std::begin(kParts), std::end(kParts), is_seen_with)) return;
    marks_.is_locked = marks_.is_hatched = true;
    const float strongest = quantile(off_within(edge), 0.95);
    cv::Mat tolerance;
    cv::max(tile_.picture.tolerance, kAboveHatching * strongest, tolerance);
    marks_.others = without_specks(marks_.others & (tile_.off > tolerance));
  }

  const DrawnTile& tile_;
  LockMarks marks_;
};

}  // namespace

DrawnTile::DrawnTile(const TilePicture& its_picture) : picture(its_picture) {
  cv::Mat difference = picture.seen - picture.plain;
  std::vector<cv::Mat> channels;
  cv::split(difference.mul(difference), channels);
  cv::sqrt(channels[0] + channels[1] + channels[2], off);
  inside = depth_within(picture.area);
}

cv::Mat DrawnTile::drawn_with(double part) const {
  return without_specks((off > picture.tolerance - part * picture.spare) & (inside > kRim));
}

cv::Mat DrawnTile::drawn_on_edges() const {
  cv::Mat drawn = cv::Mat::zeros(off.size(), CV_8U);
  for (int y = 0; y < drawn.rows; ++y)
    for (int x = 0; x < drawn.cols; ++x)
      if (off.at<float>(y, x) > kTolerance && inside.at<float>(y, x) > kRim &&
          off_blends(picture, {x, y}) > kTolerance)
        drawn.at<std::uint8_t>(y, x) = 255;
  return drawn;
}

LockMarks find_lock_marks(const DrawnTile& tile) {
  return LockFinder(tile).run();
}

bool has_bolts(const cv::Mat& mask) {
  return bolts_among(mask).corners >= kFewestBolts;
}

std::optional<bool> are_bolts_behind(const DrawnTile& tile, const cv::Mat& dots) {
  std::vector<double> more;
  for (const cv::Mat& dot : component_masks(dots, kSpeck)) {
    const cv::Point2d at = centroid_of(dot), off = from_centre(at);
    if (!is_in_corner(off)) continue;
    const cv::Point2d out = off / cv::norm(off), across(-out.y, out.x);
    more.push_back(reach(tile, at, out) -
                   std::max(reach(tile, at, across), reach(tile, at, -across)));
  }
  if (std::ssize(more) < kFewestBolts) return false;
  const double mean =
      std::accumulate(more.begin(), more.end(), 0.0) / static_cast<double>(more.size());
  if (mean > kPeeksOut) return true;
  return mean > kBarelyPeeksOut ? std::nullopt : std::optional(false);
}

}  // namespace eyehand::panel
