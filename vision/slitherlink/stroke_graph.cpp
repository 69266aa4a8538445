#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>

#include "puzzle/index.hpp"
#include "vision/slitherlink/stroke_follow.hpp"

namespace eyehand {
namespace {

/// The longest edge is at most kLongest times the distance of the freest dots (this quantile) from
/// their nearest neighbour. Digits are full of places that look like dots, but those are close
/// together.
constexpr double kLongest = 4, kFreest = 0.9;
/// Two strokes continue straight if the cosine of the angle between them is below minus this.
constexpr double kStraightCosine = 0.97;
/// Strokes locate their crossing only if the determinant of their directions exceeds this.
constexpr double kCrossing = 0.2;
/// The least distance of a hidden dot from all others, as a share of the shortest stroke.
constexpr double kHiddenApart = 0.9;
/// If a dot moves by more, in pixels, there is another pass.
constexpr double kMoved = 0.7;
/// How much lighter the place that a dot moves to may be, as a share of the dots' colour.
constexpr double kLessDark = 0.06;

/// Points by the square of a coarse grid that they lie in.
class BucketGrid {
 public:
  BucketGrid(std::span<const cv::Point2d> points, double cell) : points_(points), cell_(cell) {
    for (std::size_t i = 0; i < points.size(); ++i)
      squares_[square(points[i])].push_back(static_cast<int>(i));
  }
  /// Calls visit(index, distance) for all others within one cell's width.
  template <class Visit>
  void around(std::size_t of, Visit&& visit) const {
    const auto [row, column] = square(points_[of]);
    for (int r = row - 1; r <= row + 1; ++r)
      for (int c = column - 1; c <= column + 1; ++c) {
        const auto there = squares_.find({r, c});
        if (there == squares_.end()) continue;
        for (const int other : there->second) {
          if (other == static_cast<int>(of)) continue;
          const cv::Point2d way = points_[at(other)] - points_[of];
          if (const double d = way.dot(way); d <= cell_ * cell_) visit(other, std::sqrt(d));
        }
      }
  }

 private:
  std::pair<int, int> square(cv::Point2d p) const {
    return {static_cast<int>(std::floor(p.y / cell_)), static_cast<int>(std::floor(p.x / cell_))};
  }
  std::span<const cv::Point2d> points_;
  double cell_;
  std::map<std::pair<int, int>, std::vector<int>> squares_;
};

/// How far the freest dots lie from the next one. A guess of the scale is enough for the first
/// grid.
double free_distance(std::span<const cv::Point2d> dots, cv::Size picture) {
  const double even = std::sqrt(picture.area() / static_cast<double>(dots.size()));
  for (double cell = even * 2;; cell *= 2) {
    const BucketGrid net(dots, cell);
    std::vector<double> nearest;
    for (std::size_t i = 0; i < dots.size(); ++i) {
      double best = cell * 2;
      net.around(i, [&](int, double d) { best = std::min(best, d); });
      if (best <= cell) nearest.push_back(best);
    }
    if (nearest.size() == dots.size() || cell > picture.width + picture.height)
      return quantile(std::move(nearest), kFreest);
  }
}

class StrokeFinder {
 public:
  StrokeFinder(const ForegroundPicture& picture, const DotPlaces& places, DotWeights weights)
      : picture_(picture),
        places_(places),
        radius_(places.radius),
        weights_(weights),
        follower_{picture, places.radius} {
    for (double y = -radius_; y <= radius_; y += 0.5)
      for (double x = -radius_; x <= radius_; x += 0.5)
        if (std::hypot(x, y) <= radius_) disc_.emplace_back(x, y);
  }

  StrokeGraph find() {
    StrokeGraph graph;
    graph.dot_radius = radius_;
    graph.vertices = find_dots(picture_, places_, weights_);
    if (graph.vertices.size() < 3) return {};
    find_strokes(graph);
    for (int round = 0; round < weights_.rounds; ++round) {
      const std::vector<std::size_t> joined = join_straight(graph);
      if (graph.strokes.empty()) return {};
      graph.stroke_width = follower_.usual_width(graph);
      const bool is_hidden = add_hidden_dots(graph);
      const bool is_moved = refine(graph);
      if (joined.empty() && !is_hidden && !is_moved) break;
      for (auto v = joined.rbegin(); v != joined.rend(); ++v)
        graph.vertices.erase(graph.vertices.begin() + static_cast<std::ptrdiff_t>(*v));
      graph.strokes.clear();
      find_strokes(graph);
    }
    keep_largest_part(graph);
    if (!join_straight(graph).empty()) keep_largest_part(graph);
    if (graph.strokes.empty()) return {};
    graph.stroke_width = follower_.usual_width(graph);
    refine(graph);
    graph.fringe = follower_.fringe(graph);
    return graph;
  }

 private:
  void find_strokes(StrokeGraph& graph) const {
    const auto& dots = graph.vertices;
    const double reach = kLongest * free_distance(dots, picture_.bgr.size());
    if (reach <= 0) return;
    const BucketGrid net(dots, reach);
    // Lengths as float, free of noise: those that are equal stay in the order of their dots, which
    // is kinder to the cache.
    std::vector<std::tuple<float, int, int>> pairs;
    for (std::size_t i = 0; i < dots.size(); ++i)
      net.around(i, [&](int other, double d) {
        if (other > static_cast<int>(i) && d >= shortest_stroke(radius_) &&
            follower_.may_join(dots[i], dots[at(other)]))
          pairs.emplace_back(static_cast<float>(d), static_cast<int>(i), other);
      });
    std::sort(pairs.begin(), pairs.end());
    std::vector<std::vector<int>> joined(dots.size());
    for (const auto& [length, a, b] : pairs) {
      if (passes_through(dots, joined, a, b) || passes_through(dots, joined, b, a)) continue;
      Stroke stroke{a, b, {}};
      if (!follower_.follow(dots[at(a)], dots[at(b)], stroke.along)) continue;
      joined[at(a)].push_back(b);
      joined[at(b)].push_back(a);
      graph.strokes.push_back(std::move(stroke));
    }
  }

  /// Dots that lines hide: where a stroke is dark up to one point and not from there on, and where
  /// another stroke comes from beside up to a dark one. Whether there were any.
  bool add_hidden_dots(StrokeGraph& graph) const {
    std::vector<cv::Point2d> hidden;
    for (const Stroke& stroke : graph.strokes) {
      const cv::Point2d a = graph.vertices[at(stroke.a)];
      const cv::Point2d b = graph.vertices[at(stroke.b)];
      change_along(stroke, a, b, hidden);
      if (!is_dark(stroke)) continue;
      for (const double side : {1.0, -1.0}) come_from_beside(a, b, side, hidden);
    }
    const std::size_t dots = graph.vertices.size();
    for (const cv::Point2d p : hidden)
      if (std::none_of(graph.vertices.begin(), graph.vertices.end(), [&](cv::Point2d q) {
            return cv::norm(p - q) < shortest_stroke(radius_) * kHiddenApart;
          }))
        graph.vertices.push_back(p);
    return graph.vertices.size() > dots;
  }

  void change_along(const Stroke& stroke, cv::Point2d a, cv::Point2d b,
                    std::vector<cv::Point2d>& hidden) const {
    constexpr int kFew = 4;
    const int n = static_cast<int>(stroke.along.size());
    const auto dark = [&](int i) { return is_dark(stroke.along[at(i)]); };
    int first = 0, last = n - 1;  // the dark end's run, from the one or from the other side
    while (first < n && dark(first) == dark(0)) ++first;
    while (last >= 0 && dark(last) == dark(n - 1)) --last;
    // The pixel in between may be either.
    if (first < kFew || n - 1 - last < kFew || dark(0) == dark(n - 1) || last - first > 1) return;
    const double length = cv::norm(b - a);
    const double change = length * (first + last + 1) / 2 / n;
    hidden.push_back(a + (b - a) * ((change + (dark(0) ? -radius_ : radius_)) / length));
  }

  /// Strokes are searched for at two distances from the dark one, and where one is seen at both, it
  /// is followed back to it.
  void come_from_beside(cv::Point2d a, cv::Point2d b, double side,
                        std::vector<cv::Point2d>& hidden) const {
    constexpr double kNear = 1.7, kFar = 4.7, kFlattest = 3.2, kSearchStep = 0.5;
    const double length = cv::norm(b - a), margin = shortest_stroke(radius_) * kHiddenApart;
    const cv::Point2d along = (b - a) / length, across = side * cv::Point2d(-along.y, along.x);
    const double near = radius_ + kNear, far = radius_ + kFar;
    const auto middles = [&](double off) {
      std::vector<double> found;
      double start = -1;
      for (double t = 0; t <= length + kSearchStep; t += kSearchStep) {
        const bool is_foreground =
            t <= length &&
            picture_.foreground_at(a + t * along + off * across) >= picture_.foreground_min;
        if (is_foreground && start < 0) start = t;
        if (!is_foreground && start >= 0) {
          found.push_back((start + t - kSearchStep) / 2);
          start = -1;
        }
      }
      return found;
    };
    const std::vector<double> close = middles(near);
    if (close.empty()) return;
    for (const double out : middles(far))
      for (const double in : close) {
        const double slope = (out - in) / (far - near);
        const double t = in - slope * near;
        if (std::abs(slope) > kFlattest || t < margin || t > length - margin) continue;
        bool leads = true;
        for (double off = 0; off <= far + 2 && leads; off += 1)
          leads = picture_.foreground_at(a + (t + slope * off) * along + off * across) >=
                  picture_.foreground_min;
        if (leads) hidden.push_back(a + t * along);
      }
  }

  /// Whether a nearer neighbour of `a` lies on the way to b.
  bool passes_through(const std::vector<cv::Point2d>& dots,
                      const std::vector<std::vector<int>>& joined, int a, int b) const {
    const cv::Point2d from = dots[at(a)];
    const cv::Point2d way = dots[at(b)] - from;
    const double length = cv::norm(way);
    return std::any_of(joined[at(a)].begin(), joined[at(a)].end(), [&](int c) {
      const cv::Point2d to = dots[at(c)] - from;
      return to.dot(way) > 0 && std::abs(to.cross(way)) / length < radius_ + 1;
    });
  }

  bool is_dark(Colour c) const {
    return distance(c, picture_.dot) < distance(c, picture_.background) / 2;
  }
  bool is_dark(const Stroke& stroke) const {
    const auto dark = std::count_if(stroke.along.begin(), stroke.along.end(),
                                    [&](Colour c) { return is_dark(c); });
    return dark * 2 > static_cast<std::ptrdiff_t>(stroke.along.size());
  }

  /// Thick lines in the dots' colour look like a dot anywhere. Where one continues straight and
  /// nothing else leaves, there is no dot: a grid has no such vertex. Returns those vertices, in
  /// order; they stay, without strokes.
  std::vector<std::size_t> join_straight(StrokeGraph& graph) const {
    std::vector<std::vector<std::size_t>> strokes = strokes_by_vertex(graph);
    std::vector<std::size_t> none;
    for (std::size_t v = 0; v < strokes.size(); ++v) {
      if (strokes[v].size() != 2) continue;
      const std::size_t kept = strokes[v][0], gone = strokes[v][1];
      Stroke &first = graph.strokes[kept], &second = graph.strokes[gone];
      const int here = static_cast<int>(v);
      const int a = first.a == here ? first.b : first.a;
      const int b = second.a == here ? second.b : second.a;
      const cv::Point2d to_a = graph.vertices[at(a)] - graph.vertices[v];
      const cv::Point2d to_b = graph.vertices[at(b)] - graph.vertices[v];
      const double cosine = to_a.dot(to_b) / (cv::norm(to_a) * cv::norm(to_b));
      if (a == b || cosine > -kStraightCosine || !is_dark(first) || !is_dark(second)) continue;
      first.along.insert(first.along.end(), second.along.begin(), second.along.end());
      first.a = a;
      first.b = b;
      second.a = second.b = here;
      auto& of_b = strokes[at(b)];
      std::replace(of_b.begin(), of_b.end(), gone, kept);
      strokes[v].clear();
      none.push_back(v);
    }
    std::erase_if(graph.strokes, [](const Stroke& s) { return s.a == s.b; });
    return none;
  }

  /// How far across the way the middle of the foreground near p is; 0 if there is none.
  double middle(cv::Point2d p, cv::Point2d across, double reach) const {
    constexpr double kFineStep = 0.25;
    constexpr int kFraction = 16;  // bits
    int sum = 0, moment = 0;
    const cv::Mat& image = picture_.foreground;
    const cv::Point2d rim = (reach + 1) * across, half(0.5, 0.5);
    const bool is_inside = picture_.has(p - rim) && picture_.has(p + rim);
    const int steps = static_cast<int>(2 * reach / kFineStep), least = picture_.foreground_min;
    // As fixed-point numbers, for this is the inmost loop; the half is for rounding.
    cv::Point q = (p - reach * across + half) * (1 << kFraction);
    const cv::Point by = kFineStep * across * (1 << kFraction);
    for (int step = 0; step <= steps; ++step, q += by) {
      const cv::Point pixel(q.x >> kFraction, q.y >> kFraction);
      const int any = is_inside ? image.ptr(pixel.y)[pixel.x] : picture_.foreground_at(pixel);
      const int foreground = any < least ? 0 : any;
      sum += foreground;
      moment += foreground * step;
    }
    return sum > 0 ? kFineStep * moment / sum - reach : 0;
  }

  /// Of a dot here, 0 to 1.
  double darkness(cv::Point2d p) const {
    double sum = 0;
    for (const cv::Point2d& by : disc_) sum += picture_.dark_at(p + by);
    return sum / (255 * static_cast<double>(disc_.size()));
  }

  /// Puts each vertex where the middle lines of its strokes come together, by least squares: a dot
  /// in the angle of thick lines is not seen to the pixel. Whether any moved far.
  bool refine(StrokeGraph& graph) const {
    struct Normal {
      double xx = 0, xy = 0, yy = 0, x = 0, y = 0;
    };
    std::vector<Normal> sums(graph.vertices.size());
    const double reach = graph.stroke_width / 2 + 2;
    for (const Stroke& s : graph.strokes) {
      const cv::Point2d a = graph.vertices[at(s.a)];
      const cv::Point2d b = graph.vertices[at(s.b)];
      const cv::Point2d along = (b - a) / cv::norm(b - a), across(-along.y, along.x);
      // A straight line through the middles of all of it but its ends.
      const double free = cv::norm(b - a) / 2 - radius_ - 2;
      if (free < 1.5) continue;
      const double half = std::max(1.5, free - reach);
      const cv::Point2d centre = (a + b) / 2;
      double count = 0, offs = 0, moments = 0, squares = 0;
      for (double t = -half; t <= half; t += 1) {
        count += 1;
        const double off = middle(centre + t * along, across, reach);
        offs += off;
        moments += off * t;
        squares += t * t;
      }
      const cv::Point2d p = centre + offs / count * across;
      const double slope = squares > 0 ? moments / squares : 0;
      const cv::Point2d way = along + slope * across;
      const cv::Point2d n = cv::Point2d(-way.y, way.x) / cv::norm(way);
      for (const int v : {s.a, s.b}) {
        Normal& sum = sums[at(v)];
        const double c = n.dot(p - graph.vertices[at(v)]);
        sum.xx += n.x * n.x;
        sum.xy += n.x * n.y;
        sum.yy += n.y * n.y;
        sum.x += n.x * c;
        sum.y += n.y * c;
      }
    }
    bool is_far = false;
    for (std::size_t v = 0; v < sums.size(); ++v) {
      const Normal& s = sums[v];
      const double determinant = s.xx * s.yy - s.xy * s.xy;
      if (determinant < kCrossing) continue;
      const cv::Point2d move((s.yy * s.x - s.xy * s.y) / determinant,
                             (s.xx * s.y - s.xy * s.x) / determinant);
      if (cv::norm(move) > (weights_.rounds > 0 ? 2 * radius_ + 1 : radius_ + 0.5)) continue;
      // What stands beside a stroke may pull it aside, but not to where there is no dot.
      const cv::Point2d p = graph.vertices[v];
      if (darkness(p + move) < darkness(p) - kLessDark) continue;
      graph.vertices[v] += move;
      is_far = is_far || cv::norm(move) > kMoved;
    }
    return is_far;
  }

  const ForegroundPicture& picture_;
  const DotPlaces& places_;
  double radius_;
  DotWeights weights_;
  StrokeFollower follower_;
  std::vector<cv::Point2d> disc_;  ///< where a dot is examined, from its middle
};

}  // namespace

StrokeGraph find_stroke_graph(const ForegroundPicture& picture, const DotPlaces& places,
                              DotWeights weights) {
  return StrokeFinder(picture, places, weights).find();
}

}  // namespace eyehand
