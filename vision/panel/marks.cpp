#include "vision/panel/marks.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <numeric>
#include <opencv2/imgproc.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "puzzle/index.hpp"
#include "vision/components.hpp"
#include "vision/panel/shape.hpp"
#include "vision/statistics.hpp"

namespace eyehand::panel {
namespace {

// Lengths are in cells unless they are called pixels.

constexpr double kCell = kCellPixels;
/// The largest area of a bolt, in cells squared, and its least distance from the centre.
constexpr double kBoltAreaMax = 0.0125, kBoltDistanceMin = 0.255;
/// How far a bolt may be from a diagonal, in degrees. One of the four may be hard to see.
constexpr double kBoltOffDiagonal = 14;
constexpr int kFewestBolts = 3;
/// The outermost pixels of a tile are blurred.
constexpr float kRim = 1.5F;
/// Something that is drawn up to the tile's edge comes as near to it as this, in pixels.
constexpr double kAtEdge = 3;
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
/// A frame that is faint in places is this close to the tile's edge in this many of the directions.
constexpr double kFrameReach = 0.13;
constexpr int kSectors = 48, kFrameSectors = 40;
/// A hatching covers at least this share of each quarter of a band along the tile's edge, where no
/// symbol reaches. The band is this wide and begins this far inside.
constexpr double kHatchedShare = 0.1, kEdgeWidth = 0.05, kEdgeInset = 0.04;
/// A hatching has at least this many lines this close to the edge, which are this many times as
/// long as wide.
constexpr int kFewestLines = 5;
constexpr double kLinesWithin = 0.18, kLineElongation = 2;
/// On a hatched tile, a symbol must differ this many times as much as the hatching, and this many
/// times as much as its middle if it comes near the edge.
constexpr float kAboveHatching = 1.3F;
constexpr double kStrong = 2;
/// How far a bridge from a linked tile reaches into this one, and how far its centroid may be from
/// the middle of the side.
constexpr double kBridgeReach = 0.09, kBridgeOff = 0.1;
/// Symbols reach at most this far from the centre.
constexpr double kSymbolReach = 0.45;
/// How far a symbol may be off the centre of its tile. A pointer that a program draws is further
/// off.
constexpr double kSymbolOff = 0.1;
/// The least area of a symbol.
constexpr double kSymbolAreaMin = 0.006;
/// What a symbol encloses is as large at least if it can be another symbol: not the blurred middle
/// of a flower.
constexpr double kEnclosedMin = 0.012;
/// Colours that differ by less than the first, in OKLab, are one; by more than the second, two.
constexpr float kOneColour = 22, kOtherColour = 45;
/// Pixels that differ less from their neighbours are not on an edge; at least this share of a
/// symbol's pixels count as such.
constexpr float kEven = 12;
constexpr double kEvenShare = 0.25;
/// The least share of a symbol that has its second colour.
constexpr double kSecondShare = 0.09;
/// A pixel belongs to the symbol from this share of the way from the plain tile to its colour on.
constexpr float kCovered = 0.5F;
/// The greatest width of an outline, in pixels, and the share of a symbol's pixels that may be
/// neither outline nor symbol.
constexpr int kOutline = 3;
constexpr double kElseMax = 0.12;
/// Pixels at least this share as far inside as the farthest within kOutline are no outline.
constexpr double kCoreShare = 0.6;
/// The area that a symbol encloses differs by less than this from the plain tile, on average, in
/// OKLab.
constexpr double kFaint = 13;

/// As depth_of, where beyond the picture is nothing.
cv::Mat depth_within(const cv::Mat& mask) {
  cv::Mat framed;
  cv::copyMakeBorder(mask, framed, 1, 1, 1, 1, cv::BORDER_CONSTANT, 0);
  return depth_of(framed)(cv::Rect({1, 1}, mask.size())).clone();
}

/// What is in the middle of strokes, and all but the margin of anything larger.
cv::Mat core_of(const cv::Mat& mask) {
  const cv::Mat depth = depth_of(mask);
  cv::Mat farthest;
  cv::dilate(depth, farthest, cv::Mat::ones(3, 3, CV_8U), {-1, -1}, kOutline);
  return mask & (depth >= kCoreShare * farthest);
}

cv::Mat without_specks(const cv::Mat& mask) {
  cv::Mat clean = cv::Mat::zeros(mask.size(), CV_8U);
  for (const cv::Mat& piece : component_masks(mask, kSpeck)) clean |= piece;
  return clean;
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
    marked_ = drawn_with(0);
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
  /// Where something is drawn, with a tolerance that is lower by some part of what can be spared.
  cv::Mat drawn_with(double part) const {
    return without_specks((off_ > picture_.tolerance - part * picture_.spare) & (inside_ > kRim));
  }

  void reject(const char* what) {
    if (reading_.rejection.empty()) reading_.rejection = what;
  }

  static int largest_hole(const cv::Mat& holes) {
    int most = 0;
    for (const cv::Mat& hole : component_masks(holes, 1, Corners::part))
      most = std::max(most, cv::countNonZero(hole));
    return most;
  }

  /// A frame all around the centre.
  void find_frame() {
    for (const cv::Mat& piece : component_masks(marked_, kSpeck)) {
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
    if (reading_.tile.locked || are_dots(component_masks(marked_, kSpeck))) return;
    // One that is faint in places: there is something near the edge in nearly all directions.
    const cv::Mat edge = marked_ & (inside_ <= kFrameReach * kCell);
    std::vector<bool> sectors(kSectors, false);
    std::vector<cv::Point> pixels;
    cv::findNonZero(edge, pixels);
    for (const cv::Point p : pixels)
      sectors[at(cvFloor((angle_of(from_centre(p)) + 180) / 360 * kSectors) % kSectors)] = true;
    if (std::count(sectors.begin(), sectors.end(), true) < kFrameSectors) return;
    marked_.setTo(0, edge);
    reading_.tile.locked = true;
  }

  bool have_same_colour(const cv::Mat& a, const cv::Mat& b) const {
    constexpr double kSameColour = 8;  // OKLab
    return cv::norm(cv::mean(picture_.seen, a) - cv::mean(picture_.seen, b)) < kSameColour;
  }
  /// Whether two pieces have the same colour, and sizes of at most this ratio.
  bool are_alike(const cv::Mat& a, const cv::Mat& b, double sizes) const {
    const double ratio = static_cast<double>(cv::countNonZero(a)) / cv::countNonZero(b);
    return std::max(ratio, 1 / ratio) < sizes && have_same_colour(a, b);
  }

  /// Whether pieces are so many, and so alike, that they are dots, wherever they lie. Those at the
  /// edge of a round tile may be cut off.
  bool are_dots(const std::vector<cv::Mat>& pieces) const {
    constexpr std::size_t kMany = 5;
    constexpr double kSizes = 1.35;
    std::vector<cv::Mat> whole, cut;
    for (const cv::Mat& piece : pieces)
      (cv::countNonZero(piece & (inside_ < kAtEdge)) > 0 ? cut : whole).push_back(piece);
    if (whole.size() < kMany) return false;
    const int size = cv::countNonZero(whole.front());
    return std::ranges::all_of(
               whole,
               [&](const cv::Mat& piece) { return are_alike(whole.front(), piece, kSizes); }) &&
           std::ranges::all_of(cut, [&](const cv::Mat& piece) {
             return have_same_colour(whole.front(), piece) &&
                    cv::countNonZero(piece) < kSizes * size;
           });
  }

  /// The pieces of a mask that may be bolts, and in how many corners they are.
  struct Bolts {
    std::vector<cv::Mat> found, others;
    int corners = 0;
  };
  static Bolts bolts_among(const cv::Mat& mask, Corners corners = Corners::connect) {
    Bolts bolts;
    unsigned quarters = 0;
    for (const cv::Mat& piece : component_masks(mask, kSpeck, corners)) {
      const cv::Point2d at = from_centre(centroid_of(piece));
      if (!is_as_small_as_bolt(piece) || cv::norm(at) < kBoltDistanceMin * kCell ||
          degrees_off(angle_of(at), 45, 90) > kBoltOffDiagonal) {
        bolts.others.push_back(piece);
        continue;
      }
      bolts.found.push_back(piece);
      quarters |= 1U << ((at.x > 0 ? 1 : 0) + (at.y > 0 ? 2 : 0));
    }
    bolts.corners = std::popcount(quarters);
    return bolts;
  }
  static bool is_as_small_as_bolt(const cv::Mat& piece) {
    return cv::countNonZero(piece) <= kBoltAreaMax * kCell * kCell;
  }

  /// Bolts that blur into a symbol: the only small things where anything is well seen.
  Bolts blurred_bolts() const {
    const cv::Mat square = cv::Mat::ones(3, 3, CV_8U);
    cv::Mat clear = marked_ & (off_ > kWellSeen * picture_.tolerance);
    cv::morphologyEx(clear, clear, cv::MORPH_OPEN, square);
    Bolts bolts = bolts_among(clear, Corners::part);
    if (bolts.corners < 4 || std::ranges::any_of(bolts.others, is_as_small_as_bolt)) return {};
    for (cv::Mat& bolt : bolts.found) cv::dilate(bolt, bolt, square);
    return bolts;
  }

  /// Four small discs in the corners.
  void find_bolts() {
    Bolts bolts = bolts_among(marked_);
    if (bolts.corners < kFewestBolts) bolts = blurred_bolts();
    if (bolts.corners < kFewestBolts || bolts.found.size() > 4) return;
    if (are_dots(component_masks(marked_, kSpeck))) return;
    // Of five or nine dots, four are in the corners, where a round tile may cut them off.
    const auto are_like_others = [&](double sizes) {
      return !bolts.others.empty() && std::ranges::all_of(bolts.others, [&](const cv::Mat& other) {
        return are_alike(bolts.found.front(), other, sizes);
      });
    };
    constexpr double kDots = 1.35, kPerhapsDots = 3;
    if (are_like_others(kDots)) return;
    if (are_like_others(kPerhapsDots)) reject("whether dots are in the corners");
    for (const cv::Mat& bolt : bolts.found) marked_.setTo(0, bolt);
    reading_.tile.locked = true;
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
  static bool are_lines(const cv::Mat& drawn, const cv::Mat& edge) {
    int lines = 0, others = 0;
    for (const cv::Mat& piece : component_masks(drawn, kSpeck)) {
      if (cv::countNonZero(piece & edge) == 0) continue;
      elongation(cv::moments(piece, true)) > kLineElongation ? ++lines : ++others;
    }
    return lines >= kFewestLines && lines >= 2 * others;
  }

  /// Something faint all over the tile, up to its edge.
  void find_hatching() {
    const cv::Mat inner = depth_within(picture_.free);
    const cv::Mat edge =
        (inner > kEdgeInset * kCell) & (inner <= (kEdgeInset + kEdgeWidth) * kCell);
    if (!is_all_over(drawn_with(1), edge)) return;
    // With too low a tolerance, lines run into one another; a symbol joins them, but hardly near
    // the edge. Strong lines are no symbol.
    const cv::Mat band = inner <= kLinesWithin * kCell;
    const cv::Mat symbol = strong_in(edge);
    find_hatching(edge & ~symbol, band & ~symbol);
    if (!reading_.tile.locked) find_hatching(edge, band);
  }
  /// How far pixels are from the plain tile.
  std::vector<float> off_within(const cv::Mat& mask) const {
    std::vector<float> values;
    for (int i = 0; i < off_.rows * off_.cols; ++i)
      if (mask.data[i] != 0) values.push_back(off_.at<float>(i / off_.cols, i % off_.cols));
    return values;
  }
  /// What differs much more from the plain tile than most of what is drawn along its edge.
  cv::Mat strong_in(const cv::Mat& edge) const {
    const cv::Mat square = cv::Mat::ones(3, 3, CV_8U);
    cv::Mat strong = off_ > kStrong * quantile(off_within(edge & drawn_with(1)), 0.5);
    cv::morphologyEx(strong, strong, cv::MORPH_OPEN, square);
    cv::dilate(strong, strong, square);
    return strong;
  }
  void find_hatching(const cv::Mat& edge, const cv::Mat& band) {
    const auto is_seen_with = [&](double part) {
      const cv::Mat drawn = drawn_with(part);
      return is_all_over(drawn, edge) && are_lines(drawn & band, edge);
    };
    constexpr double kParts[] = {0, 0.2, 0.4, 0.6, 0.7, 0.8, 0.9, 1};
    if (std::none_of(std::begin(kParts), std::end(kParts), is_seen_with)) return;
    reading_.tile.locked = is_hatched_ = true;
    const float strongest = quantile(off_within(edge), 0.95);
    cv::Mat tolerance;
    cv::max(picture_.tolerance, kAboveHatching * strongest, tolerance);
    marked_ = without_specks(marked_ & (off_ > tolerance));
  }

  struct CommonColour {
    cv::Vec3f colour;  ///< in OKLab
    int count = 0;     ///< of pixels that have it
    Hue hue = Hue::none;
  };
  /// The commonest colour of `pixels` that differs from `others`.
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

  /// The symbol's colour, or both of its petals, without its outline's: those of the evenest pixels
  /// of its core.
  std::vector<cv::Vec3f> colours_of(const cv::Mat& symbol) const {
    std::vector<cv::Point> pixels;
    cv::findNonZero(core_of(symbol), pixels);
    std::vector<float> steep;
    for (const cv::Point p : pixels) steep.push_back(steepness(picture_.seen, p));
    const float even = std::max(kEven, quantile(steep, kEvenShare));
    std::erase_if(pixels, [&](cv::Point p) { return steepness(picture_.seen, p) > even; });
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

  /// The colour of the symbol's outline, if it has one: the commonest of what is neither the
  /// symbol's colour, nor the tile's, nor between them.
  std::optional<cv::Vec3f> outline_of(const cv::Mat& symbol,
                                      const std::vector<cv::Vec3f>& colours) const {
    std::vector<cv::Point> pixels;
    cv::findNonZero(symbol, pixels);
    std::erase_if(pixels, [&](cv::Point p) {
      const auto &seen = picture_.seen.at<cv::Vec3f>(p), &plain = picture_.plain.at<cv::Vec3f>(p);
      return std::any_of(colours.begin(), colours.end(), [&](const cv::Vec3f& colour) {
        const cv::Vec3f way = colour - plain;
        const float share =
            std::clamp((seen - plain).dot(way) / std::max(way.dot(way), 1.F), 0.F, 1.F);
        return cv::norm(seen - plain - share * way) < kOneColour;
      });
    });
    if (const CommonColour outline = common_colour(pixels, colours); outline.count > 0)
      return outline.colour;
    return std::nullopt;
  }

  /// How far each pixel is on the way from the plain tile to one of these colours, 0 to 1; 0 where
  /// it is more like the outline.
  cv::Mat covered_by(const std::vector<cv::Vec3f>& colours, const std::optional<cv::Vec3f>& outline,
                     const cv::Mat& within) const {
    cv::Mat covered = cv::Mat::zeros(within.size(), CV_32F);
    for (int y = 0; y < covered.rows; ++y)
      for (int x = 0; x < covered.cols; ++x) {
        if (within.at<std::uint8_t>(y, x) == 0) continue;
        const auto& seen = picture_.seen.at<cv::Vec3f>(y, x);
        const auto& plain = picture_.plain.at<cv::Vec3f>(y, x);
        for (const cv::Vec3f& colour : colours) {
          const double off = cv::norm(seen - colour);
          if (outline && cv::norm(seen - *outline) < off) continue;
          const double whole = std::max(cv::norm(colour - plain), 1.0);
          covered.at<float>(y, x) =
              std::max(covered.at<float>(y, x), static_cast<float>(1 - off / whole));
        }
      }
    return covered;
  }

  /// The ends of bridges to linked tiles lie in the middle of the tile's sides.
  void remove_bridges() {
    for (const cv::Mat& piece : component_masks(marked_, 1)) {
      double deepest = 0;
      cv::minMaxLoc(inside_, nullptr, &deepest, nullptr, nullptr, piece);
      const cv::Point2d at = from_centre(centroid_of(piece));
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
    const cv::Mat covered = covered_by(colours, outline_of(symbol, colours), around) > kCovered;
    cv::Mat explained;
    cv::dilate(covered, explained, cv::Mat::ones(3, 3, CV_8U), {-1, -1}, kOutline);
    // Within an outline that is seen there may be a symbol hardly different from its tile. A
    // hatching differs from it, too.
    cv::Mat hole = without_holes(covered) & ~covered;
    cv::erode(hole, hole, cv::Mat::ones(3, 3, CV_8U));  // the rest is blurred
    const cv::Mat inner = core_of(hole);
    if (!is_hatched_ && cv::countNonZero(hole) > kEnclosedMin * kCell * kCell &&
        cv::norm(cv::mean(picture_.seen, inner) - cv::mean(picture_.plain, inner)) > kFaint)
      reject("what the symbol encloses");
    const cv::Mat beside = symbol & ~explained;
    const int others = cv::countNonZero(beside);
    const cv::Rect box = cv::boundingRect(covered);
    const cv::Point2d off = from_centre(cv::Point2d(box.tl() + box.br() - cv::Point(1, 1)) / 2);
    if (others > kElseMax * cv::countNonZero(symbol) ||
        (!reading_.tile.locked && bolts_among(beside).corners >= kFewestBolts))
      return reject("what is beside the symbol");
    if (cv::norm(off) > kSymbolOff * kCell) return reject("a symbol off the middle");
    const std::optional<Tile> tile = read_shape(covered, picture_.bgr, colours.size());
    if (!tile) return reject("the symbol's shape");
    if (tile->symbol == Symbol::dot && !reading_.tile.locked) find_bolts_behind(covered);
    reading_.tile.symbol = tile->symbol;
    reading_.tile.value = tile->value;
    reading_.tile.hue = tile->hue;
  }

  /// How far something is drawn without a gap from a point of it in some direction, in pixels.
  double reach(cv::Point2d from, cv::Point2d direction) const {
    constexpr double kStep = 0.25;
    for (double way = 0;; way += kStep) {
      const cv::Point2d at = from + way * direction;
      const cv::Point pixel(cvRound(at.x), cvRound(at.y));
      if (!cv::Rect({}, off_.size()).contains(pixel) || inside_.at<float>(pixel) <= kRim)
        return way;
      cv::Mat1f value;
      cv::getRectSubPix(off_, {1, 1}, at, value);
      if (value(0, 0) <= picture_.tolerance.at<float>(pixel)) return way;
    }
  }

  /// Bolts that peek out from behind the dots in the corners.
  void find_bolts_behind(const cv::Mat& dots) {
    std::vector<double> more;
    for (const cv::Mat& dot : component_masks(dots, kSpeck)) {
      const cv::Point2d at = centroid_of(dot), off = from_centre(at);
      if (cv::norm(off) < kBoltDistanceMin * kCell ||
          degrees_off(angle_of(off), 45, 90) > kBoltOffDiagonal)
        continue;
      const cv::Point2d out = off / cv::norm(off), across(-out.y, out.x);
      more.push_back(reach(at, out) - std::max(reach(at, across), reach(at, -across)));
    }
    if (std::ssize(more) < kFewestBolts) return;
    const double mean =
        std::accumulate(more.begin(), more.end(), 0.0) / static_cast<double>(more.size());
    reading_.tile.locked = mean > kPeeksOut;
    if (!reading_.tile.locked && mean > kBarelyPeeksOut) reject("whether bolts are behind dots");
  }

  const TilePicture& picture_;
  cv::Mat off_;     ///< how far each pixel is from the plain tile, CV_32F
  cv::Mat inside_;  ///< how far from the tile's edge, pixels, CV_32F
  cv::Mat marked_;  ///< where something is drawn
  bool is_hatched_ = false;
  MarksReading reading_;
};

}  // namespace

MarksReading read_marks(const TilePicture& picture) {
  return MarksReader(picture).run();
}

Hue hue_of(Colour colour) {
  // Colours whose channels differ by less than kGrey are grey: black below kBlack, white above
  // kWhite. Otherwise the angle decides, in degrees.
  constexpr int kGrey = 40, kBlack = 60, kWhite = 225;
  const auto [r, g, b] = colour;
  const auto [least, most] = std::minmax({r, g, b});
  if (most - least < kGrey)
    return most < kBlack ? Hue::black : least > kWhite ? Hue::white : Hue::none;
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
