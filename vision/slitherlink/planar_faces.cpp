#include <algorithm>
#include <cmath>
#include <numeric>

#include "vision/slitherlink/stroke_graph.hpp"

namespace eyehand {
namespace {

/// Half-edge 2e leads from edge e's a to its b, 2e + 1 back.
int from(std::span<const Stroke> edges, int half) {
  const Stroke& e = edges[static_cast<std::size_t>(half / 2)];
  return half % 2 ? e.b : e.a;
}
int to(std::span<const Stroke> edges, int half) {
  return from(edges, half ^ 1);
}

/// Twice the area, positive one way round.
double area(std::span<const cv::Point2d> points, const std::vector<int>& loop) {
  double sum = 0;
  for (std::size_t i = 0; i < loop.size(); ++i) {
    const cv::Point2d p = points[static_cast<std::size_t>(loop[i])];
    const cv::Point2d q = points[static_cast<std::size_t>(loop[(i + 1) % loop.size()])];
    sum += p.cross(q);
  }
  return sum;
}

bool meets_itself(std::vector<int> loop) {
  std::sort(loop.begin(), loop.end());
  return std::adjacent_find(loop.begin(), loop.end()) != loop.end();
}

bool is_connected(std::size_t vertices, std::span<const Stroke> edges) {
  std::vector<int> root(vertices);
  std::iota(root.begin(), root.end(), 0);
  const auto find = [&](int v) {
    while (root[static_cast<std::size_t>(v)] != v) {
      auto& r = root[static_cast<std::size_t>(v)];
      v = r = root[static_cast<std::size_t>(r)];
    }
    return v;
  };
  std::size_t parts = vertices;
  for (const Stroke& e : edges) {
    const int a = find(e.a), b = find(e.b);
    if (a == b) continue;
    root[static_cast<std::size_t>(a)] = b;
    --parts;
  }
  return parts == 1;
}

}  // namespace

std::vector<std::vector<int>> bounded_faces(std::span<const cv::Point2d> vertices,
                                            std::span<const Stroke> edges) {
  if (edges.empty() || !is_connected(vertices.size(), edges)) return {};
  std::vector<std::vector<std::pair<double, int>>> leaving(vertices.size());
  for (int h = 0; h < 2 * static_cast<int>(edges.size()); ++h) {
    const auto a = static_cast<std::size_t>(from(edges, h));
    const cv::Point2d d = vertices[static_cast<std::size_t>(to(edges, h))] - vertices[a];
    leaving[a].emplace_back(std::atan2(d.y, d.x), h);
  }
  // After h comes, around h's end, the half-edge before the way back.
  std::vector<int> next(2 * edges.size());
  for (auto& around : leaving) {
    std::sort(around.begin(), around.end());
    for (std::size_t i = 0; i < around.size(); ++i) {
      const int back = around[(i + 1) % around.size()].second;
      next[static_cast<std::size_t>(back ^ 1)] = around[i].second;
    }
  }
  std::vector<std::vector<int>> faces;
  std::vector<std::uint8_t> done(next.size(), 0);
  std::size_t loops = 0;
  for (std::size_t first = 0; first < next.size(); ++first) {
    if (done[first]) continue;
    std::vector<int> loop;
    for (std::size_t h = first; !done[h]; h = static_cast<std::size_t>(next[h])) {
      done[h] = 1;
      loop.push_back(from(edges, static_cast<int>(h)));
    }
    ++loops;
    if (area(vertices, loop) <= 0) continue;
    if (meets_itself(loop)) return {};
    faces.push_back(std::move(loop));
  }
  if (vertices.size() + loops != edges.size() + 2 || faces.size() + 1 != loops) return {};
  return faces;
}

}  // namespace eyehand
