#include "actuator/travel.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <numeric>
#include <tuple>
#include <utility>

namespace eyehand {
namespace {

using Order = std::vector<std::size_t>;
using Points = std::span<const ScreenPoint>;

// How many neighbours of a point 2-opt considers, and the longest piece of the tour that it
// reverses. They bound the cost of a step at hardly any cost in travel.
constexpr std::size_t kNeighbours = 8;
constexpr std::size_t kMaxPiece = 1000;

double distance(ScreenPoint a, ScreenPoint b) {
  return std::hypot(a.x - b.x, a.y - b.y);
}

double length(Points points, const Order& order) {
  double sum = 0;
  for (std::size_t i = 1; i < order.size(); ++i)
    sum += distance(points[order[i - 1]], points[order[i]]);
  return sum;
}

struct Box {
  int left = 0, top = 0, right = 0, bottom = 0;
  double area() const { return (right - left + 1.0) * (bottom - top + 1.0); }
};

Box box_around(Points points) {
  Box box{points[0].x, points[0].y, points[0].x, points[0].y};
  for (const auto p : points)
    box = {std::min(box.left, p.x), std::min(box.top, p.y), std::max(box.right, p.x),
           std::max(box.bottom, p.y)};
  return box;
}

/// Visits strips of this height from top to bottom, every second one from right to left.
Order walk_strips(Points points, int top, double height) {
  const auto strip = [&](std::size_t i) { return std::floor((points[i].y - top) / height); };
  Order order(points.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::tuple(strip(a), points[a].x, a) < std::tuple(strip(b), points[b].x, b);
  });
  bool leftwards = false;
  for (auto from = order.begin(); from != order.end(); leftwards = !leftwards) {
    const auto to =
        std::find_if(from, order.end(), [&](std::size_t i) { return strip(i) != strip(*from); });
    if (leftwards) std::reverse(from, to);
    from = to;
  }
  return order;
}

/// The best of several strip heights. The first is just below the pitch of a full grid.
Order walk_best_strips(Points points, const Box& box) {
  const double spacing = std::sqrt(box.area() / static_cast<double>(points.size()));
  Order best;
  double best_length = 0;
  for (const double share : {0.99, 1.4, 2.0, 3.0}) {
    Order order = walk_strips(points, box.top, share * spacing);
    const double its_length = length(points, order);
    if (best.empty() || its_length < best_length) {
      best = std::move(order);
      best_length = its_length;
    }
  }
  return best;
}

/// For each point, its nearest neighbours, nearest first.
std::vector<Order> near_neighbours(Points points, const Box& box) {
  const double side = std::sqrt(2 * box.area() / static_cast<double>(points.size()));
  const auto columns = static_cast<std::size_t>((box.right - box.left) / side) + 1;
  const auto rows = static_cast<std::size_t>((box.bottom - box.top) / side) + 1;
  const auto column = [&](ScreenPoint p) {
    return static_cast<std::size_t>((p.x - box.left) / side);
  };
  const auto row = [&](ScreenPoint p) { return static_cast<std::size_t>((p.y - box.top) / side); };

  std::vector<Order> buckets(columns * rows);
  for (std::size_t i = 0; i < points.size(); ++i)
    buckets[row(points[i]) * columns + column(points[i])].push_back(i);

  std::vector<Order> neighbours(points.size());
  std::vector<std::pair<double, std::size_t>> found;
  for (std::size_t i = 0; i < points.size(); ++i) {
    found.clear();
    const std::size_t x = column(points[i]), y = row(points[i]);
    for (std::size_t v = y - std::min(y, std::size_t{2}); v < std::min(rows, y + 3); ++v)
      for (std::size_t u = x - std::min(x, std::size_t{2}); u < std::min(columns, x + 3); ++u)
        for (const std::size_t j : buckets[v * columns + u])
          if (j != i) found.emplace_back(distance(points[i], points[j]), j);
    const std::size_t kept = std::min(kNeighbours, found.size());
    std::partial_sort(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(kept),
                      found.end());
    for (std::size_t k = 0; k < kept; ++k) neighbours[i].push_back(found[k].second);
  }
  return neighbours;
}

/// 2-opt: reverses any piece of the tour whose reversal shortens it.
class TwoOpt {
 public:
  TwoOpt(Points points, const Box& box, Order& order)
      : points_(points),
        order_(order),
        place_(order.size()),
        neighbours_(near_neighbours(points, box)),
        is_queued_(order.size(), true),
        queue_(order.begin(), order.end()) {
    for (std::size_t i = 0; i < order.size(); ++i) place_[order[i]] = i;
  }

  void run() {
    while (!queue_.empty()) {
      const std::size_t point = queue_.front();
      queue_.pop_front();
      is_queued_[point] = false;
      while (step(point)) continue;
    }
  }

 private:
  double between(std::size_t a, std::size_t b) const { return distance(points_[a], points_[b]); }

  /// The point after or before `point` on the tour; itself at the end.
  std::size_t adjacent(std::size_t point, bool after) const {
    const std::size_t at = place_[point];
    if (after) return order_[std::min(at + 1, order_.size() - 1)];
    return order_[at - std::min(at, std::size_t{1})];
  }

  /// Tries to replace the legs a-b and c-d by a-c and b-d, with c near a.
  bool step(std::size_t a) {
    for (const bool after : {true, false}) {
      const std::size_t b = adjacent(a, after);
      const double leg = between(a, b);
      for (const std::size_t c : neighbours_[a]) {
        const double saved = leg - between(a, c);
        if (saved <= 0) break;
        const std::size_t d = adjacent(c, after);
        if (d == c || saved + between(c, d) - between(b, d) < 1e-9) continue;
        // The piece between the two legs.
        const std::size_t from = std::min(place_[a], place_[c]) + (after ? 1 : 0);
        const std::size_t to = std::max(place_[a], place_[c]) - (after ? 0 : 1);
        if (to - from >= kMaxPiece) continue;
        reverse(from, to);
        for (const std::size_t point : {a, b, c, d}) enqueue(point);
        return true;
      }
    }
    return false;
  }

  void reverse(std::size_t from, std::size_t to) {
    std::reverse(order_.begin() + static_cast<std::ptrdiff_t>(from),
                 order_.begin() + static_cast<std::ptrdiff_t>(to) + 1);
    for (std::size_t i = from; i <= to; ++i) place_[order_[i]] = i;
  }

  void enqueue(std::size_t point) {
    if (is_queued_[point]) return;
    is_queued_[point] = true;
    queue_.push_back(point);
  }

  const Points points_;
  Order& order_;
  Order place_;  // of each point on the tour
  const std::vector<Order> neighbours_;
  std::vector<bool> is_queued_;
  std::deque<std::size_t> queue_;  // points whose legs changed
};

}  // namespace

std::vector<std::size_t> short_travel(std::span<const ScreenPoint> points) {
  if (points.empty()) return {};
  const Box box = box_around(points);
  Order order = walk_best_strips(points, box);
  TwoOpt(points, box, order).run();
  return order;
}

}  // namespace eyehand
