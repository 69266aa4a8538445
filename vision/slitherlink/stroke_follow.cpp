#include "vision/slitherlink/stroke_follow.hpp"

#include <algorithm>
#include <cmath>

namespace eyehand {
namespace {

/// Strokes run this near to the straight line between their ends, in pixels.
constexpr double kWander = 1.25;
/// They are followed in steps of this many pixels.
constexpr double kStep = 0.8;
/// Foreground so strong, as a share of the strongest, belongs to what is plainly drawn.
constexpr double kPlain = 0.4;

}  // namespace

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
  if (!strongest(way, radius + 2) || !strongest(way, way.length - radius - 2)) return false;
  for (double at = margin(way); at <= way.length - margin(way); at += kSkipped * kStep)
    if (!strongest(way, at)) return false;
  return true;
}

std::optional<Colour> StrokeFollower::strongest(const Line& line, double at) const {
  const cv::Point2d p = line.start + at * line.along;
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
  for (double at = margin(way); at <= way.length - margin(way) + 1e-9; at += kStep) {
    const auto colour = strongest(way, at);
    if (!colour) return false;
    colours.push_back(*colour);
  }
  return true;
}

double StrokeFollower::usual_width(const StrokeGraph& graph) const {
  std::vector<double> widths;
  for (const Stroke& s : graph.strokes) {
    const cv::Point2d a = graph.vertices[static_cast<std::size_t>(s.a)];
    const cv::Point2d b = graph.vertices[static_cast<std::size_t>(s.b)];
    const cv::Point2d along = (b - a) / cv::norm(b - a), across(-along.y, along.x);
    double sum = 0, most = 0;
    constexpr double kStep = 0.25;
    const double reach = 3 * radius + 1;
    for (double off = -reach; off <= reach; off += kStep) {
      const int foreground = picture.foreground_at((a + b) / 2 + off * across);
      if (foreground < picture.foreground_min) continue;
      sum += foreground * kStep;
      most = std::max(most, static_cast<double>(foreground));
    }
    if (most >= kPlain * 255) widths.push_back(sum / most);
  }
  return widths.empty() ? 1.2 * radius : quantile(std::move(widths), 0.5);
}

}  // namespace eyehand
