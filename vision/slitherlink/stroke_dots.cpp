#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>
#include <opencv2/imgproc.hpp>

#include "vision/components.hpp"
#include "vision/slitherlink/stroke_follow.hpp"

namespace eyehand {
namespace {

/// The least share of a dot's area that is dark, and the least darkness of its middle.
constexpr double kDotFilled = 0.82, kDotMiddle = 0.75;
/// From a share less by this on, it matters for the exact place of a dot.
constexpr double kFilledNearly = 0.02;
/// A dot between pixels misses this share of the disc around any, times its radius.
constexpr double kBetween = 0.4;
/// A place may be a dot's centre if no neighbour has more of a dot by this.
constexpr double kPeakSlack = 0.02;
/// Two places are one dot if everything between them is at least this dark.
constexpr double kJoinedDark = 0.6;
/// The share of a dot's area that is dark anywhere along a line in the dots' colour.
constexpr double kLineFilled = 0.55;
/// A stroke that is this many times as wide as the other on the ring, or covers this share of the
/// ring, is several strokes.
constexpr double kSeveral = 1.7, kWidest = 0.3;
/// Strokes are looked for on a ring this far outside a dot, in pixels.
constexpr double kRingOut = 2;
/// The most dots of a picture: more make every later step too slow.
constexpr int kMaxDots = 100'000;

struct Weight {
  int x, y;
  double share;  ///< of the pixel that a dot covers
};

std::vector<Weight> disc(double radius) {
  std::vector<Weight> weights;
  const int reach = static_cast<int>(std::ceil(radius + 0.5));
  for (int y = -reach; y <= reach; ++y)
    for (int x = -reach; x <= reach; ++x) {
      const double share = std::clamp(radius + 0.5 - std::hypot(x, y), 0.0, 1.0);
      if (share > 0) weights.push_back({x, y, share});
    }
  return weights;
}

class DotFinder {
 public:
  DotFinder(const ForegroundPicture& picture, double radius)
      : picture_(picture),
        radius_(radius),
        filled_least_(std::min(kDotFilled, 1 - kBetween / radius)),
        disc_(disc(radius)) {
    for (const Weight& w : disc_) whole_ += w.share;
    ring_ = circle(ring());
    far_ = circle(2 * ring());
  }

  DotPlaces find_places() {
    DotPlaces places{radius_, {}, {}};
    for (const cv::Point p : fill()) {
      if (!is_peak(p.x, p.y)) continue;
      // In a dense grid strokes may cover all of the ring, but not all of one farther out.
      if (is_covered(p, ring_) && is_covered(p, far_)) continue;
      DotPlaces::Place place{p, {}, {}};
      place.ways = directions(p, ring_, &place.widths);
      // One is enough: strokes at small angles may well cross the ring together.
      if (!place.ways.empty()) places.peaks.push_back(std::move(place));
    }
    places.filled = filled_;
    return places;
  }

  std::vector<cv::Point2d> find(const DotPlaces& places, DotWeights weights) {
    filled_ = places.filled;
    weights_ = weights;
    std::vector<Candidate> candidates;
    for (const DotPlaces::Place& place : places.peaks) {
      const double quality = judge(place);
      if (quality > 0) candidates.push_back({place.at, quality});
    }
    return choose(std::move(candidates));
  }

 private:
  struct Candidate {
    cv::Point at;
    double quality;
  };

  double ring() const { return radius_ + kRingOut; }
  double nearly_filled() const { return filled_least_ - kFilledNearly; }

  static std::vector<cv::Point2d> circle(double radius) {
    std::vector<cv::Point2d> points;
    const int steps = std::max(16, cvRound(2 * std::numbers::pi * radius * 1.5));
    for (int i = 0; i < steps; ++i) {
      const double angle = 2 * std::numbers::pi * i / steps;
      points.emplace_back(radius * std::cos(angle), radius * std::sin(angle));
    }
    return points;
  }

  /// Computes how much of a dot is at each pixel that is drawn, and gives those where there is
  /// enough, row by row. What is plainly less is not computed to the end.
  std::vector<cv::Point> fill() {
    const int reach = static_cast<int>(std::ceil(radius_ + 0.5));
    filled_ = cv::Mat::zeros(picture_.drawn.size(), CV_32F);
    std::vector<cv::Point> full;
    if (filled_.empty()) return full;
    cv::Mat dark;  // dots may lie at the picture's very rim
    cv::copyMakeBorder(picture_.dark(picture_.drawn), dark, reach, reach, reach, reach,
                       cv::BORDER_CONSTANT | cv::BORDER_ISOLATED);
    // In a large dark area, which is not part of a board, all of it would have to be looked at as
    // dots.
    const cv::Mat is_dark = dark >= kDotMiddle * 255;
    const double too_deep = 2 * ring();
    cv::Mat depth;
    if (longest_run(is_dark) > 2 * too_deep)
      cv::distanceTransform(is_dark, depth, cv::DIST_L2, cv::DIST_MASK_3);
    std::array<double, 256> shares;
    for (std::size_t i = 0; i < shares.size(); ++i) shares[i] = static_cast<double>(i) / 255;
    // The dot's inside, whose pixels it covers wholly, is summed up row by row.
    struct Span {
      std::ptrdiff_t first, last;
    };
    std::vector<Span> inside;
    std::vector<std::pair<std::ptrdiff_t, double>> rim;
    double rim_share = 0;
    for (const Weight& w : disc_) {
      const std::ptrdiff_t offset = w.y * static_cast<std::ptrdiff_t>(dark.step) + w.x;
      if (w.share < 1) {
        rim.emplace_back(offset, w.share);
        rim_share += w.share;
      } else if (!inside.empty() && inside.back().last == offset - 1) {
        inside.back().last = offset;
      } else {
        inside.push_back({offset, offset});
      }
    }
    for (int y = 0; y < filled_.rows; ++y) {
      const auto* row = dark.ptr<std::uint8_t>(y + reach) + reach;
      const auto* dark_here = is_dark.ptr<std::uint8_t>(y + reach) + reach;
      const float* deep = depth.empty() ? nullptr : depth.ptr<float>(y + reach) + reach;
      float* to = filled_.ptr<float>(y);
      int inner = 0, last = -2;  // the sum of the inside around pixel `last`
      const auto* end = dark_here + filled_.cols;
      for (const auto* set = dark_here; (set = next_set(set, end)) != end; ++set) {
        const int x = static_cast<int>(set - dark_here);
        if (deep && deep[x] > static_cast<float>(too_deep)) continue;
        const auto* here = row + x;
        if (last == x - 1) {
          for (const Span& span : inside) inner += here[span.last] - here[span.first - 1];
        } else {
          inner = 0;
          for (const Span& span : inside)
            inner = std::accumulate(here + span.first, here + span.last + 1, inner);
        }
        last = x;
        double sum = inner / 255.0;
        if (sum + rim_share >= nearly_filled() * whole_)
          for (const auto& [offset, share] : rim) sum += std::min(share, shares[here[offset]]);
        to[x] = static_cast<float>(sum / whole_);
        if (to[x] >= filled_least_) full.push_back(picture_.drawn.tl() + cv::Point(x, y));
      }
    }
    return full;
  }

  /// The longest run of set pixels in any row: nothing is farther than half of it from what is not
  /// set.
  static int longest_run(const cv::Mat& mask) {
    std::ptrdiff_t longest = 0;
    for (int y = 0; y < mask.rows; ++y) {
      const auto* row = mask.ptr<std::uint8_t>(y);
      const auto* end = row + mask.cols;
      while ((row = next_set(row, end)) != end) {
        const auto* first = row;
        row = std::find(row, end, 0);
        longest = std::max(longest, row - first);
      }
    }
    return static_cast<int>(longest);
  }

  bool is_peak(int x, int y) const {
    const double here = filled_at({x, y});
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx)
        if (filled_at({x + dx, y + dy}) > here + kPeakSlack) return false;
    return true;
  }

  /// Exact where it is kDotFilledNearly or more.
  double filled_at(cv::Point p) const {
    return picture_.drawn.contains(p)
               ? static_cast<double>(filled_.at<float>(p - picture_.drawn.tl()))
               : 0;
  }
  /// Whether a place is as dark as any on a line in the dots' colour.
  bool is_on_line(cv::Point p) const {
    double sum = 0;
    for (const Weight& w : disc_)
      sum += std::min(w.share, picture_.dark_at(p + cv::Point(w.x, w.y)) / 255.0);
    return picture_.dark_at(p) >= kDotMiddle * 255 && sum > kLineFilled * whole_;
  }

  bool is_covered(cv::Point2d p, const std::vector<cv::Point2d>& ring) const {
    return std::ranges::all_of(ring, [&](const cv::Point2d& by) {
      return picture_.foreground_at(p + by) >= picture_.foreground_min;
    });
  }

  /// The directions in which strokes cross a ring, in radians, and how wide, in steps of it; one
  /// direction without a width if there is foreground all around.
  std::vector<double> directions(cv::Point2d p, const std::vector<cv::Point2d>& ring,
                                 std::vector<double>* widths = nullptr) const {
    std::vector<std::uint8_t> on(ring.size());
    for (std::size_t i = 0; i < ring.size(); ++i)
      on[i] = picture_.foreground_at(p + ring[i]) >= picture_.foreground_min;
    std::vector<double> found;
    const auto off = std::find(on.begin(), on.end(), 0);
    if (off == on.end()) return {0};
    const auto start = static_cast<std::size_t>(off - on.begin());
    const std::size_t n = on.size();
    std::rotate(on.begin(), off, on.end());
    for (std::size_t i = 0; i < n;) {
      if (!on[i]) {
        ++i;
        continue;
      }
      std::size_t end = i;
      while (end < n && on[end]) ++end;
      const double middle = static_cast<double>(start + i) + static_cast<double>(end - i - 1) / 2;
      found.push_back(middle * 2 * std::numbers::pi / static_cast<double>(n));
      if (widths) widths->push_back(static_cast<double>(end - i));
      i = end;
    }
    return found;
  }

  /// 0: no vertex; otherwise the more, the surer.
  double judge(const DotPlaces::Place& place) const {
    const cv::Point2d p = place.at;
    const std::vector<double>&ways = place.ways, &widths = place.widths;
    const cv::Point2d along(std::cos(ways[0]), std::sin(ways[0]));
    if (ways.size() == 2) {
      double turn = std::abs(ways[0] - ways[1]) * 180 / std::numbers::pi;
      turn = std::abs(180 - std::fmod(turn, 360));
      const double off = radius_ + 1.5;
      const auto [thin, wide] = std::minmax(widths[0], widths[1]);
      if (turn < weights_.straight && wide < kSeveral * thin &&
          wide < kWidest * static_cast<double>(ring_.size()) && is_on_line(p + off * along) &&
          is_on_line(p - off * along))
        return 0;
    }
    double quality = filled_at(place.at);
    if (weights_.comes_from > 0) quality += weights_.comes_from * comes_from(p);
    if (weights_.askew > 0 && ways.size() > 1) quality -= weights_.askew * askew(p, ways);
    return quality;
  }

  /// Of the strokes farther out, how many lead straight to p, less those that do not. Beside a
  /// vertex, on a line in the dots' colour, the vertex's other strokes do not.
  int comes_from(cv::Point2d p) const {
    int balance = 0;
    for (const double way : directions(p, far_)) {
      const cv::Point2d along(std::cos(way), std::sin(way));
      bool leads = true;
      for (double at = radius_; at < 2 * ring() && leads; at += 1)
        leads = picture_.foreground_at(p + at * along) >= picture_.foreground_min;
      balance += leads ? 1 : -1;
    }
    return balance;
  }

  /// How far the strokes that leave p miss it, in pixels: where a stroke that misses p by d crosses
  /// the ring, the way there points past it by d at twice the distance.
  double askew(cv::Point2d p, const std::vector<double>& ways) const {
    double most = 0;
    for (const double way : ways) {
      const cv::Point2d along(std::cos(way), std::sin(way)), across(-along.y, along.x);
      double sum = 0, moment = 0;
      for (int off = -3; off <= 3; ++off) {
        if (picture_.foreground_at(p + 2 * ring() * along + off * across) < picture_.foreground_min)
          continue;
        sum += 1;
        moment += off;
      }
      if (sum > 0) most = std::max(most, std::abs(moment / sum));
    }
    return most;
  }

  bool is_dark_between(cv::Point a, cv::Point b) const {
    const cv::Point2d from = a, step = (cv::Point2d(b) - from) / 8;
    for (int i = 1; i < 8; ++i)
      if (picture_.dark_at(from + i * step) < kJoinedDark * 255) return false;
    return true;
  }

  /// The middle of the darkness around p, where it ends at the dot's rim.
  cv::Point2d centre(cv::Point p) const {
    cv::Point2d sum;
    double weight = 0;
    for (int y = p.y - 1; y <= p.y + 1; ++y)
      for (int x = p.x - 1; x <= p.x + 1; ++x) {
        const double w = std::max(0.0, filled_at({x, y}) - nearly_filled());
        sum += w * cv::Point2d(x, y);
        weight += w;
      }
    return weight > 0 ? sum / weight : cv::Point2d(p);
  }

  /// The best first, and none that is a worse view of one that is there.
  std::vector<cv::Point2d> choose(std::vector<Candidate> candidates) const {
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const Candidate& a, const Candidate& b) { return a.quality > b.quality; });
    const double near = radius_ + 3, joined = shortest_stroke(radius_);
    const int cell = static_cast<int>(std::ceil(joined));
    std::map<std::pair<int, int>, std::vector<cv::Point>> taken;
    std::vector<cv::Point2d> dots;
    for (const Candidate& c : candidates) {
      bool is_new = true;
      for (const int dy : {0, -1, 1})
        for (const int dx : {0, -1, 1}) {
          if (!is_new) break;
          const auto there = taken.find({c.at.y / cell + dy, c.at.x / cell + dx});
          if (there == taken.end()) continue;
          for (const cv::Point other : there->second) {
            const double d = std::hypot(c.at.x - other.x, c.at.y - other.y);
            if (d < near || (d < joined && is_dark_between(c.at, other))) is_new = false;
          }
        }
      if (!is_new) continue;
      taken[{c.at.y / cell, c.at.x / cell}].push_back(c.at);
      dots.push_back(centre(c.at));
      if (dots.size() >= kMaxDots) break;
    }
    return dots;
  }

  const ForegroundPicture& picture_;
  double radius_;
  double filled_least_;
  DotWeights weights_;
  std::vector<Weight> disc_;
  double whole_ = 0;
  std::vector<cv::Point2d> ring_, far_;
  cv::Mat filled_;  ///< of what is drawn
};

}  // namespace

DotPlaces find_dot_places(const ForegroundPicture& picture, double radius) {
  return DotFinder(picture, radius).find_places();
}

std::vector<cv::Point2d> find_dots(const ForegroundPicture& picture, const DotPlaces& places,
                                   DotWeights weights) {
  return DotFinder(picture, places.radius).find(places, weights);
}

std::vector<double> dot_radii(const ForegroundPicture& picture) {
  constexpr double kRadiusStep = 0.5, kSmallest = 1, kLargest = 16;
  // This many spots of one size are dots. Pixels above kSpotDark, of 255, belong to a spot. At
  // least this share of its box is of the spot, however pale its rim, and its darkness is at most
  // this: pi / 4 for a disc of many pixels.
  constexpr int kManyDots = 12, kSpotDark = 76;
  constexpr double kFillMin = 0.62, kFillMax = 0.95;
  if (picture.drawn.empty()) return {};
  cv::Mat spots;
  cv::threshold(picture.dark(picture.drawn), spots, kSpotDark, 255, cv::THRESH_TOZERO);
  std::map<int, std::pair<int, double>> bins;  // how many, and the sum of their radii
  for (const Component& spot : components(spots, Corners::connect)) {
    const double area = static_cast<double>(spot.sum) / 255.0;
    const double radius = std::sqrt(area / std::numbers::pi);
    if (std::abs(spot.box.width - spot.box.height) > 1 ||
        spot.pixels < kFillMin * spot.box.area() || area > kFillMax * spot.box.area() ||
        radius < kSmallest || radius > kLargest)
      continue;
    auto& [count, sum] = bins[cvRound(radius / kRadiusStep)];
    ++count;
    sum += radius;
  }
  std::vector<std::pair<int, double>> found;
  for (const auto& [bin, of] : bins) found.emplace_back(of.first, of.second / of.first);
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<double> radii;
  for (const auto& [count, radius] : found)
    if (radii.size() < 2) radii.push_back(radius);
  if (!found.empty() && found.front().first >= kManyDots) return radii;
  for (const double usual : {1.5, 2.5, 3.5, 4.5, 5.5, 6.5})
    if (std::none_of(radii.begin(), radii.end(),
                     [&](double r) { return std::abs(r - usual) < 0.3; }))
      radii.push_back(usual);
  return radii;
}

}  // namespace eyehand
