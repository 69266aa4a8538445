#include "vision/lights/outlines.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

namespace eyehand::lights {
namespace {

/// Smaller differences from what is on both sides, 0 to 255, are not lines.
constexpr double kLineContrastMin = 20;
/// How far aside that is, in squares, where lines are sharp and where they are blurred, as in
/// stretched frames; but at least so many pixels.
constexpr std::array kBeside = {0.125, 0.25};
constexpr double kBesideMin = 2;
/// A line may be there if its contrast is at least this share of that of the tile's own square.
constexpr double kOutlineMin = 0.3;
/// The part of a line that is examined, without its ends, where others meet it.
constexpr double kFrom = 0.25, kTo = 0.75;
/// Places along a line.
constexpr int kPlaces = 7;
/// How far from its place a drawing may be, in squares: less than half a square, so that none is
/// taken for the next.
constexpr double kDrawnAside = 0.3;
/// Squares may be a pixel smaller or larger if that is no more than this share of them. With more,
/// squares of 3.3 pixels (sgt-flip at 30 pixels per tile) were overlooked.
constexpr double kRounded = 0.15;
/// Squares smaller than this, pixels, cannot be distinguished from their lines.
constexpr double kStepMin = 3.5;

/// The upper line of a square, across, or its left one.
using Line = std::tuple<int, int, bool>;

/// Neighbouring shares: the greatest of lines that are not there, and the least of those that are.
struct Gap {
  double below = 0, above = 1;
};

/// The rim of what the squares are drawn on may look like lines, and lines that others cross are
/// stronger than others, so no fixed share tells which are there.
Gap widest_gap(const std::map<Line, double>& shares) {
  std::vector<double> sorted = {0, 1};
  for (const auto& [line, share] : shares) sorted.push_back(share);
  std::sort(sorted.begin(), sorted.end());
  Gap widest{0, 0};
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    const Gap gap{sorted[i - 1], sorted[i]};
    if (gap.above >= kOutlineMin && gap.above - gap.below > widest.above - widest.below)
      widest = gap;
  }
  return widest;
}

class OutlineReader {
 public:
  OutlineReader(const Frame& frame, cv::Point2d centre, double pitch,
                const OutlineAppearance& outlines)
      : image_(frame.image),
        reach_(outlines.reach),
        step_(outlines.step * pitch, outlines.height * outlines.step * pitch),
        middle_(centre + pitch * cv::Point2d(outlines.x, outlines.y)) {}

  OutlinedSet run() {
    OutlinedSet set;
    if (std::min(step_.x, step_.y) < kStepMin) return set;
    const std::array<double, 4> own = {contrast(0, 0, true), contrast(0, 1, true),
                                       contrast(0, 0, false), contrast(1, 0, false)};
    own_ = *std::min_element(own.begin(), own.end());
    if (own_ < kLineContrastMin) return set;
    std::map<Line, double> shares;
    for (int v = -reach_; v <= reach_ + 1; ++v)
      for (int u = -reach_; u <= reach_ + 1; ++u)
        for (const bool across : {true, false})
          if (across ? u <= reach_ : v <= reach_)
            shares[{u, v, across}] = std::min(1.0, contrast(u, v, across) / own_);
    const Gap gap = widest_gap(shares);
    set.clarity = 1 - gap.below / gap.above;
    set.contrast = gap.above * own_;
    for (const auto& [line, share] : shares) lines_[line] = share >= gap.above;
    for (int v = -reach_; v <= reach_; ++v)
      for (int u = -reach_; u <= reach_; ++u)
        if (is_square(u, v)) set.offsets.push_back({u, v});
    for (const auto& [line, is_there] : lines_) {
      const auto [u, v, across] = line;
      if (is_there && !is_square(u, v) && !is_square(across ? u : u - 1, across ? v - 1 : v))
        set.clarity = 0;
    }
    return set;
  }

 private:
  /// The corner to the upper left of square (u, v).
  cv::Point2d corner(int u, int v) const {
    return middle_ + cv::Point2d((u - 0.5) * step_.x, (v - 0.5) * step_.y);
  }

  cv::Vec3d colour(cv::Point2d place) const {
    const cv::Point p(std::clamp(cvRound(place.x), 0, image_.cols - 1),
                      std::clamp(cvRound(place.y), 0, image_.rows - 1));
    return image_.at<cv::Vec3b>(p);
  }

  /// A line differs in the same way from what is on both its sides, unlike the edge of what it is
  /// drawn on.
  double contrast_at(cv::Point2d place, cv::Point2d before, cv::Point2d after) const {
    const cv::Vec3d here = colour(place);
    const double product = (here - colour(place + before)).dot(here - colour(place + after));
    return std::sqrt(std::max(product, 0.0));
  }

  /// The mean contrast of the upper line of a square, or its left one, within a pixel of its place.
  double contrast(int u, int v, bool across) const {
    const cv::Point2d from = corner(u, v),
                      along = across ? cv::Point2d(step_.x, 0) : cv::Point2d(0, step_.y);
    const cv::Point2d aside = across ? cv::Point2d(0, 1) : cv::Point2d(1, 0);
    double best = 0;
    for (const double beside : kBeside) {
      cv::Point2d after = std::max(kBesideMin, beside * std::min(step_.x, step_.y)) * aside;
      cv::Point2d before = -after;
      // The tile's own square may be filled: its lines differ from what is around it.
      if (u == 0 && v == 0) after = before;
      if (across ? u == 0 && v == 1 : u == 1 && v == 0) before = after;
      for (const int by : {-1, 0, 1}) {
        double sum = 0;
        for (int i = 0; i < kPlaces; ++i)
          sum +=
              contrast_at(from + by * aside + (kFrom + (kTo - kFrom) * i / (kPlaces - 1)) * along,
                          before, after);
        best = std::max(best, sum / kPlaces);
      }
    }
    return best;
  }

  bool line(int u, int v, bool across) const {
    const auto found = lines_.find({u, v, across});
    return found != lines_.end() && found->second;
  }
  bool is_square(int u, int v) const {
    return std::max(std::abs(u), std::abs(v)) <= reach_ && line(u, v, true) &&
           line(u, v + 1, true) && line(u, v, false) && line(u + 1, v, false);
  }

  const cv::Mat& image_;
  const int reach_;
  const cv::Point2d step_;
  const cv::Point2d middle_;  ///< of the tile's own square
  double own_ = 0;            ///< the least contrast of the tile's own square
  std::map<Line, bool> lines_;
};

}  // namespace

OutlinedSet read_outlines(const Frame& frame, cv::Point2d centre, double pitch,
                          const OutlineAppearance& outlines) {
  return OutlineReader(frame, centre, pitch, outlines).run();
}

OutlinedSet read_rounded_outlines(const Frame& frame, cv::Point2d centre, double pitch,
                                  const OutlineAppearance& outlines) {
  const double step = outlines.step * pitch;
  const int reach = static_cast<int>(kDrawnAside * step);
  OutlinedSet best = read_outlines(frame, centre, pitch, outlines);
  if (best.clarity >= kMinClarity) return best;
  for (const int wider : {-1, 0, 1}) {
    if (std::abs(wider) > kRounded * step) continue;
    OutlineAppearance rounded = outlines;
    rounded.step += wider / pitch;
    for (int dy = -reach; dy <= reach; ++dy)
      for (int dx = -reach; dx <= reach; ++dx) {
        OutlinedSet set = read_outlines(frame, centre + cv::Point2d(dx, dy), pitch, rounded);
        if (std::min(set.clarity, best.clarity) >= kMinClarity && set.offsets != best.offsets)
          return {};
        if (set.clarity > best.clarity) best = std::move(set);
      }
  }
  return best;
}

}  // namespace eyehand::lights
