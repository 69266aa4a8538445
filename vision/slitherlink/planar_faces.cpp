#include <algorithm>
#include <cmath>

#include "puzzle/index.hpp"
#include "vision/slitherlink/stroke_graph.hpp"

namespace eyehand {
namespace {

/// Half-edge 2e leads from edge e's a to its b, 2e + 1 back.
int from(std::span<const Stroke> edges, int half) {
  const Stroke& e = edges[at(half / 2)];
  return half % 2 ? e.b : e.a;
}
int to(std::span<const Stroke> edges, int half) {
  return from(edges, half ^ 1);
}

/// Twice the area, positive one way round.
double area(std::span<const cv::Point2d> points, const std::vector<int>& loop) {
  double sum = 0;
  for (std::size_t i = 0; i < loop.size(); ++i) {
    const cv::Point2d p = points[at(loop[i])];
    const cv::Point2d q = points[at(loop[(i + 1) % loop.size()])];
    sum += p.cross(q);
  }
  return sum;
}

bool meets_itself(std::vector<int> loop) {
  std::sort(loop.begin(), loop.end());
  return std::adjacent_find(loop.begin(), loop.end()) != loop.end();
}

}  // namespace

std::vector<std::vector<int>> bounded_faces(std::span<const cv::Point2d> vertices,
                                            std::span<const Stroke> edges) {
  if (edges.empty()) return {};
  std::vector<std::vector<std::pair<double, int>>> leaving(vertices.size());
  for (int h = 0; h < 2 * static_cast<int>(edges.size()); ++h) {
    const auto a = at(from(edges, h));
    const cv::Point2d d = vertices[at(to(edges, h))] - vertices[a];
    leaving[a].emplace_back(std::atan2(d.y, d.x), h);
  }
  // After h comes, around h's end, the half-edge before the way back.
  std::vector<int> next(2 * edges.size());
  for (auto& around : leaving) {
    std::sort(around.begin(), around.end());
    for (std::size_t i = 0; i < around.size(); ++i) {
      const int back = around[(i + 1) % around.size()].second;
      next[at(back ^ 1)] = around[i].second;
    }
  }
  std::vector<std::vector<int>> faces;
  std::vector<std::uint8_t> done(next.size(), 0);
  std::size_t loops = 0;
  for (std::size_t first = 0; first < next.size(); ++first) {
    if (done[first]) continue;
    std::vector<int> loop;
    for (std::size_t h = first; !done[h]; h = at(next[h])) {
      done[h] = 1;
      loop.push_back(from(edges, static_cast<int>(h)));
    }
    ++loops;
    if (area(vertices, loop) <= 0) continue;
    if (meets_itself(loop)) return {};
    faces.push_back(std::move(loop));
  }
  // Euler's formula. Each part that is not connected with the rest has an outside of its own.
  if (vertices.size() + loops != edges.size() + 2 || faces.size() + 1 != loops) return {};
  return faces;
}

}  // namespace eyehand
