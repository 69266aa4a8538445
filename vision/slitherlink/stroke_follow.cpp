#include "vision/slitherlink/stroke_follow.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "puzzle/index.hpp"

namespace eyehand {
namespace {

/// How far strokes may be from the straight line between their ends, in pixels.
constexpr double kWander = 1.25;
/// The step at which they are followed, in pixels.
constexpr double kStep = 0.8;
/// Strokes with at least this share of the strongest foreground count for the usual width.
constexpr double kPlain = 0.4;

}  // namespace

std::vector<std::vector<std::size_t>> strokes_by_vertex(const StrokeGraph& graph) {
  std::vector<std::vector<std::size_t>> strokes(graph.vertices.size());
  for (std::size_t s = 0; s < graph.strokes.size(); ++s)
    for (const int v : {graph.strokes[s].a, graph.strokes[s].b}) strokes[at(v)].push_back(s);
  return strokes;
}

void keep_largest_part(StrokeGraph& graph) {
  const std::size_t n = graph.vertices.size();
  std::vector<std::vector<std::size_t>> strokes = strokes_by_vertex(graph);
  const auto other = [&](std::size_t s, std::size_t v) {
    const Stroke& stroke = graph.strokes[s];
    return at(stroke.a == static_cast<int>(v) ? stroke.b : stroke.a);
  };
  std::vector<std::size_t> loose;
  for (std::size_t v = 0; v < n; ++v)
    if (strokes[v].size() == 1) loose.push_back(v);
  while (!loose.empty()) {
    const std::size_t v = loose.back();
    loose.pop_back();
    if (strokes[v].empty()) continue;
    const std::size_t s = strokes[v].front(), next = other(s, v);
    strokes[v].clear();
    std::erase(strokes[next], s);
    if (strokes[next].size() == 1) loose.push_back(next);
  }
  std::vector<std::size_t> largest;
  std::vector<std::uint8_t> seen(n, 0);
  for (std::size_t first = 0; first < n; ++first) {
    if (seen[first] || strokes[first].empty()) continue;
    std::vector<std::size_t> part{first};
    seen[first] = 1;
    for (std::size_t i = 0; i < part.size(); ++i)
      for (const std::size_t s : strokes[part[i]])
        if (const std::size_t next = other(s, part[i]); !std::exchange(seen[next], 1))
          part.push_back(next);
    if (part.size() > largest.size()) largest = std::move(part);
  }
  std::sort(largest.begin(), largest.end());
  StrokeGraph kept;
  kept.dot_radius = graph.dot_radius;
  std::vector<int> number(n, -1);
  std::vector<std::size_t> own;
  for (const std::size_t v : largest) {
    number[v] = static_cast<int>(kept.vertices.size());
    kept.vertices.push_back(graph.vertices[v]);
    own.insert(own.end(), strokes[v].begin(), strokes[v].end());
  }
  std::sort(own.begin(), own.end());
  own.erase(std::unique(own.begin(), own.end()), own.end());
  for (const std::size_t s : own) {
    Stroke& stroke = graph.strokes[s];
    kept.strokes.push_back({number[at(stroke.a)], number[at(stroke.b)], std::move(stroke.along)});
  }
  graph = std::move(kept);
}

StrokeFollower::Line StrokeFollower::line(cv::Point2d a, cv::Point2d b) {
  const double length = cv::norm(b - a);
  const cv::Point2d along = (b - a) / length, across(-along.y, along.x);
  return {a,
          along,
          length,
          {cv::Point2d(), -0.6 * across, 0.6 * across, -kWander * across, kWander * across}};
}

bool StrokeFollower::may_join(cv::Point2d a, cv::Point2d b) const {
  constexpr int kSkipped = 8;
  const Line way = line(a, b);
  if (!is_drawn(way, radius + 2) || !is_drawn(way, way.length - radius - 2)) return false;
  for (double t = margin(way); t <= way.length - margin(way); t += kSkipped * kStep)
    if (!is_drawn(way, t)) return false;
  return true;
}

bool StrokeFollower::is_drawn(const Line& line, double along) const {
  const cv::Point2d p = line.start + along * line.along;
  return std::any_of(line.across.begin(), line.across.end(), [&](cv::Point2d off) {
    return picture.foreground_at(p + off) >= picture.foreground_min;
  });
}

std::optional<Colour> StrokeFollower::strongest(const Line& line, double along) const {
  const cv::Point2d p = line.start + along * line.along;
  int most = picture.foreground_min - 1;
  cv::Point2d best;
  for (const cv::Point2d& off : line.across) {
    const int foreground = picture.foreground_at(p + off);
    if (foreground <= most) continue;
    most = foreground;
    best = p + off;
    if (most == picture.foreground_most) break;
  }
  if (most < picture.foreground_min) return std::nullopt;
  return colour_at(picture.bgr, cvRound(best.x), cvRound(best.y));
}

bool StrokeFollower::follow(cv::Point2d a, cv::Point2d b, std::vector<Colour>& colours) const {
  const Line way = line(a, b);
  colours.reserve(static_cast<std::size_t>(way.length / kStep) + 1);
  for (double t = margin(way); t <= way.length - margin(way) + 1e-9; t += kStep) {
    const auto colour = strongest(way, t);
    if (!colour) return false;
    colours.push_back(*colour);
  }
  return true;
}

double StrokeFollower::usual_width(const StrokeGraph& graph) const {
  std::vector<double> widths;
  for (const Stroke& s : graph.strokes) {
    const cv::Point2d a = graph.vertices[at(s.a)];
    const cv::Point2d b = graph.vertices[at(s.b)];
    const cv::Point2d along = (b - a) / cv::norm(b - a), across(-along.y, along.x);
    double sum = 0, most = 0;
    constexpr double kFineStep = 0.25;
    const double reach = 3 * radius + 1;
    for (double off = -reach; off <= reach; off += kFineStep) {
      const int foreground = picture.foreground_at((a + b) / 2 + off * across);
      if (foreground < picture.foreground_min) continue;
      sum += foreground * kFineStep;
      most = std::max(most, static_cast<double>(foreground));
    }
    if (most >= kPlain * 255) widths.push_back(sum / most);
  }
  return widths.empty() ? 1.2 * radius : quantile(std::move(widths), 0.5);
}

double StrokeFollower::fringe(const StrokeGraph& graph) const {
  constexpr double kFineStep = 0.25, kNearlyAll = 0.9, kMost = 3;
  std::vector<double> fringes;
  for (const Stroke& s : graph.strokes) {
    const cv::Point2d a = graph.vertices[at(s.a)];
    const cv::Point2d b = graph.vertices[at(s.b)];
    const cv::Point2d along = (b - a) / cv::norm(b - a), across(-along.y, along.x);
    const double most = graph.stroke_width + 2 * kMost;
    double width = 0;
    for (const double side : {1.0, -1.0})
      for (double off = kFineStep / 2; off < most; off += kFineStep, width += kFineStep)
        if (picture.foreground_at((a + b) / 2 + side * off * across) < picture.foreground_min)
          break;
    fringes.push_back((width - graph.stroke_width) / 2);
  }
  return fringes.empty() ? kFringe
                         : std::clamp(quantile(std::move(fringes), kNearlyAll), kFringe, kMost);
}

double StrokeFollower::reach(cv::Point2d a, cv::Point2d b) const {
  constexpr double kFineStep = 0.25;
  constexpr int kPlaces = 9;
  const Line way = line(a, b);
  const cv::Point2d across(-way.along.y, way.along.x);
  const double most = 3 * radius;
  std::vector<double> reaches;
  for (int i = 0; i < kPlaces; ++i) {
    const double t = margin(way) + i * (way.length - 2 * margin(way)) / (kPlaces - 1);
    double wider = 0;
    for (const double side : {1.0, -1.0}) {
      double off = 0;
      while (off < most && picture.foreground_at(way.start + t * way.along + side * off * across) >=
                               picture.foreground_min)
        off += kFineStep;
      wider = std::max(wider, off);
    }
    reaches.push_back(wider);
  }
  // A number may touch the stroke.
  const double usual = median(std::move(reaches));
  return usual < most ? usual : 0;
}

}  // namespace eyehand
