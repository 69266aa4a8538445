#include "vision/slitherlink/stroke_follow.hpp"

#include <algorithm>
#include <cmath>

namespace eyehand {
namespace {

/// Strokes run this near to the straight line between their ends, in pixels.
constexpr double kWander = 1.25;
/// Foreground so strong, as a share of the strongest, belongs to what is plainly drawn.
constexpr double kPlain = 0.4;

}  // namespace

bool StrokeFollower::starts(cv::Point2d a, cv::Point2d b) const {
  const cv::Point2d along = (b - a) / cv::norm(b - a);
  Colour colour;
  return strongest(a + (radius + 2) * along, along, colour) &&
         strongest(b - (radius + 2) * along, along, colour);
}

bool StrokeFollower::strongest(cv::Point2d p, cv::Point2d along, Colour& colour) const {
  const cv::Point2d across(-along.y, along.x);
  int most = picture.foreground_min - 1;
  cv::Point best;
  for (const double off : {0.0, -0.6, 0.6, -kWander, kWander}) {
    const cv::Point2d q = p + off * across;
    const int foreground = picture.foreground_at(q);
    if (foreground <= most) continue;
    most = foreground;
    best = {cvRound(q.x), cvRound(q.y)};
  }
  if (most < picture.foreground_min) return false;
  colour = colour_at(picture.bgr, best.x, best.y);
  return true;
}

bool StrokeFollower::follow(cv::Point2d a, cv::Point2d b, std::vector<Colour>& colours) const {
  const double length = cv::norm(b - a);
  const cv::Point2d along = (b - a) / length;
  const double margin = std::min(radius + 1.2, length / 2);
  for (double at = margin; at <= length - margin + 1e-9; at += 0.8) {
    Colour colour;
    if (!strongest(a + at * along, along, colour)) return false;
    colours.push_back(colour);
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
