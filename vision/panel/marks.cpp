#include "vision/panel/marks.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "puzzle/index.hpp"
#include "vision/components.hpp"
#include "vision/panel/lock_marks.hpp"
#include "vision/panel/shape.hpp"
#include "vision/statistics.hpp"

namespace eyehand::panel {
namespace {

// Lengths are in cells unless they are called pixels.

/// How far a bridge from a linked tile reaches into this one, and how far its centroid may be from
/// the middle of the side.
constexpr double kBridgeReach = 0.09, kBridgeOff = 0.1;
/// Symbols reach at most this far from the centre.
constexpr double kSymbolReach = 0.45;
/// How far a symbol may be off the centre of its tile. A pointer that a program draws is further
/// off.
constexpr double kSymbolOff = 0.1;
/// Of what is seen through a hollow tile, such as the squares of a chequered ground, a longer part
/// than this ends at the edge of where symbols may be; of a symbol, at most its corners.
constexpr double kAlongEdge = 0.3;
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
/// Of a symbol that is hardly different from its tile: the least share that is not at its edge, and
/// the greatest standard deviation of that difference, in OKLab or as a share of that of the tile,
/// and the greatest share of that difference that may be left a few pixels beside it.
constexpr double kSolid = 0.5, kEvenSymbol = 0.5, kEvenRatio = 0.25, kLeftBeside = 0.5;

/// What is in the middle of strokes, and all but the margin of anything larger.
cv::Mat core_of(const cv::Mat& mask) {
  const cv::Mat depth = depth_of(mask);
  cv::Mat farthest;
  cv::dilate(depth, farthest, cv::Mat::ones(3, 3, CV_8U), {-1, -1}, kOutline);
  return mask & (depth >= kCoreShare * farthest);
}

class MarksReader {
 public:
  explicit MarksReader(const TilePicture& picture)
      : picture_(picture), drawn_(picture), marked_(drawn_.drawn_with(0)) {}

  MarksReading run() {
    // The outline of several rings that touch is like a frame.
    remove_bridges();
    find_symbol();
    const bool are_rings = reading_.tile.symbol == Symbol::dot && reading_.tile.value < -1;
    const cv::Mat beside = ~(near_middle() & picture_.free);
    if (are_rings && reading_.rejection.empty() && cv::countNonZero(marked_ & beside) == 0) {
      // Of bolts across a hollow tile's rim, too little may be marked.
      cv::Mat across = cv::Mat::zeros(beside.size(), CV_8U);
      for (const cv::Mat& piece : component_masks(drawn_.drawn_on_edges(), kSpeck))
        if (cv::countNonZero(piece & beside) > 0) across |= piece;
      reading_.tile.locked = has_bolts(across);
      return std::move(reading_);
    }
    LockMarks lock = find_lock_marks(drawn_);
    reading_ = {};
    reading_.tile.locked = lock.is_locked;
    reading_.rejection = std::move(lock.rejection);
    is_hatched_ = lock.is_hatched;
    marked_ = std::move(lock.others);
    remove_bridges();
    find_symbol();
    return std::move(reading_);
  }

 private:
  void reject(const char* what) {
    if (reading_.rejection.empty()) reading_.rejection = what;
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
      cv::minMaxLoc(drawn_.inside, nullptr, &deepest, nullptr, nullptr, piece);
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
    if (cv::countNonZero(symbol) < kSymbolAreaMin * kCell * kCell) return find_faint_symbol(near);
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
    cv::Mat inside;
    cv::erode(picture_.free, inside, cv::Mat::ones(3, 3, CV_8U));
    if (cv::countNonZero(covered & picture_.free & ~inside) > kAlongEdge * kCell)
      return reject("what reaches the tile's edge");
    const cv::Rect box = cv::boundingRect(covered);
    const cv::Point2d off = from_centre(cv::Point2d(box.tl() + box.br() - cv::Point(1, 1)) / 2);
    if (others > kElseMax * cv::countNonZero(symbol) ||
        (!reading_.tile.locked && has_bolts(beside)))
      return reject("what is beside the symbol");
    if (cv::norm(off) > kSymbolOff * kCell) return reject("a symbol off the middle");
    const std::optional<Tile> tile = read_shape(covered, picture_, colours.size());
    if (!tile) return reject("the symbol's shape");
    if (tile->symbol == Symbol::dot && !reading_.tile.locked) {
      const std::optional<bool> are_bolts = are_bolts_behind(drawn_, covered);
      if (!are_bolts) return reject("whether bolts are behind dots");
      reading_.tile.locked = *are_bolts;
    }
    reading_.tile.symbol = tile->symbol;
    reading_.tile.value = tile->value;
    reading_.tile.hue = tile->hue;
  }

  /// One in almost the colour of the tile, such as black on dark grey. It counts if it is all
  /// there; anything else as faint is taken for part of the tile.
  void find_faint_symbol(const cv::Mat& near) {
    if (is_hatched_) return;
    cv::Mat drawn;  // and explained already
    cv::dilate(drawn_.drawn_with(0), drawn, cv::Mat::ones(3, 3, CV_8U), {-1, -1}, kOutline);
    const cv::Mat faint = drawn_.drawn_with(1) & ~drawn & near & picture_.free;
    if (cv::countNonZero(faint) < kSymbolAreaMin * kCell * kCell) return;
    // The dark spots of a texture are not as solid, even and sharp as a symbol.
    cv::Mat inner, near_faint, farther;
    cv::erode(faint, inner, cv::Mat::ones(3, 3, CV_8U));
    cv::dilate(faint, near_faint, cv::Mat::ones(3, 3, CV_8U), {-1, -1}, kOutline);
    cv::dilate(near_faint, farther, cv::Mat::ones(3, 3, CV_8U));
    const cv::Mat rim = farther & ~near_faint & ~drawn & picture_.free;
    const auto deviation = [&](const cv::Mat& mask) {
      cv::Scalar mean, standard;
      cv::meanStdDev(drawn_.off, mean, standard, mask);
      return standard[0];
    };
    const double beside = deviation(picture_.free & ~near_faint & ~drawn);
    if (cv::countNonZero(inner) < kSolid * cv::countNonZero(faint) ||
        deviation(inner) > std::max(kEvenSymbol, kEvenRatio * beside) ||
        cv::mean(drawn_.off, rim)[0] > kLeftBeside * cv::mean(drawn_.off, inner)[0])
      return;
    MarksReader reader = *this;
    reader.marked_ = faint;
    reader.find_symbol();
    if (reader.reading_.rejection.empty()) reading_.tile = reader.reading_.tile;
  }

  const TilePicture& picture_;
  DrawnTile drawn_;
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
