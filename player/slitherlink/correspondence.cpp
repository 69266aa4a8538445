#include "player/slitherlink/correspondence.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>

#include "puzzle/index.hpp"

namespace eyehand::slitherlink {
namespace {

/// The points as shares of the rectangle around them.
std::vector<Point> normalised(std::vector<Point> points) {
  Point least = points.front(), most = least;
  for (const Point p : points) {
    least = {std::min(least.x, p.x), std::min(least.y, p.y)};
    most = {std::max(most.x, p.x), std::max(most.y, p.y)};
  }
  const double width = std::max(most.x - least.x, 1.0), height = std::max(most.y - least.y, 1.0);
  for (Point& p : points) p = {(p.x - least.x) / width, (p.y - least.y) / height};
  return points;
}

double shortest_edge(const Grid& grid, const std::vector<Point>& where) {
  double shortest = 1;
  for (int e = 0; e < grid.edges(); ++e) {
    const Point a = where[at(grid.edge(e).a)], b = where[at(grid.edge(e).b)];
    shortest = std::min(shortest, std::hypot(a.x - b.x, a.y - b.y));
  }
  return shortest;
}

/// For each vertex of `now` that of `before`; empty if one has no match, or two have the same.
std::vector<int> match_vertices(const LocatedBoard& before, const LocatedBoard& now) {
  const auto then = normalised(before.where);
  const double reach = shortest_edge(*before.board.grid, then) / 4;
  if (reach < 1e-7) return {};  // no picture has that many pixels
  const auto x_of = [&](int v) { return then[at(v)].x; };
  std::vector<int> by_x(then.size());
  std::iota(by_x.begin(), by_x.end(), 0);
  std::ranges::sort(by_x, {}, x_of);
  // The only vertex within reach; -1 if there is none or more than one.
  const auto near = [&](Point p) {
    int found = -1;
    for (auto v = std::ranges::lower_bound(by_x, p.x - reach, {}, x_of);
         v != by_x.end() && x_of(*v) <= p.x + reach; ++v) {
      if (std::hypot(p.x - x_of(*v), p.y - then[at(*v)].y) > reach) continue;
      if (found >= 0) return -1;
      found = *v;
    }
    return found;
  };
  std::vector<int> vertices;
  std::vector<std::uint8_t> taken(then.size(), 0);
  for (const Point p : normalised(now.where)) {
    const int v = near(p);
    if (v < 0 || std::exchange(taken[at(v)], std::uint8_t{1})) return {};
    vertices.push_back(v);
  }
  return vertices;
}

std::optional<std::vector<int>> match_edges(const Grid& before, const Grid& now,
                                            const std::vector<int>& vertices) {
  std::vector<int> edges;
  for (int e = 0; e < now.edges(); ++e) {
    const Edge& edge = now.edge(e);
    edges.push_back(before.edge_between(vertices[at(edge.a)], vertices[at(edge.b)]));
    if (edges.back() < 0) return std::nullopt;
  }
  return edges;
}

/// The face of `grid` with exactly these edges; kOutside if there is none.
int face_around(const Grid& grid, std::vector<int> edges) {
  std::sort(edges.begin(), edges.end());
  for (const int face : grid.edge(edges.front()).faces) {
    if (face == kOutside) continue;
    const auto around = grid.edges_of_face(face);
    std::vector<int> its(around.begin(), around.end());
    std::sort(its.begin(), its.end());
    if (its == edges) return face;
  }
  return kOutside;
}

}  // namespace

std::optional<std::vector<int>> match(const LocatedBoard& before, const LocatedBoard& now) {
  if (!before.board.grid || !now.board.grid) return std::nullopt;
  const Grid &then = *before.board.grid, &grid = *now.board.grid;
  if (then.shape() != grid.shape() || then.vertices() != grid.vertices() ||
      then.edges() != grid.edges() || then.faces() != grid.faces())
    return std::nullopt;
  if (grid.shape()) {
    if (before.board.clues != now.board.clues) return std::nullopt;
    std::vector<int> same(at(grid.edges()));
    std::iota(same.begin(), same.end(), 0);
    return same;
  }
  const auto vertices = match_vertices(before, now);
  if (vertices.empty()) return std::nullopt;
  auto edges = match_edges(then, grid, vertices);
  if (!edges) return std::nullopt;
  for (int f = 0; f < grid.faces(); ++f) {
    std::vector<int> around;
    for (const int e : grid.edges_of_face(f)) around.push_back((*edges)[at(e)]);
    const int face = face_around(then, std::move(around));
    if (face == kOutside || before.board.clues[at(face)] != now.board.clues[at(f)])
      return std::nullopt;
  }
  return edges;
}

}  // namespace eyehand::slitherlink
